"""Adventurers Rest: HP, dice and items by difficulty, everybody at once (p13, p45, p67)."""

from typing import Any

import pytest

from protocol.ids import ItemId
from server.rules.battle.kernel.state import Enchantment
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import DayEncounter
from server.rules.campaign.rest import rest
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
LOAF, STEW, SHAWL = "falkreath-meat-loaf", "old-aldmeri-orphan-gruel", "homespun-shawl"
PET = "skeever"
LOST = DayEncounter("card", "ambush", battle="defeat", all_fell=True)


def _rest(session: Session) -> None:
    assert rest(session)


def night(*heroes: Hero, difficulty: str = "adept", **state: Any) -> Day:
    return Day(*heroes, do=_rest, difficulty=difficulty, **state)


@pytest.mark.parametrize(
    ("difficulty", "hp"),
    [
        pytest.param("apprentice", 4, marks=rule("DIF-1", "EOD-5")),
        pytest.param("adept", 3, marks=rule("DIF-2", "EOD-5")),
    ],
)
def test_a_rest_heals_by_difficulty(difficulty: str, hp: int) -> None:
    day = night(hero(hp=2), difficulty=difficulty)
    assert day.hp("a1") == hp


@rule("EOD-5")
def test_a_defeated_adventurer_stands_again_after_a_rest() -> None:
    day = night(hero("a1"), hero("a2", fate="defeated"))
    assert (day.hp("a2"), day.unit("a2").fate) == (1, "")


@rule("EOD-6", "DIF-2", "FAT-3")
def test_one_die_of_any_kind_and_place_leaves_the_track() -> None:
    day = night(hero(track=["LF", "OF", "combat"]))
    day.answer("together.rest.dice", "at:1")
    assert day.track("a1") == ["LF", "combat"]
    assert day.state.supply["OF"] == 12


@rule("DIF-1", "EOD-6")
def test_on_apprentice_two_dice_leave_it() -> None:
    day = night(hero(track=["LF", "OF", "combat"]), difficulty="apprentice")
    day.answer("together.rest.dice", "at:2", "at:1")
    assert (day.track("a1"), day.row("a1")) == (["LF"], ["combat"])


@rule("EOD-6")
def test_where_no_more_lie_than_leave_nobody_is_asked() -> None:
    day = night(hero(track=["LF", "bane"]), difficulty="apprentice")
    assert not day.questions
    assert day.track("a1") == []


@rule("EOD-6", "CD-13")
def test_the_cooldown_stat_counts_for_nothing_in_a_rest() -> None:
    day = night(hero(track=["LF", "LF", "LF"], cooldown=3))
    day.answer("together.rest.dice", "at:0")
    assert day.track("a1") == ["LF", "LF"]


@rule("DIF-3", "EOD-8")
def test_on_expert_a_rest_costs_an_item() -> None:
    tired = hero("a1", hp=2, track=["LF", "OF"], ready=[SHAWL])
    day = night(tired, hero("a2", hp=2, ready=[SHAWL]), difficulty="expert")
    assert (day.hp("a1"), day.hp("a2")) == (2, 2)
    day.answer("together.rest.price", f"discard:a1-{SHAWL}", by="a1")
    day.answer("together.rest.dice", "at:1", by="a1")
    day.answer("together.rest.price", "done", by="a2")
    assert (day.hp("a1"), day.track("a1")) == (3, ["LF"])
    assert day.hp("a2") == 2
    assert day.state.decks["common"].discard == (SHAWL,)


@rule("ITM-10")
def test_a_consumable_given_up_for_a_rest_may_have_its_effect() -> None:
    day = night(hero("a1", hp=1, ready=[LOAF]), difficulty="expert")
    day.answer("together.rest.price", f"use:a1-{LOAF}", by="a1")
    assert day.hp("a1") == 4  # 2 of the loaf, 1 of the rest
    assert day.state.decks["common"].discard == (LOAF,)


@rule("ITM-10")
def test_or_it_goes_without() -> None:
    day = night(hero("a1", hp=1, ready=[LOAF]), difficulty="expert")
    day.answer("together.rest.price", f"discard:a1-{LOAF}", by="a1")
    assert day.hp("a1") == 2


@rule("INV-4")
def test_items_can_be_used_in_a_rest() -> None:
    day = night(hero("a1", hp=1, pack=["cloudy-healing-draught"]))
    day.answer("together.rest.items", "use:", by="a1")
    assert day.hp("a1") == 4


