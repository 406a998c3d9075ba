"""Sentences about dice: rolled, in slots, on tracks, drained and recovered."""

from typing import Any

import pytest

from clients.core.story.dice import SAY
from protocol import battle as ev
from protocol.battle import NamedReason
from protocol.events import (
    Rolled,
)
from protocol.ids import UnitId
from tests.clients.story.scene import A1, D1, D2, D3, E0, told

TOLD: list[tuple[Any, str]] = [
    (
        Rolled(3, "lockpick", UnitId("a1"), 6, (0, 5)),
        "Khajiit (1) rolls 2 dice to pick the lock: 1, 6.",
    ),
    (Rolled(3, "enemy-combat", UnitId("e0"), 6, (1,)), "Skeever Pup rolls 1 enemy Combat die: 1."),
    (Rolled(3, "engage", UnitId("a1"), 6, ()), "Khajiit (1) rolls nothing for an engage."),
    (
        ev.DiceGathered(A1, (D1, D2, D3)),
        "Khajiit (1) takes up Shield Discipline and 2 Combat.",
    ),
    (ev.DiceShown((D2,), (4,), "roll"), "Khajiit (1) rolls Combat [face 5]."),
    (
        ev.DiceShown((D1,), (0,), NamedReason("prodigy")),
        "Khajiit (1) turns Shield Discipline [Tenacity] (prodigy).",
    ),
    (ev.DieExhausted(D2), "Khajiit (1)'s Combat goes to the cooldown track."),
    (ev.DieDrained(D2), "Khajiit (1)'s Combat is drained."),
    (ev.DieRecovered(D2), "Khajiit (1) recovers Combat."),
    (ev.DieActivated(D1, A1), "Khajiit (1) has Shield Discipline in an active slot."),
    (ev.DieSetIn(D1, (0, 1)), "Khajiit (1)'s Shield Discipline is placed at 0,1."),
    (ev.DieSetOn(D1, E0), "Khajiit (1)'s Shield Discipline is placed on Skeever Pup."),
    (ev.FatigueGained(A1, "LF"), "Khajiit (1) gains light fatigue."),
    (ev.FatigueGained(A1, "OF", "active"), "Khajiit (1) gains overfatigue in an active slot."),
    (ev.TrackReplaced(A1, 12, "OF"), "Khajiit (1)'s track is full: overfatigue takes place 13."),
    (ev.TokenRemoved(A1, 0, "LF"), "Light fatigue leaves Khajiit (1)'s cooldown track."),
    (ev.TokenMoved(A1, 0, "OF"), "Overfatigue goes to the end of Khajiit (1)'s track."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
