"""Sentences about the course of a battle: set-up, rounds, turns, answers, the end."""

from typing import Any

import pytest

from clients.core.story.course import SAY
from protocol import battle as ev
from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Undone,
)
from protocol.ids import NoteName, QuestionId, SeatId, UnitId
from protocol.questions import Option
from tests.clients.story.scene import A1, A2, E0, told

TOLD: list[tuple[Any, str]] = [
    (BeatBegan("turn", UnitId("a1")), "Beat: turn, Khajiit (1)."),
    (Answered(QuestionId(4), SeatId("1"), ("0,1", "0,2")), "Ann (seat 1): Where to? 0,1 > 0,2."),
    (Answered(QuestionId(5), SeatId("1"), ("a",)), "Ann (seat 1): Which? The first."),
    (
        Answered(QuestionId(5), SeatId("2"), (), "default"),
        "Time is up for Seat 2, the default is taken: Which? pass.",
    ),
    (
        Answered(QuestionId(9), SeatId("2"), ("z",), "bot"),
        "A bot answers for Seat 2: Question 9 z.",
    ),
    (
        Undone(12, (SeatId("1"), SeatId("2"))),
        "Ann (seat 1) and Seat 2 took back what came after version 12.",
    ),
    (BeatRestarted(8), "The rules were updated: what was under way is asked anew."),
    (BattleStopped("Too late."), "The operator has ended the battle. Too late."),
    (BattleStopped(), "The operator has ended the battle."),
    (BattleStopped("", SeatId("2")), "Seat 2 gives up."),
    (
        ev.MapLaid({"clash": {"kind": "clash", "hexes": [[0, 0], [0, 1]]}}, (), {"0,1": "common"}),
        "The map is laid: 2 hexes, 1 cache.",
    ),
    (ev.DecksMade({}, {}), "Decks, bags and the supply are ready."),
    (ev.PhaseBegan("enemies"), "The enemies act."),
    (ev.PhaseBegan("twilight"), "Phase: twilight."),  # type: ignore[arg-type]  # a newer server's
    (ev.OrderSet((A2, A1)), "Turn order: Nord (2) and Khajiit (1)."),
    (ev.RoundBegan(2), "Round 2 begins."),
    (ev.RoundBegan(6), "A fatigue round begins."),
    (ev.TurnBegan(E0), "Skeever Pup begins its turn."),
    (ev.TurnBegan(A1, True), "Khajiit (1) begins an extra turn."),
    (ev.TurnStepped("act"), "Actions can be taken."),
    (ev.TurnStepped("end"), "The turn is about to end."),
    (ev.TurnEnded(A1), "Khajiit (1)'s turn is over."),
    (ev.TurnGranted(A1), "Khajiit (1) will take another turn."),
    (ev.ActionTaken(A1, "move"), "Khajiit (1) takes a move action."),
    (ev.ActionTaken(A1, "ability", "orc:berserk"), "Khajiit (1) uses ability Berserk."),
    (ev.Noted(NoteName("a1.orc.berserk"), "battle"), "Used this battle: Berserk."),
    (
        ev.EnemiesOrdered((E0, A2)),
        "These enemies act one after the other: Skeever Pup and Nord (2).",
    ),
    (
        ev.Spared(
            "engage.resolve", (SeatId("1"),), (Option("d", "Combat: combat:1"),), "it is good"
        ),
        "Not asked, as it is good: Combat [1].",
    ),
    (
        ev.Spared("enemy.order", (SeatId("1"), SeatId("2")), (), "their turns come to the same"),
        "Not asked, as their turns come to the same.",
    ),
    (ev.Achieved("defeat-skeever-pup", A1), "First Skeever Pup defeated, by Khajiit (1)."),
    (ev.Achieved("cache-lockpick", A1), "First cache opened, by Khajiit (1)."),
    (ev.Achieved("escape-first", A1), "Khajiit (1) is the first to escape."),
    (
        ev.ClassesOffered(A1, ("knight", "acrobat")),
        "Khajiit (1) may become one of: Knight and Acrobat.",
    ),
    (ev.ClassChosen(A1, "acrobat"), "Khajiit (1) is an Acrobat now."),
    (ev.Promoted(A1), "Khajiit (1) masters its class."),
    (ev.RaceReadied(A1), "Khajiit (1) can use its race ability again."),
    (ev.BattleEnded("victory"), "Victory! The battle is won."),
    (ev.BattleEnded("truce"), "The battle is over: truce."),  # type: ignore[arg-type]  # a newer one's
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
