"""Enemy bags: double-sided chips, expansions and provinces (p12; SET-2, LIM-7)."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.battle import UnitDeployed
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.state import Deck
from server.rules.battle.setup import enemy_pool
from server.rules.content.catalogue import catalogue
from tests.rules.battle.printed import with_encounter
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
BACKS = {
    "bag-1": Deck(cards={"wolf": 2}, backs={"wolf": "sabre-cat"}),
    "bag-5": Deck(cards={"sabre-cat": 2}, backs={"sabre-cat": "wolf"}),
}


def killed(**figures: Any) -> Scene:
    """A level 5 enemy with Rally falls while another is in play; a wolf takes its place."""
    scene = Scene(
        hero(row=["combat"]),
        foe("e1", "sabre-cat", at=(0, 0), hp=1, level=5, defense=0, skills=("rally",)),
        foe("e2", at=(0, -4), combat=0),
        decks=BACKS,
        **figures,
    )
    return scene.rolls("combat:1", 0).engage("a1", "e1", ["combat"]).resolve("combat")


@rule("SET-2", "LIM-7")
def test_a_chip_drawn_on_one_side_is_not_in_the_bag_on_the_other() -> None:
    scene = killed()
    assert [event.chip["chip"] for event in scene.events(UnitDeployed)] == ["wolf"]
    assert scene.state.decks["bag-1"].cards == {"wolf": 1}
    assert scene.state.decks["bag-5"].cards["sabre-cat"] == 1


@rule("SET-2", "DEF-11")
def test_a_chip_that_comes_back_lies_in_the_bag_with_both_sides() -> None:
    """Penumbra takes the place of a wolf, which goes back, and with it the sabre cat."""
    scene = Scene(
        hero(at=(0, 2), row=["combat"]),
        foe("e1", "wolf", at=(0, 0)),
        foe("e2", at=(0, 3), kind="quest", hp=1, skills=("penumbra",), level=0),
        decks=BACKS,
    )
    scene.rolls("combat:1").engage("a1", "e2", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "removed"
    assert scene.state.decks["bag-1"].cards == {"wolf": 3}
    assert scene.state.decks["bag-5"].cards == {"sabre-cat": 3}


def bags(**settings: Any) -> dict[str, Deck]:
    scene = Scene(hero(), cards=with_encounter(), **settings)
    battle = running(scene)
    return enemy_pool.bags(battle, catalogue_of(battle).encounters["jailbreak"])


@rule("SET-2")
def test_each_bag_holds_25_chips_with_a_side_of_either_level() -> None:
    """However often a chip lies in the bag, it lies there as often on both of its sides."""
    made = bags()
    assert {name: sum(bag.cards.values()) for name, bag in made.items()} == {
        "bag-1": 25,
        "bag-5": 25,
        "bag-10": 25,
        "bag-20": 25,
    }
    for low, high in (("bag-1", "bag-5"), ("bag-10", "bag-20")):
        for chip, count in made[low].cards.items():
            back = made[low].backs[chip]
            assert made[high].cards[back] == count
            assert made[high].backs[back] == chip


def test_chips_of_the_expansion_join_where_the_table_plays_with_it() -> None:
    assert "strangler" not in bags()["bag-10"].cards
    assert bags(valenwood=True)["bag-10"].cards["strangler"] == 2


@rule("SET-2")
def test_a_chip_with_a_code_lies_in_the_bag_of_its_province_alone() -> None:
    coded = {"wamasu": replace(catalogue().chips["wamasu"], province="BM")}
    cards = replace(with_encounter(), chips={**catalogue().chips, **coded})

    def drawable(**settings: Any) -> bool:
        battle = running(Scene(hero(), cards=cards, **settings))
        encounter = catalogue_of(battle).encounters["jailbreak"]
        return "wamasu" in enemy_pool.bags(battle, encounter)["bag-10"].cards

    assert not drawable()
    assert not drawable(world={"province": "SK"})
    assert drawable(world={"province": "BM"})


@rule("JB-2")
def test_the_jailbreak_keeps_a_bag_of_its_own_of_one_side_each() -> None:
    battle = running(Scene(hero()))
    made = enemy_pool.bags(battle, catalogue_of(battle).encounters["jailbreak"])
    assert len(made["bag-1"].cards) == 5
    assert not made["bag-1"].backs
    assert not made["bag-5"].cards
