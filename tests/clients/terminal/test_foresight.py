"""What would happen, as a terminal shows it: odds before a plan is sent, an enemy's coming turn."""

import pytest

from clients.core.names import Names
from clients.terminal.foresight import confirm, is_engage, is_foreseen, lines_of
from clients.terminal.questions import Answer
from protocol.ids import NOBODY, DieId, NamedCode, SeatId, UnitId
from protocol.previews import (
    Chances,
    Consequences,
    Course,
    DieOdds,
    EnemyTurn,
    EngageOdds,
    FaceOdds,
    Values,
)
from protocol.questions import One, Option, Plan, Question, Slot

NAMES = Names({"units": {"e1": {"name": "Spriggan", "kind": "enemy"}}})
PLAN = Question(
    (SeatId("1"),),
    "turn.engage",
    "Engage",
    Plan((Slot("target", (Option("target:e1", "Spriggan"),), 0, 1),)),
    about="a1",
)
ODDS = EngageOdds(
    UnitId("e1"),
    (
        DieOdds(
            DieId("d1"), "Combat", (FaceOdds(1, "+1 tenacity"), FaceOdds(5, "Deals its value.", 1))
        ),
    ),
    Chances((0, 1), (1, 5), 6),
    Chances((0, 1), (3, 3), 6),
    3,
    "1 = 1 printed",
    ("Dodge: Prevents 1.",),
)


def test_the_odds_are_told_in_whole_lines() -> None:
    assert lines_of(ODDS, NAMES) == [
        "  Combat: 1/6 +1 tenacity; 5/6 Deals its value (1)",
        "  Spriggan prevents 1 = 1 printed",
        "  Spriggan has Dodge: Prevents 1.",
        "  Damage: 0: 16.7%  1: 83.3%",
        "  HP lost: 0: 50.0%  1: 50.0%; falls: 50.0%",
    ]


def test_an_enemys_courses_are_told() -> None:
    turn = EnemyTurn(
        UnitId("e1"),
        (Course(("1,0", "2,0"), ()), Course((), (UnitId("e1"),))),
        Chances((2,), (1,), 1),
        (),
    )
    told = lines_of(turn, NAMES)
    assert told[1:3] == ["    move 2 hexes to 2,0, engage nobody", "    stay, engage Spriggan"]
    assert told[-1] == "    its roll: 2: 100% before prevention"


def test_values_and_nothing() -> None:
    assert lines_of(Values(UnitId("e1"), {"combat": "2 = 2 printed"}), NAMES) == [
        "  combat: 2 = 2 printed"
    ]
    assert lines_of(None, NAMES) == ["Nothing can be foreseen there."]


@pytest.mark.parametrize("typed", ["", "ok", "y"])
def test_enter_sends_the_plan(typed: str) -> None:
    answer = Answer(PLAN, ("target:e1",))
    dialog = confirm(answer, (PLAN,))
    next(dialog)
    with pytest.raises(StopIteration) as done:
        dialog.send(typed)
    assert done.value.value == answer


def test_a_player_who_thinks_again_is_asked_everything_anew() -> None:
    dialog = confirm(Answer(PLAN, ("target:e1",)), (PLAN,))
    next(dialog)
    assert "Engage" in dialog.send("<").lines[0]


def test_only_plans_with_dice_or_a_target_are_weighed_and_each_once() -> None:
    assert is_engage(Answer(PLAN, ("target:e1",)))
    assert not is_engage(Answer(PLAN, ("target:e1",)), ("target:e1",))
    assert not is_engage(Answer(PLAN, ("form:magic",)))
    assert not is_engage(Answer(Question((SeatId("1"),), NamedCode("w"), "t", One(())), ("die:x",)))


def test_an_engage_without_dice_is_warned_of_and_can_be_planned_anew() -> None:
    dialog = confirm(Answer(PLAN, ("target:e1",)), (PLAN,))
    assert "no dice" in next(dialog).lines[0]
    with_dice = confirm(Answer(PLAN, ("target:e1", "die:a1.combat.1")), (PLAN,))
    shown = next(with_dice).lines
    assert not any("no dice" in line for line in shown)
    assert "b goes back" in with_dice.send("?").lines[0]


CARD = Question(
    (SeatId("1"),),
    "encounter.choice",
    "A Meadow. What does the party do?",
    One((Option("dig", "Dig"), Option("rest", "Rest"))),
)


def test_what_an_answer_of_the_days_does_is_told_for_each_whom_it_befalls() -> None:
    told = Consequences(
        UnitId("e1"), {NOBODY: ("+2 XP",), UnitId("e1"): ("HP 2 to 4", "-1 Maim")}, "Dice decide."
    )
    assert lines_of(told, NAMES) == [
        "  The party: +2 XP",
        "  Spriggan: HP 2 to 4, -1 Maim",
        "  Dice decide.",
    ]


def test_a_choice_is_foreseen_once_and_a_pass_never() -> None:
    answer = Answer(CARD, ("dig",))
    assert is_foreseen(answer)
    assert not is_foreseen(answer, ("dig",))
    assert not is_foreseen(Answer(CARD, ()))
    assert not is_foreseen(Answer(PLAN, ("target:e1",)))


def test_a_choice_that_was_foreseen_is_taken_with_enter_or_made_anew() -> None:
    step = confirm(Answer(CARD, ("dig",)), (CARD,))
    assert next(step).lines == ("Press Enter to do so, or < to choose anew.",)
    with pytest.raises(StopIteration) as done:
        step.send("")
    assert done.value.value == Answer(CARD, ("dig",))
