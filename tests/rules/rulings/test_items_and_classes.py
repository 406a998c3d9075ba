"""Rulings on items and classes, each under its page; more in `content/items`, `content/classes`."""

from typing import Any

import pytest

from protocol.ids import CardId, ItemId, UnitId
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.state import Card
from tests.rules.battle.running import running
from tests.rules.content.classes.test_necromancer import called, calling, engaged
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
SALAD, LOAF = "bravil-melon-salad", "falkreath-meat-loaf"


@rule("ITM-9")
def test_a_consumable_that_something_else_discards_gives_nothing() -> None:
    """Consumable page: Burn takes the salad, and nobody gains its tenacity."""
    scene = Scene(
        hero(ready=[SALAD], hp=1, health=5),
        foe("e1", at=(0, 0), combat=0, range=3, skills=("burn",)),
        turn=None,
    )
    scene.answer("burn", "item")
    assert scene.mat("a1").ready == ()
    assert scene.mat("a1").tenacity == 0


@rule("INV-1", "INV-2")
def test_the_pack_may_hold_all_eight_cards() -> None:
    """Inventory page: four at most are ready, but none has to be."""
    cards = [f"item-{n}" for n in range(8)]
    drawn: dict[str, Any] = {"pack": cards[:7], "ready": [SALAD]}
    battle = running(Scene(hero(**drawn), foe("e1", at=(0, 0))))
    inventory.stow(battle, UnitId("a1"), CardId(f"a1-{SALAD}"))
    assert battle.mat(UnitId("a1")).ready == ()
    assert len(battle.mat(UnitId("a1")).pack) == 8
    assert battle.mat(UnitId("a1")).pack[-1] == Card(CardId(f"a1-{SALAD}"), ItemId(SALAD))


def test_the_necrosis_stack_outlasts_the_battle() -> None:
    """Necromancer page: it is cleared with the session, not with the battle."""
    scene = calling(tokens=4).end_turn()
    while scene.state.phase != "over":
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    assert scene.mat("a2").tokens == 4


def test_a_chip_comes_onto_the_necrosis_stack_once_the_whole_engage_is_over() -> None:
    """Necromancer page: not while dice are left to resolve."""
    scene = engaged(row=["combat", "combat"], face="combat:1")
    assert scene.mat("a1").tokens == 0
    assert scene.resolve("combat").mat("a1").tokens == 1


def test_a_spiritual_guardian_cannot_be_dismissed() -> None:
    """Necromancer page: it has to be defeated."""
    scene = called(tokens=6)
    ways = [key for question in scene.questions for key in _keys(question.shape)]
    assert not [key for key in ways if "guardian" in key or "dismiss" in key]


def _keys(shape: Any) -> list[str]:
    return [option.key for option in getattr(shape, "options", ())]
