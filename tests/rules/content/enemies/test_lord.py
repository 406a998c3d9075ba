"""Lord: a daedra of its own each turn."""

from typing import Any

import pytest

from protocol.battle import ChipReturned, TurnBegan, UnitDeployed
from protocol.events import Rolled
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, hero

COURT = {"bag-5": Deck(cards={"hunger": 1, "sabre-cat": 3})}
LORD: dict[str, Any] = {"kind": "quest", "level": 0, "skills": ("lord",), "range": 1}


def test_lord_brings_a_level_5_daedra_to_the_closest_hex_as_its_turn_ends() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, -4), combat=0, **LORD),
        turn=None,
        tiles={"strip": tuple((0, r) for r in range(-4, 5))},
        decks=COURT,
    )
    scene.rolls(0, *[0] * 3)
    scene.default()
    (came,) = scene.events(UnitDeployed)
    assert came.chip["chip"] == "hunger"
    assert scene.state.decks["bag-5"].cards == {"hunger": 0, "sabre-cat": 3}


def test_lord_rolls_2_dice_more_for_its_engage_when_no_daedra_is_left() -> None:
    scene = Scene(
        hero(at=(0, 1), hp=5),
        foe("e1", at=(0, 0), combat=1, **LORD),
        turn=None,
        decks={"bag-5": Deck(cards={"sabre-cat": 3})},
    )
    scene.rolls("enemy:0", "enemy:0", "enemy:0")
    rolled = [event for event in scene.events(Rolled) if event.what == "enemy-combat"]
    assert [len(event.faces) for event in rolled] == [3]
    assert not scene.events(UnitDeployed)


@pytest.mark.rule("GEN-10")
def test_a_lord_that_falls_before_its_turn_is_over_brings_nobody() -> None:
    """Decay takes its last HP before the daedra is deployed."""
    scene = Scene(
        hero(at=(0, 1)),
        foe("e1", at=(0, 0), hp=1, combat=0, kind="quest", level=0, skills=("decay", "lord")),
        foe("e2", at=(0, -3), combat=0),
        turn=None,
        decks=COURT,
    )
    scene.rolls(0).answer("turn_ends.order", "decay")
    assert [event.chip for event in scene.events(ChipReturned)] == ["hunger"]
    assert scene.state.decks["bag-5"].cards["hunger"] == 1


@pytest.mark.rule("BAT-12")
@pytest.mark.parametrize(("level", "acts"), [(1, False), (10, True)])
def test_the_daedra_acts_this_round_unless_the_order_has_passed_its_level(
    level: int, *, acts: bool
) -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, -4), combat=0, range=9, level=level, skills=("lord",)),
        turn=None,
        tiles={"strip": tuple((0, r) for r in range(-4, 5))},
        decks=COURT,
    )
    scene.rolls(0, *[0] * 3 if acts else [])
    assert ("e100" in [event.unit for event in scene.events(TurnBegan)]) is acts
