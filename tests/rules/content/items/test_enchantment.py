from typing import Any

import pytest

from server.rules.battle.state import Enchantment
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def enchanting(glyph: str, on: str = "a2", **figures: Any) -> Scene:
    """The first adventurer has put the glyph on the second, who stands beside."""
    scene = Scene(
        hero("a1", race="khajiit", ready=[glyph]),
        hero("a2", race="khajiit", at=(2, -1), **figures),
        foe("e1", "high-elf-bandit", at=(2, 0), combat=1, hp=1, range=1, skills=()),
        round=2,
    )
    return scene.answer("turn.act", "enchant").answer("enchant", on)


@rule("ITM-8")
def test_an_enchantment_leaves_the_inventory_for_the_adventurer_it_is_put_on() -> None:
    scene = enchanting("glyph-of-stamina")
    assert scene.mat("a1").ready == ()
    card = "a1-glyph-of-stamina"
    assert scene.state.enchantments == {card: Enchantment("glyph-of-stamina", "a2")}
    assert scene.state.decks["common"].discard == ()


@rule("ITM-8")
def test_a_glyph_of_stamina_takes_light_fatigue_that_lies_first_after_recovery() -> None:
    scene = enchanting("glyph-of-stamina", track=["combat", "LF", "LF"], cooldown=1).end_turn()
    assert (scene.track("a2"), scene.row("a2")) == (["LF"], ["combat"])


@rule("ITM-8")
def test_a_glyph_that_is_only_carried_does_nothing() -> None:
    scene = Scene(
        hero("a1", race="khajiit"),
        hero("a2", race="khajiit", at=(2, -1), track=["LF"], ready=["glyph-of-stamina"]),
        foe("e1", at=(-4, 0)),
        round=2,
    )
    scene.end_turn()
    assert scene.track("a2") == ["LF"]


@rule("ITM-8")
def test_a_glyph_of_warding_prevents_one_once_a_round() -> None:
    scene = Scene(
        hero("a1", race="khajiit", ready=["glyph-of-warding"]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=()),
    )
    scene.rolls("enemy:2", "enemy:2").answer("turn.act", "enchant").end_turn()
    scene.answer("enemy.order", "e1").answer("damage_coming", "warding")
    assert scene.hp("a1") == 2


@rule("ITM-8")
def test_a_glyph_of_absorption_heals_who_defeats_an_enemy() -> None:
    scene = enchanting("glyph-of-absorption", hp=2, row=["combat"]).end_turn()
    scene.rolls("combat:1").engage("a2", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a2") == 3
