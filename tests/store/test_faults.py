"""What a store connection raises, as an error of ours."""

import asyncio
import ssl

import hiredis
import pytest
import redis.exceptions

from protocol.ids import BattleId
from server.store import (
    Conflict,
    Fenced,
    StoreFailed,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    UnknownBattle,
)
from server.store.redis import ErrorReply, translated
from server.store.redis.faults import understood
from tests.store.test_link import CLOSED, DROPPED


@pytest.mark.parametrize(
    "raised",
    [
        CLOSED,
        DROPPED,
        EOFError(),
        asyncio.IncompleteReadError(b"$5", 7),
        ConnectionResetError(104, "reset"),
        ssl.SSLError(1, "application data after close notify"),
        TimeoutError(),
        hiredis.ProtocolError("cut in the middle"),
        redis.exceptions.ConnectionError("Connection closed by server."),
        redis.exceptions.TimeoutError("too slow"),
        redis.exceptions.InvalidResponse("garbage"),
        KeyError("what nobody has thought of"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_whatever_a_closing_connection_raises_means_that_the_store_is_away(
    raised: Exception,
) -> None:
    """Given something that a connection raises while it closes, then the store is unavailable, and
    what was under way has an unknown fate, unless it is known that nothing was sent."""
    unknown, unsent = translated(raised), translated(raised, sent=False)
    assert isinstance(unknown, StoreUnavailable)
    assert unknown.sent
    assert isinstance(unsent, StoreUnavailable)
    assert not unsent.sent


def test_what_the_store_says_is_no_loss_of_its_connection() -> None:
    assert isinstance(translated(redis.exceptions.ResponseError("WRONGTYPE")), ErrorReply)
    assert isinstance(translated(redis.exceptions.AuthenticationError("no")), StoreRefused)
    assert isinstance(translated(redis.exceptions.DataError("not bytes")), StoreFailed)
    own = Conflict("b", 1, 2)
    assert translated(own) is own


@pytest.mark.parametrize(
    ("text", "kind"),
    [("FENCED 7", Fenced), ("UNKNOWN", UnknownBattle), ("OOM no room", StoreFull)],
)
def test_an_error_reply_within_is_raised_as_what_it_means_for_the_battle(
    text: str, kind: type[Exception]
) -> None:
    with pytest.raises(kind), understood(BattleId("b1"), epoch=5):
        raise ErrorReply(text)


def test_without_a_battle_a_reply_is_an_error_of_the_store() -> None:
    with pytest.raises(StoreFailed), understood():
        raise ErrorReply("ERR wrong number of arguments")


def test_what_is_no_reply_passes_as_it_is() -> None:
    with pytest.raises(KeyError), understood():
        raise KeyError("x")
