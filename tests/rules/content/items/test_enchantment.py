"""Common enchantments, one test for each."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import EnchantmentSpent
from protocol.ids import CardId, ItemId
from server.rules.battle.kernel.state import BattleState, Enchantment
from tests.rules.content.items.arming import armed, attacked, enemy_dice, engages, in_turn, resolves
from tests.scene import Scene, foe, hero
from tests.scene.reading import noted

rule = pytest.mark.rule
JERKIN = "padded-prison-jerkin"


def laid(scene: Scene, spell: str, on: str, chips: int = 0) -> Scene:
    """The same scene with an enchantment at work from the start."""
    start = scene.play.start
    assert isinstance(start, BattleState)
    spells = {**start.enchantments, CardId(f"x-{spell}"): Enchantment(ItemId(spell), on, chips)}
    again = Scene.at(replace(start, enchantments=spells), scene.catalogue)
    again.rolls(*scene.script.numbers)
    return again


def put(scene: Scene, on: str = "") -> Scene:
    """The acting adventurer uses its enchantment."""
    scene.answer("turn.act", "enchant")
    return scene.answer("enchant", on) if on else scene


@rule("ITM-8")
def test_an_enchantment_leaves_the_inventory_for_the_component_it_is_put_on() -> None:
    scene = put(in_turn("glyph-of-stamina", hero("a2", at=(1, 0))), "a2")
    assert scene.mat("a1").ready == ()
    card = "a1-glyph-of-stamina"
    assert scene.state.enchantments == {card: Enchantment(ItemId("glyph-of-stamina"), "a2")}
    assert scene.state.decks["common"].discard == ()


@rule("ITM-8")
def test_an_enchantment_that_is_only_carried_does_nothing() -> None:
    scene = in_turn("glyph-of-quickening")
    assert "-4,0" not in scene.offered("turn.move")


@rule("ITM-8")
def test_an_item_bears_one_enchantment() -> None:
    scene = armed("steel-maul", "heavy-weapon", ready=["steel-maul", "glyph-of-the-keen-edge"])
    taken = laid(scene, "glyph-of-rime", "a1-steel-maul")
    assert not any("enchant" in key for key in taken.offered("turn.act"))


@rule("ITM-8")
@pytest.mark.parametrize("spell", ["glyph-of-the-keen-edge", "glyph-of-padding"])
def test_an_enchantment_without_its_component_cannot_be_used(spell: str) -> None:
    assert not any("enchant" in key for key in in_turn(spell).offered("turn.act"))


@rule("ITM-8")
def test_a_glyph_of_stamina_takes_light_fatigue_that_lies_first_after_recovery() -> None:
    other = hero("a2", at=(1, 0), track=["combat", "LF", "LF"], cooldown=1)
    scene = put(in_turn("glyph-of-stamina", other), "a2").end_turn()
    assert (scene.track("a2"), scene.row("a2")) == (["LF"], ["combat"])


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
def test_an_enchantment_without_uses_stays_at_work_round_after_round_and_after_the_battle() -> None:
    """It is in no inventory and in no discard pile; only the end of a session takes it away."""
    scene = Scene(
        hero("a1", hp=9, health=9, ready=["glyph-of-warding"]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
    )
    scene.rolls("enemy:2", "enemy:2", "enemy:2").answer("turn.act", "enchant")
    for left in (8, 7, 6):
        scene.end_turn().answer("damage_coming", "warding")
        assert scene.hp("a1") == left
    scene.answer("turn.act", "retreat").rolls("enemy:0").end_turn().answer("round.retreat", "yes")
    assert scene.state.phase == "over"
    laid_on = {"a1-glyph-of-warding": Enchantment(ItemId("glyph-of-warding"), "a1")}
    assert scene.state.enchantments == laid_on
    assert (scene.mat("a1").ready, scene.mat("a1").pack) == ((), ())
    assert scene.state.decks["common"].discard == ()


def test_a_glyph_of_quickening_lengthens_moves() -> None:
    scene = put(in_turn("glyph-of-quickening"))
    assert "-4,0" in scene.offered("turn.move")


@pytest.mark.parametrize(("weapon", "dice"), [("steel-maul", 1), ("quarrymans-pick", 1)])
def test_a_keen_edge_adds_a_die_to_engages_with_the_enchanted_weapon(
    weapon: str, dice: int
) -> None:
    """Each is used once; the glyph lies on the pick."""
    ready = [weapon, "steel-maul", "quarrymans-pick"]
    scene = armed(weapon, "heavy-weapon", ready=list(dict.fromkeys(ready)))
    scene = laid(scene, "glyph-of-the-keen-edge", "a1-quarrymans-pick")
    engages(scene, "tenacity", *["enemy:1"] * dice)
    assert enemy_dice(scene) == dice


def test_a_keen_edge_adds_no_die_in_magic_form() -> None:
    """C-49."""
    scene = armed("oak-lightning-staff", "magic")
    scene = laid(scene, "glyph-of-the-keen-edge", "a1-oak-lightning-staff")
    assert engages(scene).hp("e1") == 8


@rule("ITM-8")
@pytest.mark.parametrize("chips", [0, 2])
def test_a_glyph_of_rime_maims_the_target_three_times(chips: int) -> None:
    scene = laid(armed("steel-maul", "heavy-weapon"), "glyph-of-rime", "a1-steel-maul", chips)
    resolves(engages(scene, "combat:1", "enemy:0")).answer("engage_over", "rime")
    assert scene.unit("e1").statuses == ("maim",)
    left = (
        {}
        if chips
        else {"x-glyph-of-rime": Enchantment(ItemId("glyph-of-rime"), "a1-steel-maul", 1)}
    )
    assert scene.state.enchantments == left
    assert scene.state.decks["common"].discard == (("glyph-of-rime",) if chips else ())


def test_a_steady_hand_rerolls_one_die_once_a_round() -> None:
    scene = armed("quarrymans-pick", "heavy-weapon", row=["combat", "combat"])
    scene = laid(scene, "glyph-of-the-steady-hand", "a1-quarrymans-pick")
    engages(scene, "tenacity", "combat:2").answer("after_roll", "steady")
    assert resolves(scene).hp("e1") == 7
    engages(scene, "tenacity")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


def test_padding_prevents_one_more_when_the_armor_is_used() -> None:
    scene = laid(attacked(JERKIN), "glyph-of-padding", f"a1-{JERKIN}")
    assert noted(scene, "damage_coming")["wear"] == "Prevent 1. Prevents 2 of 3."
    assert scene.answer("damage_coming", "wear").hp("a1") == 4


def test_padding_does_nothing_while_the_armor_is_not_used() -> None:
    scene = laid(attacked(JERKIN), "glyph-of-padding", f"a1-{JERKIN}")
    assert scene.passes("damage_coming").hp("a1") == 2


@pytest.mark.parametrize(("spell", "hurt"), [("glyph-of-thorns", 1)])
def test_thorns_prick_an_adjacent_enemy_afterwards(spell: str, hurt: int) -> None:
    scene = laid(attacked(JERKIN), spell, f"a1-{JERKIN}").answer("damage_coming", "wear")
    assert scene.hp("e1") == 9 - hurt


def test_a_glyph_of_calm_gives_tenacity_four_times() -> None:
    scene = laid(attacked(JERKIN), "glyph-of-calm", f"a1-{JERKIN}", chips=3)
    scene.answer("damage_coming", "wear")
    assert scene.mat("a1").tenacity == 1
    assert scene.state.enchantments == {}


def hexed(spell: str, **figures: Any) -> Scene:
    """An enemy 3 hexes away has been hexed, and it is about to act."""
    made = {"health": 9, "hp": 9, "skills": (), **figures}
    scene = in_turn(spell, foe("e1", "high-elf-bandit", at=(3, 0), **made), race="khajiit")
    return put(scene)


@rule("ITM-8")
@pytest.mark.parametrize(("combat", "dice"), [(3, 2), (1, 1)])
def test_a_hex_of_blunted_claws_takes_a_die_but_the_last(combat: int, dice: int) -> None:
    scene = hexed("hex-of-blunted-claws", combat=combat, range=3)
    scene.rolls(*["enemy:0"] * dice).end_turn()
    assert enemy_dice(scene) == dice


def test_a_hex_of_cracked_hide_takes_two_defense() -> None:
    made: dict[str, Any] = {"health": 9, "hp": 9, "skills": (), "defense": 3}
    scene = in_turn("hex-of-cracked-hide", foe("e1", at=(1, 0), **made), row=["combat"])
    put(scene).rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 8


def test_a_hex_of_leaden_feet_slows_an_enemy() -> None:
    scene = hexed("hex-of-leaden-feet", range=1, combat=1).end_turn()
    assert scene.unit("e1").at == (2, 0)


def test_an_enemy_beyond_three_hexes_cannot_be_hexed() -> None:
    scene = in_turn("hex-of-leaden-feet", foe("e1", at=(4, 0)))
    assert not any("enchant" in key for key in scene.offered("turn.act"))


@rule("ITM-8")
@pytest.mark.parametrize("chips", [0, 3])
def test_a_sigil_of_the_hearth_heals_who_starts_its_turn_on_the_tile(chips: int) -> None:
    scene = Scene(
        hero("a1", race="khajiit", hp=1),
        hero("a2", at=(2, -1), race="khajiit", hp=1),
        foe("e1", at=(-4, 0)),
    )
    scene = laid(scene, "sigil-of-the-hearth", "clash", chips).end_turn()
    assert (scene.hp("a1"), scene.hp("a2")) == (1, 2)
    spent = scene.events(EnchantmentSpent)
    assert [event.how for event in spent] == (["chip", "discard"] if chips else ["chip"])


def test_a_sigil_is_put_on_the_tile_one_stands_on() -> None:
    scene = put(in_turn("sigil-of-the-hearth"))
    card = "a1-sigil-of-the-hearth"
    assert scene.state.enchantments == {card: Enchantment(ItemId("sigil-of-the-hearth"), "clash")}