@rule("EOD-8")
def test_on_expert_nobody_without_an_item_rests() -> None:
    day = night(hero(hp=2, track=["LF"]), difficulty="expert")
    assert (day.hp("a1"), day.track("a1")) == (2, ["LF"])
    assert not day.questions


@rule("DEF-7")
def test_on_expert_the_carried_heal_for_nothing_but_a_die_has_its_price() -> None:
    fallen = [hero(name, fate="defeated", track=["LF"], ready=[SHAWL]) for name in ("a1", "a2")]
    day = night(*fallen, difficulty="expert", encounter=LOST)
    assert (day.hp("a1"), day.hp("a2")) == (1, 1)
    day.answer("together.rest.price", f"discard:a1-{SHAWL}", by="a1")
    day.answer("together.rest.price", "done", by="a2")
    assert (day.hp("a1"), day.track("a1")) == (1, [])
    assert (day.hp("a2"), day.track("a2")) == (1, ["LF"])


@rule("EOD-7", "INV-6")
def test_items_are_sorted_and_given_away_side_by_side() -> None:
    day = night(hero("a1", ready=[LOAF, SHAWL]), hero("a2", pack=[STEW]))
    day.answer("together.rest.items", f"pack:a1-{LOAF}", by="a1")
    day.answer("together.rest.items", f"give:a1:a2-{STEW}", by="a2")
    day.answer("together.rest.items", f"ready:a2-{STEW}", by="a1")
    day.answer("together.rest.items", f"give:a2:a1-{SHAWL}", by="a1")
    assert [card.item for card in day.mat("a1").ready] == [STEW]
    assert [card.item for card in day.mat("a1").pack] == [LOAF]
    assert [card.item for card in day.mat("a2").pack] == [SHAWL]


@rule("EOD-7")
def test_who_sleeps_already_wakes_up_for_a_gift() -> None:
    day = night(hero("a1", ready=[LOAF]), hero("a2"))
    assert [question.to for question in day.questions] == [("a1",)]
    day.answer("together.rest.items", f"give:a2:a1-{LOAF}", by="a1")
    assert [question.to for question in day.questions] == [("a2",)]


@rule("EOD-7", "ITM-8")
def test_what_is_enchanted_on_an_item_goes_along_with_it() -> None:
    on = {"i9": Enchantment(ItemId("glyph-of-thorns"), f"a1-{SHAWL}")}
    day = night(hero("a1", ready=[SHAWL]), hero("a2"), enchantments=on)
    day.answer("together.rest.items", "give:a2:", by="a1")
    assert day.state.enchantments == on


@rule("EOD-11")
def test_on_expert_both_sides_of_a_trade_have_paid_for_their_rest() -> None:
    day = night(hero("a1", ready=[LOAF, SHAWL]), hero("a2", ready=[LOAF]), difficulty="expert")
    day.answer("together.rest.price", f"discard:a1-{LOAF}", by="a1")
    assert not [key for key in day.offered("together.rest.items") if key.startswith("give")]
    day.answer("together.rest.price", f"discard:a2-{LOAF}", by="a2")
    assert f"give:a2:a1-{SHAWL}" in day.offered("together.rest.items")


@rule("INV-1", "EOD-7")
def test_nobody_is_given_a_ninth_item() -> None:
    loaded = hero("a2", ready=[f"x{n}" for n in range(0)], pack=[LOAF] * 8)
    offered = night(hero("a1", ready=[SHAWL]), loaded).offered("together.rest.items")
    assert not [key for key in offered if key.startswith("give")]


@rule("ITM-17")
def test_a_ready_pet_goes_to_no_pack() -> None:
    full = hero("a2", ready=[LOAF, STEW, SHAWL, LOAF])
    pets = [one for one in night(hero()).catalogue.items.values() if one.subtype == "pet"]
    day = night(hero("a1", ready=[pets[0].id]), full)
    offered = day.offered("together.rest.items")
    assert not [key for key in offered if key.startswith(("give", "pack"))]
    day.answer("together.rest.items", f"discard:a1-{pets[0].id}", by="a1")
    assert day.mat("a1").ready == ()


@rule("ITM-17")
def test_a_pet_that_never_was_ready_is_given_like_any_other_item() -> None:
    full = hero("a2", ready=[LOAF, STEW, SHAWL, LOAF])
    pets = [one for one in night(hero()).catalogue.items.values() if one.subtype == "pet"]
    day = night(hero("a1", pack=[pets[0].id]), full)
    day.answer("together.rest.items", f"give:a2:a1-{pets[0].id}", by="a1")
    assert [card.item for card in day.mat("a2").pack] == [pets[0].id]
