"""Sentences about chips: deployment, movement, damage, statuses, defeat."""

from typing import Any

import pytest

from clients.core.story.units import SAY
from protocol import battle as ev
from protocol.battle import NamedReason
from protocol.ids import NOBODY, SeatId, UnitId
from tests.clients.story.scene import A1, A2, CHIP, E0, MAT, NAMED, told, unit

TOLD: list[tuple[Any, str]] = [
    (ev.AdventurerCreated(A1, CHIP, MAT, {"x": 1}), "Orc (1) is created: 5 HP, 1 die."),
    (ev.AdventurerCreated(A1, NAMED, MAT, {}), "Ghorza, an Orc, is created: 5 HP, 0 dice."),
    (ev.UnitDeployed(E0, (0, 0)), "Skeever Pup is deployed at 0,0."),
    (ev.UnitDeployed(UnitId("e9"), (0, 0), unit("Spriggan", 4)), "Spriggan is deployed at 0,0."),
    (ev.UnitMoved(A1, (3, -2)), "Khajiit (1) moves to 3,-2."),
    (ev.UnitPlaced(UnitId("e1"), (0, 1)), "Skeleton (e1) is placed at 0,1."),
    (ev.UnitDefeated(E0, A1), "Skeever Pup is defeated by Khajiit (1)."),
    (ev.UnitDefeated(E0), "Skeever Pup is defeated."),
    (ev.FallenTaken(E0), "Skeever Pup is taken from the defeated stack."),
    (ev.FallenTaken(E0, "bag"), "Skeever Pup goes from the defeated back to its bag."),
    (ev.UnitTurned(E0, SeatId("1")), "Skeever Pup is a companion until the end of the round."),
    (ev.UnitTurned(E0), "Skeever Pup is an enemy again."),
    (ev.UnitRemoved(A1, "escaped"), "Khajiit (1) escapes."),
    (ev.UnitRemoved(A1, "removed"), "Khajiit (1) is removed from the map."),
    (ev.FormChanged(A1, "light-weapon"), "Khajiit (1) takes the light weapon form."),
    (ev.FatigueSetOn(E0, "LF", A1), "Khajiit (1) puts light fatigue on Skeever Pup."),
    (ev.FatigueCleared(E0), "The fatigue dice on Skeever Pup go back to the supply."),
    (ev.StatusGained(A1, "bane"), "Khajiit (1) gains Bane."),
    (ev.StatusLost(A1, "bane"), "Khajiit (1) loses Bane."),
    (ev.TenacityChanged(A1, 2, "roll"), "Khajiit (1) has 2 tenacity now (roll)."),
    (
        ev.TenacityChanged(A1, 0, NamedReason("power-surge.pay")),
        "Khajiit (1) has 0 tenacity now (power surge).",
    ),
    (
        ev.DamageDealt(A2, E0, 2, 1, 0, 1, how="engage"),
        "Skeever Pup deals 2 damage to Nord (2), 1 prevented: 4 HP left.",
    ),
    (
        ev.DamageDealt(A2, E0, 3, 0, 2, 1, true=1, how=NamedReason("riposte")),
        "Skeever Pup deals 3 damage to Nord (2) (Riposte), 1 of it true, "
        "2 taken by bonus HP: 4 HP left.",
    ),
    (
        ev.DamageDealt(A1, NOBODY, 1, 0, 0, 1, true=1, how="fatigue"),
        "Khajiit (1) takes 1 true damage (Fatigue): 3 HP left.",
    ),
    (
        ev.HpChanged(A2, 7, 2, "heal", A1),
        "Nord (2) is healed 2 by Khajiit (1): 7 HP and 2 bonus HP.",
    ),
    (ev.HpChanged(A1, 4, 1, "bonus"), "Khajiit (1) gains 1 bonus HP: 4 HP and 1 bonus HP."),
    (ev.HpChanged(A1, 5, 0, "rest"), "Khajiit (1) has 5 HP now (rest)."),
    (ev.StatChanged(A1, "stamina", 4), "Khajiit (1)'s Stamina is 4 now."),
    (
        ev.UnitRemoved(E0, "waits"),
        "Skeever Pup leaves the map and stays with the party.",
    ),
    (ev.EngageBegan(E0, (A1, A2)), "Skeever Pup engages Khajiit (1) and Nord (2)."),
    (
        ev.EngageBegan(A1, (E0,), "light-weapon", "iron-sword"),
        "Khajiit (1) engages Skeever Pup with Iron Sword (light weapon).",
    ),
    (ev.EngageEnded(A1), "Khajiit (1)'s engage is over."),
    (ev.Told(A1, "shadow-cloak", "a2"), "Khajiit (1): Shadow Cloak on Nord (2)."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
