"""Common clothing, one test for each piece."""

import pytest

from tests.rules.content.items.arming import armed, attacked, engages, in_turn, resolves
from tests.scene import Refused, Scene, foe, hero

rule = pytest.mark.rule


def used(scene: Scene, piece: str) -> Scene:
    return scene.answer("turn.act", f"use:a1-{piece}:{piece}")


@rule("ITM-13", "CLS-19", "CLS-3", "ITM-3")
def test_sandals_sell_two_hexes_for_one_tenacity_once_a_turn() -> None:
    scene = used(in_turn("couriers-sandals"), "couriers-sandals")
    scene.answer("couriers-sandals.move", "1,0", "2,0")
    assert (scene.unit("a1").at, scene.mat("a1").tenacity) == ((2, 0), 4)
    assert not any("sandals" in key for key in scene.offered("turn.act"))
    assert scene.mat("a1").ready


@rule("ITM-13")
def test_clothing_is_not_offered_without_the_tenacity_for_it() -> None:
    scene = in_turn("homespun-shawl", tenacity=1, track=["LF"])
    assert not any("shawl" in key for key in scene.offered("turn.act"))


@rule("CLS-19", "CLS-9")
def test_clothing_lets_its_wearer_change_form_as_any_class_ability_does() -> None:
    scene = in_turn("duelists-sash", foe("e1", at=(1, 0), health=5, hp=5, skills=()))
    scene.answer("turn.reform", "duelists-sash:magic")
    assert (scene.mat("a1").form, scene.track("a1"), scene.hp("e1")) == ("magic", ["LF"], 3)


def test_a_shawl_takes_two_light_fatigue_for_two_tenacity() -> None:
    scene = used(in_turn("homespun-shawl", track=["LF", "combat", "LF", "LF"]), "homespun-shawl")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["combat", "LF"], 3)


def test_breeches_use_two_class_abilities_of_printed_price_one_for_nothing() -> None:
    """Even one that was used this turn; clothing lends class abilities, too."""
    scene = in_turn("wood-elf-breeches", ready=["wood-elf-breeches", "couriers-sandals"])
    used(scene, "couriers-sandals").answer("couriers-sandals.move", "1,0")
    used(scene, "wood-elf-breeches")
    scene.answer("wood-elf-breeches.ability", "sandals").answer("couriers-sandals.move", "2,0")
    scene.answer("wood-elf-breeches.ability", "sandals").answer("couriers-sandals.move", "3,0")
    assert (scene.unit("a1").at, scene.mat("a1").tenacity) == ((3, 0), 2)


def test_breeches_are_cheaper_with_wind_walker_but_go_by_printed_prices() -> None:
    """A reduced price makes no ability fit; p. of the Acrobatics line's rulings."""
    ready = ["wood-elf-breeches", "couriers-sandals", "homespun-shawl"]
    track = ["wind-walker@wind-walker:1", "LF", "LF"]
    scene = used(in_turn("wood-elf-breeches", ready=ready, track=track), "wood-elf-breeches")
    assert scene.mat("a1").tenacity == 4
    assert scene.offered("wood-elf-breeches.ability") == ["couriers-sandals.couriers-sandals"]


def test_a_pilgrims_robe_heals_a_neighbour_or_the_wearer() -> None:
    scene = in_turn("pilgrims-robe", hero("a2", at=(1, 0), hp=1), hp=4)
    used(scene, "pilgrims-robe").answer("pilgrims-robe.who", "a2")
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 3)


def test_a_tinkers_apron_recovers_the_two_leftmost_places() -> None:
    scene = used(in_turn("tinkers-apron", track=["OF", "combat", "LF"]), "tinkers-apron")
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "OF"], ["combat"])


@rule("CLS-19", "CLS-5")
def test_a_veil_rerolls_a_die_of_ones_own_roll_as_an_interrupt() -> None:
    scene = armed("steel-maul", "heavy-weapon", ready=["fortune-tellers-veil"], tenacity=1)
    scene.rolls("tenacity", "combat:2").engage("a1", "e1", ["combat"])
    scene.answer("after_roll", "veil")
    assert scene.mat("a1").tenacity == 0
    assert resolves(scene).hp("e1") == 7


def test_a_poncho_drives_an_adjacent_enemy_two_hexes_off() -> None:
    scene = in_turn("drovers-poncho", foe("e1", at=(1, 0), skills=()))
    used(scene, "drovers-poncho")
    scene.answer("drovers-poncho.shove", "2,0").answer("drovers-poncho.shove", "3,0")
    assert scene.unit("e1").at == (3, 0)


def test_a_sash_deals_two_damage_to_an_adjacent_enemy() -> None:
    scene = in_turn("duelists-sash", foe("e1", at=(1, 0), health=5, hp=5, skills=()))
    assert used(scene, "duelists-sash").hp("e1") == 3


def test_a_witchs_hood_maims_an_enemy_within_three_hexes() -> None:
    scene = in_turn("hedge-witchs-hood", foe("e1", at=(3, 0), skills=()))
    assert used(scene, "hedge-witchs-hood").unit("e1").statuses == ("maim",)


@rule("CLS-19", "CLS-5")
def test_a_sentrys_cloak_prevents_two_in_an_enemys_turn() -> None:
    scene = attacked("sentrys-cloak", tenacity=3).answer("damage_coming", "cloak")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 1)


def test_a_doublet_gives_another_adventurer_two_tenacity() -> None:
    scene = used(in_turn("minstrels-doublet", hero("a2", at=(3, 0))), "minstrels-doublet")
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (4, 2)


@rule("CLS-19", "CLS-4")
@pytest.mark.parametrize(("tenacity", "reach"), [(2, 3), (3, 4)])
def test_a_belt_lengthens_moves_while_there_is_tenacity_enough(tenacity: int, reach: int) -> None:
    scene = in_turn("monks-rope-belt", tenacity=tenacity)
    assert f"-{reach},0" in scene.offered("turn.move")
    assert f"-{reach + 1},0" not in scene.offered("turn.move")
    assert scene.mat("a1").tenacity == tenacity


def test_a_wrap_takes_a_status_of_ones_choice() -> None:
    scene = used(in_turn("beggars-wrap", track=["fear", "daze"]), "beggars-wrap")
    assert scene.answer("beggars-wrap.status", "daze").track("a1") == ["fear"]


@rule("ITM-11", "ITM-19")
def test_a_smock_refreshes_an_expended_item() -> None:
    scene = armed("pitch-sprayer", "ranged-weapon", ready=["pitch-sprayer", "alchemists-smock"],
                  tenacity=3)  # fmt: skip
    resolves(engages(scene, "tenacity", "enemy:0", "enemy:0", "enemy:0"))
    assert scene.mat("a1").ready[0].expended
    assert not used(scene, "alchemists-smock").mat("a1").ready[0].expended


@pytest.mark.parametrize("form", ["ranged-weapon", "magic"])
def test_a_spyglass_vest_lengthens_the_range_until_the_turn_ends(form: str) -> None:
    scene = in_turn("spyglass-vest", foe("e1", at=(4, 0), skills=()), form=form, row=["combat"])
    assert not scene.state.used
    with pytest.raises(Refused, match="is not on offer"):
        scene.engage("a1", "e1")
    used(scene, "spyglass-vest").engage("a1", "e1")
    assert scene.state.turn is not None
    assert scene.state.turn.engages == 1
