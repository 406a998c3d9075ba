"""Cards of a pack: every effect that has a name, and upon whom it works."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from server.rules.battle.components.printed import Item
from server.rules.content.blocks import wields
from server.rules.content.catalogue import catalogue
from server.rules.content.packs.items import PrintedItem, item_of
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
FOE = foe("e1", at=(0, 0), hp=3, combat=0, defense=0, range=9, skills=())


def card(*does: dict[str, Any], **figures: Any) -> Item:
    row = {
        "id": "cider", "name": "Mulled Cider", "subtype": "consumable", "deck": "common",
        "lock": "3: 5k-2-2", "text": "Drink.", "does": list(does), **figures,
    }  # fmt: skip
    return item_of(msgspec.convert(row, PrintedItem))


def used(item: Item, **figures: Any) -> Scene:
    """Used in the first turn by an adventurer next to an enemy, with another beside it."""
    box = catalogue()
    cards = replace(box, items={**box.items, item.id: item})
    one = {"hp": 2, "track": ["LF", "combat"], "ready": ["cider"], **figures}
    heroes = hero("a1", at=(1, -1), **one), hero("a2", at=(1, -2), hp=1)
    scene = Scene(*heroes, FOE, cards=cards)
    return scene.answer("turn.act", "use:a1-cider")


@rule("ITM-9")
def test_a_consumable_heals_and_is_gone() -> None:
    scene = used(card({"effect": "heals", "points": 2}))
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 1)
    assert scene.mat("a1").ready == ()


@rule("ITM-11")
def test_a_potion_is_expended() -> None:
    scene = used(card({"effect": "heals"}, subtype="potion"))
    assert [one.expended for one in scene.mat("a1").ready] == [True]


@pytest.mark.parametrize(("who", "hp"), [("near", (3, 2)), ("everybody", (3, 2)), ("you", (3, 1))])
def test_a_card_says_upon_whom_it_works(who: str, hp: tuple[int, int]) -> None:
    scene = used(card({"effect": "heals"}, who=who)).default(perhaps="heal.less")
    assert (scene.hp("a1"), scene.hp("a2")) == hp


def test_bonus_hp_and_tenacity() -> None:
    scene = used(card({"effect": "gains-bonus", "points": 2}, {"effect": "gains-tenacity"}))
    assert (scene.unit("a1").bonus, scene.mat("a1").tenacity) == (2, 1)


def test_dice_come_back_and_fatigue_goes() -> None:
    scene = used(card({"effect": "recovers"}, {"effect": "sheds-fatigue"})).default()
    assert (scene.row("a1"), scene.track("a1")) == (["combat"], [])


def test_movement() -> None:
    item = card({"effect": "moves", "points": 2})
    scene = used(item)
    question = scene.questions[0]
    scene.answer(question.why, "2,-1")
    assert scene.unit("a1").at == (2, -1)


def test_damage_to_an_enemy_in_reach() -> None:
    assert used(card({"effect": "burns", "points": 2}, who="enemy")).hp("e1") == 1


@rule("STS-3")
def test_a_status_on_an_enemy() -> None:
    scene = used(card({"effect": "afflicts", "status": "maim"}, who="enemy", within=1))
    assert scene.unit("e1").statuses == ("maim",)


@rule("LOK-2")
def test_its_lock_stands_on_its_back() -> None:
    lock = card({"effect": "heals"}).lock
    assert (lock.attempts, lock.digits, lock.keys) == (3, (5, 2, 2), (5,))


def test_a_figure_that_a_weapons_ability_leaves_out_is_one() -> None:
    blocks: list[type[msgspec.Struct]] = [
        wields.MoreDice,
        wields.Ignores,
        wields.Strikes,
        wields.Spreads,
        wields.Sweeps,
    ]
    for block in blocks:
        figures = {one.name: one.default for one in msgspec.structs.fields(block)}
        assert figures.get("points", figures.get("count")) == 1
