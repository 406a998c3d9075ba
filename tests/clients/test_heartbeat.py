"""Noticing a server that stands still, and never one that is only busy."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from clients.core.heartbeat import OTHERS, SEATED, HeartbeatInterval
from clients.core.session import Session
from clients.sdk import Lost, Unreachable, connect
from clients.sdk.connection import dial, greet
from clients.sdk.heartbeat import LONGER, PATIENCE, SLICE, HeartbeatMonitor
from protocol.ids import PlayerId, SeatId
from protocol.replies import Alive, Done, Welcome
from protocol.requests import Hello, Intent, Pulse, Request
from tests.clients.conftest import Serve, site_of
from tests.clients.stage import ASKED, TABLE, Peer, Stage, seated

BUSY = 0.3


def quiet_until_silent(monitor: HeartbeatMonitor, promised: int = SEATED) -> float:
    """The seconds of quiet after which a server counts as silent."""
    slices = 1
    while not monitor.is_silent(heard=False, promised=promised):
        slices += 1
    return slices * SLICE


def test_a_server_that_misses_its_signs_is_silent_within_two_seconds() -> None:
    assert SEATED / 1000 + BUSY < quiet_until_silent(HeartbeatMonitor()) <= 2.0


def test_a_server_that_promised_nothing_is_never_silent() -> None:
    monitor = HeartbeatMonitor()
    assert not any(monitor.is_silent(heard=False, promised=0) for _ in range(1000))


def test_a_busy_server_whose_signs_are_late_is_not_silent() -> None:
    """Given an event loop that is held up again and again, so that a sign comes every 1.5 s."""
    monitor = HeartbeatMonitor()
    every = int(1.5 / SLICE)
    assert not any(monitor.is_silent(at % every == 0, SEATED) for at in range(1, 1000))


def test_after_a_missed_sign_patience_grows_and_is_forgotten_again() -> None:
    monitor = HeartbeatMonitor()
    first, second = quiet_until_silent(monitor), quiet_until_silent(monitor)
    assert second == first + (LONGER - 1) * PATIENCE
    for _ in range(100):
        assert not monitor.is_silent(heard=True, promised=SEATED)
    assert quiet_until_silent(monitor) == first


def test_signs_are_promised_by_the_first_that_comes_and_per_connection() -> None:
    """Given an older server, which knows no signs, then none are missed there."""
    interval = HeartbeatInterval()
    assert interval.wanted(()) == [Pulse(0, OTHERS)]
    assert interval.promised == 0
    interval.take(Alive())
    assert interval.promised == OTHERS
    assert interval.wanted((SeatId("1"),)) == [Pulse(0, SEATED)]
    assert interval.wanted((SeatId("1"),)) == []
    interval.take(Welcome(1, PlayerId("ann"), "Ann"))
    assert interval.promised == 0
    assert interval.wanted((SeatId("1"),)) == [Pulse(0, SEATED)]


def test_who_has_a_seat_asks_for_more_signs() -> None:
    ann = Session("Ann")
    ann.take(Welcome(1, PlayerId("ann"), "Ann"))
    assert ann.to_send == [Pulse(0, OTHERS)]
    ann.to_send.clear()
    ann.take(TABLE)
    assert ann.to_send == [Pulse(0, SEATED)]


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.core.heartbeat.SEATED", 50)
    monkeypatch.setattr("clients.sdk.heartbeat.SLICE", 0.02)
    monkeypatch.setattr("clients.sdk.heartbeat.PATIENCE", 0.05)


@pytest.mark.usefixtures("_hasty")
async def test_a_silent_server_is_left_and_the_answer_counts_at_the_next_one(
    stage: tuple[Stage, str],
) -> None:
    """Given a server that promised signs and stands still over an answer, then the client connects
    anew, and the answer is sent there under its number."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        first = sum(isinstance(each, Hello) for each in found.heard) == 1
        if isinstance(request, Pulse):
            return peer.say(Alive(), Done(request.ref))
        if isinstance(request, Intent):
            return asyncio.sleep(0) if first else peer.say(found.commit(request.number))
        return None

    found.script = script
    client = await seated(link)
    async with asyncio.timeout(60):
        assert await client.answer(ASKED, ("x",)) == 5
    lost = [news for news in client._updates if isinstance(news, Lost)]
    assert lost[0].why == "The server has fallen silent."
    assert len({intent.number for intent in found.intents()}) == 1
    await client.close()


@pytest.fixture
async def deaf() -> AsyncIterator[str]:
    """An address where connections are taken and never answered, as by a stopped process."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}/ws"


async def test_a_socket_that_does_not_open_is_given_up_for_another(serve: Serve, deaf: str) -> None:
    """Given an address behind which one process stands still, when a balancer leads there first,
    then the next socket gets through."""
    server, tried = await serve(), list[str]()

    async def balanced(url: str, wire: str) -> ClientConnection:
        tried.append(deaf if len(tried) < 2 else url)
        return await dial(tried[-1], wire)

    client = connect(site_of(server), "Ann")
    client.dial, client._within = balanced, 0.05
    async with asyncio.timeout(60):
        await client.open()
    assert tried[:2] == [deaf, deaf]
    assert await client.tables() == ()
    await client.close()


async def test_an_address_where_nobody_ever_answers_is_unreachable_in_the_end(
    deaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.connection.OPENED_WITHIN", 0.2)
    with pytest.raises(Unreachable, match="does not answer"):
        await greet(deaf, Session("Ann"), within=0.05)
