"""When the sensible bot leaves a battle: with the party, or alone by a way out."""

from typing import Any

import pytest

from clients.bots import leaving, reasons
from protocol.ids import NamedCode, SeatId
from protocol.questions import One, Option, Question
from server.commands.headless import Simulation

RETREAT = Question(
    (SeatId("1"),),
    "round.retreat",
    "Retreat?",
    One((Option("no", "Go on fighting"), Option("yes", "Retreat"))),
    default=("no",),
)


def asked(seat: str, wins: bool = False, **more: Any) -> tuple[str, str]:
    """What a bot of a seat answers when it is asked to retreat, and what it says."""
    question = Question(
        **{name: getattr(RETREAT, name) for name in ("to", "why", "text", "shape")},
        default=("yes",) if wins else ("no",),
    )
    view = {"settings": {"party": ["1", "2"]}, "used": {}, **more}
    picks = leaving.answer(view, SeatId(seat), question)
    return picks[0], leaving.reason(view, question, picks)


def test_who_is_asked_first_because_somebody_fell_fights_on() -> None:
    assert asked("1") == ("no", reasons.STAYS)


@pytest.mark.parametrize(
    ("seat", "more"), [("2", {}), ("1", {"used": {"round:retreat": 1}})], ids=["agreed", "proposed"]
)
def test_a_bot_keeps_nobody_in_a_battle(seat: str, more: dict[str, Any]) -> None:
    assert asked(seat, **more) == ("yes", reasons.AGREES)


def test_it_agrees_where_leaving_wins() -> None:
    assert asked("1", wins=True) == ("yes", reasons.WINS)


def test_a_proposal_of_a_person_is_agreed_to_by_the_bots() -> None:
    """Given a person who proposes to retreat, when the round ends, then the battle does."""
    battle = Simulation("plain-clash", 2, "adept", "sensible", 3)
    battle.begin()
    proposed = False
    while not battle.record.shown.over:
        shown = battle.record.shown
        question = next((q for q in shown.questions if q.why == "turn.act" and "1" in q.to), None)
        if question is not None and not proposed:
            battle._keep(
                battle.record.answer(SeatId("1"), question.id, ("retreat",), "player", 1, 0)
            )
            proposed = True
        elif (mine := shown.questions[0]).why == "round.retreat" and mine.to == ("1",):
            battle._keep(battle.record.answer(SeatId("1"), mine.id, ("yes",), "player", 2, 0))
        else:
            battle.step()
    final: Any = battle.record.shown.state
    assert final.outcome == "retreat"
    assert final.rounds == 1


STUCK: dict[str, Any] = {"delve": {"gained": 0, "required": 2}, "tiles": {}}


def test_from_a_delve_that_cannot_be_finished_it_goes() -> None:
    assert asked("1", **STUCK) == ("yes", reasons.NOTHING_LEFT)


@pytest.mark.parametrize(
    ("objective", "said"),
    [("Defeat all enemies.", reasons.LEAVES), ("Leave the map.", reasons.LEAVES_TO_WIN)],
)
def test_who_leaves_by_a_way_out_says_why(objective: str, said: str) -> None:
    """Given an exit, then it is either the way to win or the way to safety."""
    foe = {"side": "enemy", "at": [3, 0], "fate": "", "id": "e1", "name": "Wolf"}
    view = {"objective": objective, "marks": {"1,0": "exit"}, "units": {"e1": foe}}
    offer = Question(
        (SeatId("1"),), NamedCode("turn_starts"), "", One((Option("a1.escape", "Leave"),))
    )
    assert leaving.reason(view, offer, ("a1.escape",)) == said
    assert leaving.reason(view, offer, ("a1.drink",)) == ""
