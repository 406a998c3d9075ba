"""Sentences about delves: tiles, cards, skyshards, traps."""

from typing import Any

import pytest

from clients.core.story.delve import SAY
from protocol import battle as ev
from tests.clients.story.scene import A1, told

TOLD: list[tuple[Any, str]] = [
    (ev.DelveBegan(3), "The delve holds 3 skyshards to be found."),
    (
        ev.TileDrawn("tiles-7", "crossing", "Crossing"),
        "A tile of 7 hexes is drawn: Crossing.",
    ),
    (ev.TileReturned("tiles-7", "crossing"), "Crossing goes under its stack."),
    (
        ev.CardRevealed(A1, (0, 1), "vault", "Great Vault", "Mind the step.", 2),
        "Khajiit (1) explores 0,1 and reveals Great Vault, 2 skyshards. Mind the step.",
    ),
    (
        ev.CardSetAside(A1, "great-vault"),
        "No tile fits Great Vault: face down, it counts as a skyshard for the party.",
    ),
    (ev.CardDiscarded("great-vault"), "The card Great Vault is discarded."),
    (
        ev.TilePlaced("crossing", {"hexes": [[0, 0], [0, 1]]}),
        "Crossing is connected to the map: 2 hexes.",
    ),
    (ev.TileRemoved("crossing"), "Crossing falls away from the map."),
    (ev.CachePlaced((0, 1), "common"), "A common cache lies at 0,1."),
    (
        ev.CardLaid("crossing", "great-vault", "Great Vault", 1, True),
        "Great Vault lies beside Crossing with 1 skyshard and a trap.",
    ),
    (
        ev.CardLaid("crossing", "mirror-room"),
        "Mirror Room lies beside Crossing with its effect.",
    ),
    (
        ev.SkyshardGained(A1, "crossing", 1, 2, "Heal 1."),
        "Khajiit (1) gains a skyshard: the party has 2 now. Heal 1.",
    ),
    (
        ev.TrapTriggered(A1, "crossing", "Tripwire", "2:4-5-2"),
        "Khajiit (1) triggers the trap Tripwire: its lock is 4-5-2, 2 attempts.",
    ),
    (
        ev.TrapTried(A1, "crossing", "Tripwire", False, True, "Gain Maim."),
        "The lock of Tripwire holds: the trap springs. Gain Maim.",
    ),
    (ev.XpEarned(2, "skyshards"), "The party earns 2 XP for its skyshards."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
