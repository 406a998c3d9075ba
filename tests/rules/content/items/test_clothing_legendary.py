"""Legendary clothing, one test for each piece."""

from typing import Any

import pytest

from tests.rules.content.items.arming import armed, enemy_dice, in_turn
from tests.rules.content.items.test_clothing import used
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def test_a_cowl_hides_its_wearer() -> None:
    scene = used(in_turn("cowl-of-grey-dusk"), "cowl-of-grey-dusk")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["stealth"], 3)


def test_a_robe_of_tides_recovers_four_dice() -> None:
    scene = used(
        in_turn("robe-of-the-patient-tide", track=["combat"] * 5), "robe-of-the-patient-tide"
    )
    scene.answer("robe-of-the-patient-tide.dice", *scene.mat("a1").track[:4])
    assert (len(scene.row("a1")), len(scene.track("a1"))) == (4, 1)


@rule("CLS-19", "CLS-5")
def test_a_gown_of_mirrors_moves_its_wearer_out_of_an_enemys_sight() -> None:
    """The enemy settles its targets anew; with nobody in reach it engages nobody."""
    scene = Scene(
        hero(at=(0, 0), ready=["gown-of-mirrored-night"], tenacity=2),
        foe("e1", "high-elf-bandit", at=(-1, 0), range=1, combat=2, skills=()),
        turn=None,
    )
    scene.answer("targeting", "mirrored-night").answer("gown-of-mirrored-night", "1,0", "2,0")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 0)


def test_a_storm_callers_regalia_hit_every_enemy_within_two_hexes() -> None:
    figures: dict[str, Any] = {"health": 5, "hp": 5, "skills": ()}
    scene = in_turn(
        "stormcallers-regalia",
        foe("e1", at=(1, 0), **figures),
        foe("e2", at=(-2, 0), **figures),
        foe("e3", at=(3, 0), **figures),
    )
    used(scene, "stormcallers-regalia")
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [3, 3, 5]


def test_a_cloak_of_the_high_roads_places_its_wearer_anywhere_in_sight() -> None:
    scene = used(in_turn("cloak-of-the-high-roads"), "cloak-of-the-high-roads")
    assert "4,0" not in scene.offered("cloak-of-the-high-roads")
    scene.answer("cloak-of-the-high-roads", "-4,0")
    assert scene.unit("a1").at == (-4, 0)
    assert scene.state.turn is not None
    assert scene.state.turn.moved == 0


def test_a_raiment_heals_every_adventurer_two() -> None:
    scene = in_turn("raiment-of-the-last-oath", hero("a2", at=(4, -4), hp=1), hp=2)
    used(scene, "raiment-of-the-last-oath")
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 3)


@rule("CLS-19", "CLS-4")
@pytest.mark.parametrize(("tenacity", "dice"), [(3, 0), (4, 1)])
def test_a_tabard_adds_an_enemy_combat_die_while_there_is_tenacity(
    tenacity: int, dice: int
) -> None:
    scene = armed("tabard-of-the-unquiet", "light-weapon", tenacity=tenacity)
    scene.rolls("combat:1", *["enemy:1"] * dice).engage("a1", "e1", ["combat"])
    assert enemy_dice(scene) == dice


@pytest.mark.rule("CLS-17")
@pytest.mark.parametrize("spared", [True, False])
def test_a_tabards_die_may_be_left_out_against_who_dodges(spared: bool) -> None:
    """A die that misses would prevent 1."""
    scene = armed("tabard-of-the-unquiet", "light-weapon", enemy={"skills": ("dodge",)}, tenacity=5)
    scene.rolls("combat:1", *["enemy:0"] * (not spared)).engage("a1", "e1", ["combat"])
    scene.answer("effect.spare", *(["without"] if spared else []))
    assert enemy_dice(scene) == (not spared)


def test_a_tabard_does_nothing_in_magic_form() -> None:
    scene = armed("tabard-of-the-unquiet", "magic", tenacity=5)
    scene.engage("a1", "e1")
    assert enemy_dice(scene) == 0
