"""Intents under running numbers: what is unanswered, what settles it, what is asked again."""

from typing import Any

import pytest

from clients.core.intents import Intents, Settled
from clients.core.view import BattleView
from protocol.events import Answered, Undone
from protocol.fields import NUMBER_STEP
from protocol.ids import BattleId, NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question
from protocol.refusals import RefusalCode
from protocol.replies import Commit, Refused, Snapshot, Taken
from protocol.requests import Intent
from tests.clients.story.scene import OPENING

SHAPE = One((Option("a", "A"), Option("b", "B")))
ASKED = Question((SeatId("1"),), NamedCode("why"), "What?", SHAPE, id=QuestionId(6))


def view(number: int = 2) -> BattleView:
    """A battle in which seat 1 has moved up to a number."""
    return BattleView(Snapshot(BattleId("b"), 3, {}, (ASKED,), {SeatId("1"): number}, OPENING))


def commit(number: int, event: Any) -> Commit:
    return Commit(4, (event,), [], {}, (), number=number)


def answered(question: int = 6, pick: str = "a") -> Answered:
    return Answered(QuestionId(question), SeatId("1"), (pick,))


def one_intent() -> tuple[Intents, Intent]:
    """Intents with one that is under way, number 3 of seat 1, sent under ref 9."""
    intents = Intents()
    sent = intents.sent(intents.answer(view(), SeatId("1"), ASKED, ("a",), "So."), 9)
    assert isinstance(sent, Intent)
    return intents, sent


def test_an_answer_bears_the_next_number_its_battle_and_its_reason() -> None:
    _, sent = one_intent()
    assert sent == Intent(9, 3, QuestionId(6), ("a",), SeatId("1"), BattleId("b"), "So.")


def test_numbers_rise_by_what_was_used_even_before_a_commit_is_seen() -> None:
    intents, _ = one_intent()
    assert intents.undo(view(), SeatId("1"), 2).number == 4
    assert intents.answer(view(7), SeatId("1"), ASKED, ("a",)).number == 8


def test_a_number_never_runs_farther_ahead_than_the_server_takes() -> None:
    """Given that many answers were refused, then their numbers are used again."""
    intents = Intents()
    for _ in range(NUMBER_STEP):
        last = intents.answer(view(), SeatId("1"), ASKED, ("a",))
    assert last.number == 2 + NUMBER_STEP
    assert intents.answer(view(), SeatId("1"), ASKED, ("a",)).number == 3


def test_its_commit_settles_it() -> None:
    intents, _ = one_intent()
    assert intents.take(commit(3, answered())) == Settled(SeatId("1"), 3, 4)
    assert intents.unanswered == ()


@pytest.mark.parametrize("event", [answered(5), answered(pick="b"), Undone(1, (SeatId("1"),))])
def test_a_commit_of_its_number_that_is_not_its_own_leaves_it_in_doubt(event: Any) -> None:
    """Given another program of the same player that used the number, then the server is asked."""
    intents, sent = one_intent()
    other = commit(3, event)
    assert intents.take(other) is None
    assert intents.doubted(other) == (sent,)
    assert intents.used(view(3)) == (sent,)
    assert intents.used(view(2)) == ()


def test_an_undo_is_settled_by_the_commit_that_goes_back_as_far() -> None:
    intents = Intents()
    intents.undo(view(), SeatId("1"), 2)
    assert intents.take(commit(3, Undone(1, (SeatId("1"),)))) is None
    assert intents.take(commit(3, Undone(2, (SeatId("1"),)))) == Settled(SeatId("1"), 3, 4)


def test_taken_says_which_version_it_made() -> None:
    intents, _ = one_intent()
    assert intents.take(Taken(8, 3, 4)) is None
    assert intents.take(Taken(9, 3, 4)) == Settled(SeatId("1"), 3, 4)


@pytest.mark.parametrize(
    ("code", "settles"), [("busy", False), ("too_fast", False), ("paused", False), ("stale", True)]
)
def test_what_the_server_cannot_take_now_stays_unanswered(code: RefusalCode, settles: bool) -> None:
    intents, sent = one_intent()
    no = Refused(9, code, "No.")
    assert intents.take(no) == (Settled(SeatId("1"), 3, 0, no) if settles else None)
    assert intents.unanswered == (() if settles else (sent,))


def test_a_refusal_of_something_else_settles_nothing() -> None:
    intents, sent = one_intent()
    assert intents.take(Refused(8, "stale", "No.")) is None
    assert intents.is_waiting(9)
    assert not intents.is_waiting(8)
    intents.forget(sent)
    assert not intents.is_waiting(9)


def test_when_another_battle_is_shown_everything_unanswered_is_given_up() -> None:
    intents, _ = one_intent()
    (settled,) = intents.give_up()
    assert settled.refused is not None
    assert settled.refused.code == "stale"
    assert intents.unanswered == ()
    assert intents.answer(view(0), SeatId("1"), ASKED, ("a",)).number == 1
