"""Error replies of a store as errors of ours."""

import pytest

from protocol.ids import BattleId
from server.store.interface import (
    Conflict,
    Fenced,
    KeysMoved,
    LeaseHeld,
    NotReplicated,
    StoreFailed,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    UnknownBattle,
)
from server.store.redis.replies import (
    ScriptMissing,
    acknowledged,
    battle_error,
    error,
    journal_entry,
)

B1 = BattleId("b1")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("NOSCRIPT No matching script.", ScriptMissing),
        ("MOVED 42 10.0.0.1:6379", KeysMoved),
        ("ASK 42 10.0.0.1:6379", StoreUnavailable),
        ("NOAUTH Authentication required.", StoreRefused),
        ("ERR invalid password", StoreRefused),
        ("OOM command not allowed when used memory > 'maxmemory'.", StoreFull),
        ("MISCONF Errors writing to the AOF file: No space left on device.", StoreFull),
        ("LOADING the dataset", StoreUnavailable),
        ("READONLY You can't write against a read only replica.", StoreUnavailable),
        ("ERR max number of clients reached", StoreUnavailable),
        ("NOREPLICAS Not enough good replicas to write.", StoreUnavailable),
        ("ERR wrong number of arguments", StoreFailed),
        ("ERR Error running script: -OOM command not allowed", StoreFull),
    ],
)
def test_an_error_reply_is_an_error_of_ours(text: str, kind: type[Exception]) -> None:
    assert type(error(text)) is kind


def test_a_full_store_says_why_without_advice_on_commands() -> None:
    told = error("MISCONF Errors writing to the AOF file: No space left on device.")
    assert "No space left on device" in str(told)
    assert "AOF" not in str(told)


def test_a_scripts_own_words_name_the_battle() -> None:
    fenced = battle_error("FENCED 7", B1, epoch=5)
    assert isinstance(fenced, Fenced)
    conflict = battle_error("CONFLICT 9", B1, expected=8)
    assert isinstance(conflict, Conflict)
    assert (conflict.expected, conflict.found) == (8, 9)
    held = battle_error("HELD 1500 somebody else", B1)
    assert isinstance(held, LeaseHeld)
    assert (held.owner, held.remaining) == ("somebody else", 1.5)
    assert isinstance(battle_error("UNKNOWN", B1), UnknownBattle)
    assert isinstance(battle_error("OOM no room", B1), StoreFull)


def test_wait_counts_the_replicas_that_have_the_write() -> None:
    assert acknowledged(2, wanted=2) is None
    assert isinstance(acknowledged(1, wanted=2), NotReplicated)
    assert isinstance(acknowledged("ERR unknown command", wanted=2), StoreUnavailable)


def test_an_entry_of_a_stream_is_a_version_and_its_bytes() -> None:
    assert journal_entry((b"12-0", {b"e": b"commit"})) == (12, b"commit")
    with pytest.raises(StoreFailed, match="version 12"):
        journal_entry((b"12-0", {b"x": b"commit"}))
