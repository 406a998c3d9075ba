"""Legendary enchantments, one test for each."""

import pytest

from protocol.ids import ItemId
from server.rules.battle.kernel.state import Enchantment
from tests.rules.content.items.arming import armed, attacked, engages, in_turn, resolves
from tests.rules.content.items.test_enchantment import laid, put
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
JERKIN = "padded-prison-jerkin"


@rule("ITM-8")
def test_a_glyph_of_absorption_heals_who_defeats_an_enemy() -> None:
    scene = in_turn(
        "glyph-of-absorption",
        foe("e1", at=(1, 0), hp=1, skills=()),
        foe("e2", at=(4, 0), skills=()),
        hp=2,
        row=["combat"],
    )
    put(scene).rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 3


@rule("DMG-9")
@pytest.mark.parametrize("skills", [(), ("arcane",)])
def test_a_returning_breath_keeps_the_last_hp_once(skills: tuple[str, ...]) -> None:
    """Whatever the damage is; it is a limit and prevents nothing."""
    dice = ("enemy:2", "enemy:2", "enemy:2")
    scene = laid(attacked(dice=dice, skills=skills), "glyph-of-returning-breath", "a1")
    assert (scene.hp("a1"), scene.unit("a1").fate) == (1, "")
    assert scene.state.enchantments == {}
    assert scene.state.decks["legendary"].discard == ("glyph-of-returning-breath",)


def test_a_returning_breath_stays_while_hp_are_left() -> None:
    scene = laid(attacked(), "glyph-of-returning-breath", "a1")
    assert scene.hp("a1") == 2
    assert scene.state.enchantments


@pytest.mark.parametrize(("face", "hp"), [("combat:1", 3), ("tenacity", 2)])
def test_a_hungry_edge_heals_if_the_target_lost_hp(face: str, hp: int) -> None:
    scene = armed("quarrymans-pick", "heavy-weapon", hp=2)
    scene = laid(scene, "glyph-of-the-hungry-edge", "a1-quarrymans-pick")
    assert resolves(engages(scene, face)).hp("a1") == hp


@rule("ITM-20", "ITM-8")
def test_a_last_rivet_is_discarded_in_place_of_the_overtaxed_weapon() -> None:
    scene = laid(armed("quarrymans-pick", "heavy-weapon"), "glyph-of-the-last-rivet",
                 "a1-quarrymans-pick")  # fmt: skip
    resolves(engages(scene, "tenacity", overtax=True)).answer("overtaxed", "rivet")
    assert [card.item for card in scene.mat("a1").ready] == ["quarrymans-pick"]
    assert scene.state.enchantments == {}
    assert scene.state.decks["legendary"].discard == ("glyph-of-the-last-rivet",)


def test_a_last_rivet_fits_armor_too() -> None:
    scene = laid(attacked(JERKIN), "glyph-of-the-last-rivet", f"a1-{JERKIN}")
    scene.answer("damage_coming", "overtax").answer("overtaxed", "rivet")
    assert [card.item for card in scene.mat("a1").ready] == [JERKIN]


@rule("ITM-8")
def test_without_the_rivet_the_enchantment_goes_with_the_overtaxed_item() -> None:
    scene = laid(attacked(JERKIN), "glyph-of-the-last-rivet", f"a1-{JERKIN}")
    scene.answer("damage_coming", "overtax").passes("overtaxed")
    assert (scene.mat("a1").ready, scene.state.enchantments) == ((), {})
    assert scene.state.decks["legendary"].discard == ("glyph-of-the-last-rivet",)


def test_a_mirror_plate_strikes_back_once_a_round() -> None:
    scene = Scene(
        hero(at=(0, 0), ready=[JERKIN]),
        foe("e1", "high-elf-bandit", at=(-1, 0), combat=1, skills=(), health=5, hp=5),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=(), health=5, hp=5),
        turn=None,
    )
    scene = laid(scene, "glyph-of-the-mirror-plate", f"a1-{JERKIN}").rolls("enemy:1", "enemy:1")
    scene.answer("enemy.order", "e1").answer("damage_coming", "wear")
    scene.answer("damage_coming", "wear")
    assert (scene.hp("e1"), scene.hp("e2")) == (3, 5)


def test_a_sigil_of_cinders_burns_enemies_that_start_their_turn_on_the_tile() -> None:
    scene = Scene(
        hero(at=(0, 0)),
        foe("e1", at=(-4, 0), health=5, hp=5, range=1, combat=0, skills=()),
        turn=None,
    )
    scene = laid(scene, "sigil-of-cinders", "clash")
    assert scene.hp("e1") == 4
    sigil = ItemId("sigil-of-cinders")
    assert scene.state.enchantments == {f"x-{sigil}": Enchantment(sigil, "clash", 1)}


@rule("ITM-8")
def test_a_mark_of_the_hunt_rewards_who_defeats_its_bearer_and_is_discarded() -> None:
    scene = in_turn(
        "mark-of-the-hunt",
        foe("e1", at=(1, 0), hp=1, skills=()),
        foe("e2", at=(4, 0), skills=()),
        hp=2,
        tenacity=0,
        row=["combat"],
    )
    put(scene).rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 2)
    assert scene.state.enchantments == {}
    assert scene.state.decks["legendary"].discard == ("mark-of-the-hunt",)
