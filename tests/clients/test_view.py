"""One battle as a client sees it: commits in order, gaps, open questions, numbers, the end."""

from typing import Any

import pytest

from clients.core.view import BattleView, Gap, beginning
from protocol.events import Answered
from protocol.ids import BattleId, NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question
from protocol.replies import Again, Closing, Commit, Snapshot
from tests.clients.story.scene import OPENING


def question(number: int, *seats: str) -> Question:
    shape = One((Option("a", "A"),))
    return Question(
        tuple(map(SeatId, seats)), NamedCode("why"), "What?", shape, id=QuestionId(number)
    )


def view(version: int = 3) -> BattleView:
    """Version 3 of a battle: seat 1 is asked something, seat 2 has moved up to number 4."""
    asked = (question(1, "1"), question(2, "1", "2"))
    state = {"round": 1, "units": {"a1": {"hp": 5}}}
    return BattleView(
        Snapshot(BattleId("b"), version, state, asked, {SeatId("2"): 4}, OPENING, ms=30)
    )


def commit(version: int, put: dict[str, Any] | None = None, **more: Any) -> Commit:
    fields: dict[str, Any] = {"gone": [], "put": put or {}, "asked": (), **more}
    return Commit(version, fields.pop("events", ()), **fields)


def test_a_commit_changes_the_state_and_leaves_the_one_before_alone() -> None:
    one = view()
    played = one.take(commit(4, {"units/a1/hp": 2}, ms=50))
    assert played is not None
    assert played.before["units"]["a1"]["hp"] == 5
    assert one.state["units"]["a1"]["hp"] == played.after["units"]["a1"]["hp"] == 2
    assert (one.version, one.ms, played.version) == (4, 50, 4)


def test_what_is_known_already_is_passed_over() -> None:
    one = view()
    assert one.take(commit(3, {"round": 9})) is None
    assert one.state["round"] == 1


def again(was: int, now: int) -> Again:
    return Again(QuestionId(was), QuestionId(now), (SeatId("1"),))


@pytest.mark.parametrize("bad", [commit(5), commit(4, again=(again(9, 10),))], ids=["late", "odd"])
def test_a_commit_that_does_not_fit_is_a_gap_and_changes_nothing(bad: Commit) -> None:
    """Given version 3, when 5 comes or a question that was never open is renewed, then Gap."""
    one = view()
    with pytest.raises(Gap) as gap:
        one.take(bad)
    assert gap.value.have == 3
    assert (one.version, one.state["round"]) == (3, 1)


def test_a_question_that_stands_again_is_found_by_its_old_number() -> None:
    one = view()
    played = one.take(commit(4, again=(again(2, 7),)))
    assert played is not None
    renewed = played.renewed(QuestionId(2))
    assert renewed is not None
    assert renewed.id == 7
    assert played.renewed(QuestionId(1)) is None
    assert one.find(QuestionId(7)) == renewed
    assert one.find(QuestionId(2)) is None


def test_who_is_asked_what() -> None:
    one = view()
    assert [q.id for q in one.asked_of((SeatId("1"),))] == [1, 2]
    assert [q.id for q in one.asked_of((SeatId("2"),))] == [2]
    assert one.asked_of((SeatId("3"),)) == one.asked_of(()) == ()


def test_the_highest_number_of_a_seat_counts() -> None:
    one = view()
    for version, number in ((4, 7), (5, 6)):
        answer = Answered(QuestionId(1), SeatId("2"), ("a",))
        one.take(commit(version, events=(answer,), number=number))
    assert one.numbers == {"2": 7}


def test_the_last_commit_ends_the_battle() -> None:
    one = view()
    closing = Closing("00")
    one.take(commit(4, pinned=closing))
    assert one.over
    assert one.closing == closing


def test_another_battles_snapshot_is_a_defect() -> None:
    other = Snapshot(BattleId("c"), 9, {}, (), {}, OPENING)
    with pytest.raises(AssertionError):
        view().reset(other)


def test_a_battle_begins_at_version_0_with_nothing_asked() -> None:
    first = BattleView(beginning(OPENING))
    assert (first.version, first.questions, first.over) == (0, (), False)
