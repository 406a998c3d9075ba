"""What events change, and that the state is plain data that folds."""

from typing import get_args

import msgspec
import pytest

from protocol import events
from protocol import skirmish as ev
from protocol.ids import SeatId, UnitId
from protocol.skirmish import SpellId
from server.rules.engine.patch import Diff, fold, patched, plain
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.kernel import facts
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.setup.beginning import start

ONE, TWO = SeatId("1"), SeatId("2")
A1, B1 = UnitId("a1"), UnitId("b1")


def begun() -> MatchState:
    """A match of two printed rosters on the first board."""
    shipped = box()
    first, second, *_ = shipped.rosters.values()
    board = next(iter(shipped.boards.values()))
    return start(board, {ONE: first, TWO: second}, shipped)


STORY = (
    ev.FirstSideSet(TWO),
    ev.UnitStationed(A1, (5_000, 1_000, 0)),
    ev.UnitStationed(B1, (6_000, 1_000, 0)),
    ev.VanguardSettled(B1),
    ev.SideTurnBegan(1, ONE),
    ev.PhaseEntered("engage"),
    ev.UnitPathed(A1, "engage", ((5_000, 1_000, 0), (5_000, 2_000, 0))),
    ev.PairsMade(((A1, B1),)),
    ev.UnitMarked(A1, "charged"),
    ev.InjurySet(A1, "staggered", "recovered"),
    ev.TokenTaken("token-1", A1),
    ev.SpellBegan(SpellId("hex"), B1, A1),
    ev.CombatEnded((A1, B1)),
    ev.TokenDropped("token-1", (5_000, 2_000, 0)),
    ev.SideTurnEnded(ONE),
    ev.SpellEnded(B1),
    ev.UnitLost(A1, B1),
    ev.UnitRaised(A1, (1_000, 1_000, 0)),
    ev.TokenSecured("token-1", TWO),
    ev.MatchEnded(TWO, "routed"),
)


def test_every_event_changes_something_or_only_tells() -> None:
    told = set(get_args(ev.SkirmishEvent)) - {events.Drawn, events.Called, events.Returned}
    assert told == set(facts.APPLY) | facts.TELLS
    assert not set(facts.APPLY) & facts.TELLS


def test_folding_what_events_change_gives_the_state_itself() -> None:
    state, diff = begun(), Diff()
    folded = plain(state)
    for event in STORY:
        for op in facts.apply(state, event):
            state = patched(state, op)
            diff.add(op)
    fold(folded, diff.gone, plain(diff.put))
    assert folded == plain(state)
    assert msgspec.convert(folded, MatchState) == state


def test_a_lost_unit_leaves_its_pairs_and_a_turns_end_clears_its_marks() -> None:
    state = begun()
    for event in STORY[:15]:
        for op in facts.apply(state, event):
            state = patched(state, op)
    assert state.units[A1].marks == ()
    assert state.units[A1].injury == ""
    assert state.pairs
    for op in facts.apply(state, ev.UnitLost(A1, B1)):
        state = patched(state, op)
    assert not state.pairs
    assert state.units[A1].fell == 1


def test_what_an_event_presupposes_is_asserted() -> None:
    with pytest.raises(AssertionError):
        facts.apply(begun(), ev.UnitPathed(A1, "move", ((0, 0, 0), (1, 0, 0))))
    with pytest.raises(AssertionError, match="allies"):
        facts.apply(begun(), ev.PairsMade(((A1, UnitId("a2")),)))
