"""Locks that serve another effect than an item: levers and shrines (p68; CAC-6, C-21)."""

import pytest

from server.rules.battle.kernel.state import Deck
from tests.rules.content.encounters.drawing import drawn, fought
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-3, 3), combat=0, range=9, skills=())


def before_lock(rule_: dict[str, object], *, hp: int = 5) -> Scene:
    """An adventurer next to the lock A; hexes B are shut, if the rule says so."""
    cards = drawn({(2, 0): "A", (0, 0): "1", (1, 0): "B"}, rule_)
    item = next(card for card in cards.items.values() if card.lock.id == "3:5-2-2")
    decks = {"common": Deck(cards={item.id: 2}, top="3:5-2-2")}
    one = hero(at=(3, -1), race="nord", hp=hp)
    return fought(cards, one, FAR, decks=decks)


def picked(scene: Scene, *dice: int) -> Scene:
    scene.rolls(*(f"d6:{value}" for value in dice))
    return scene.move((2, 0)).answer("cache.pick", "pick")


@rule("CAC-6", "MAP-3", "DUN-7")
def test_a_picked_lever_opens_the_way_and_is_gone() -> None:
    scene = before_lock({"rule": "lever", "at": "A", "opens": "B"})
    assert list(scene.state.blocked) == [(1, 0)]
    picked(scene, 5, 2, 2)
    assert list(scene.state.blocked) == []
    assert scene.state.caches == {}
    assert scene.mat("a1").ready == scene.mat("a1").pack == ()


@rule("CAC-5", "CAC-6")
def test_a_lever_that_was_not_picked_stays_locked() -> None:
    """C-21: the chip of an ordinary cache would be gone."""
    scene = before_lock({"rule": "lever", "at": "A", "opens": "B"})
    picked(scene, 1, 1, 1).passes("lockpick.adjust").passes("lockpick.keep")
    assert list(scene.state.blocked) == [(1, 0)]
    assert scene.state.caches == {"2,0": "common"}
    assert scene.state.decks["common"].bottom == ("3:5-2-2",)


@rule("CAC-6")
def test_a_picked_shrine_heals_every_adventurer_and_gives_tenacity() -> None:
    scene = before_lock({"rule": "shrine", "at": "A", "heal": 2, "tenacity": 1}, hp=2)
    picked(scene, 5, 2, 2)
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 1)
    assert scene.state.caches == {}


@rule("CAC-6")
def test_a_shrine_that_was_not_picked_gives_nothing_and_is_gone() -> None:
    scene = before_lock({"rule": "shrine", "at": "A", "heal": 2, "tenacity": 1}, hp=2)
    picked(scene, 1, 1, 1).passes("lockpick.adjust").passes("lockpick.keep")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (2, 0)
    assert scene.state.caches == {}
