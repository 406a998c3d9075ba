"""Destruction Staff, levels 1 and 2: Force Shock, Wall of Elements, Destructive Touch."""

from typing import Any

import pytest

from protocol.battle import DamageDealt
from protocol.hexes import Hex
from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero


def mage(*row: str, **figures: Any) -> Hero:
    """A mage two hexes from the middle, where the enemies of these scenes stand."""
    return hero(form="magic", at=(2, -2), row=list(row), **figures)


def roll(scene: Scene, face: str, target: str = "e1") -> Scene:
    """Engage with the mage's first die, let it show a face, and resolve it."""
    kind = scene.row("a1")[0]
    return scene.rolls(face).engage("a1", target, [kind]).resolve(kind)


@pytest.mark.rule("SKR-5", "FRM-5")
def test_force_shock_1_deals_2_damage_to_the_target() -> None:
    scene = roll(Scene(mage("force-shock"), foe("e1", at=(0, 0), hp=4)), "force-shock-1")
    assert scene.hp("e1") == 2
    assert scene.track("a1") == ["force-shock"]


def test_force_shock_1_cannot_be_resolved_without_a_target() -> None:
    scene = Scene(mage("force-shock"), foe("e1", at=(0, 0), hp=4))
    scene.rolls("force-shock-1").engage("a1", "", ["force-shock"])
    assert scene.questions[-1].why == "turn.act"
    assert not scene.events(DamageDealt)
    assert scene.track("a1") == ["force-shock"]


@pytest.mark.rule("DMG-7")
def test_force_shock_2_deals_4_to_the_target_and_1_true_damage_to_any_adventurer() -> None:
    scene = Scene(
        mage("force-shock"),
        hero("a2", at=(-2, 2), hp=3, bonus=2),
        foe("e1", at=(0, 0), hp=5),
    )
    roll(scene, "force-shock-2").answer("backlash", "a2")
    assert (scene.hp("e1"), scene.hp("a1"), scene.hp("a2")) == (1, 5, 2)
    assert scene.unit("a2").bonus == 2


@pytest.mark.rule("ENG-29")
def test_force_shock_2_without_a_target_still_hurts_an_adventurer() -> None:
    scene = roll(Scene(mage("force-shock"), foe("e1", at=(0, 0), hp=5)), "force-shock-2", "")
    assert (scene.hp("a1"), scene.hp("e1")) == (4, 5)


def test_force_shock_3_gives_2_tenacity_for_1_true_damage_to_any_adventurer() -> None:
    scene = Scene(mage("force-shock"), hero("a2", at=(0, -2)), foe("e1", at=(0, 0)))
    roll(scene, "force-shock-3", "").answer("backlash", "a1")
    assert scene.mat("a1").tenacity == 2
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 5)


@pytest.mark.rule("SKR-4", "STS-4")
def test_wall_of_elements_1_dazes_up_to_two_enemies_in_range_quest_enemies_too() -> None:
    scene = Scene(
        mage("wall-of-elements"),
        foe("e1", at=(1, -1)),
        foe("e2", at=(1, -2), kind="quest", level=0),
        foe("e3", at=(0, 0)),
        foe("e4", at=(-2, 2)),
    )
    roll(scene, "wall-of-elements-1", "")
    assert scene.offered("wall-of-elements") == ["e1", "e2", "e3"]
    scene.answer("wall-of-elements", "e1", "e2")
    assert [scene.unit(f"e{n}").statuses for n in (1, 2, 3)] == [("daze",), ("daze",), ()]
    assert scene.drained("a1") == ["wall-of-elements"]


def test_wall_of_elements_reaches_enemies_in_range_that_the_mage_cannot_see() -> None:
    west, far, east = ((0, 0),), ((1, 0),), ((2, 0),)
    scene = Scene(
        hero(form="magic", at=(0, 0), row=["wall-of-elements"]),
        foe("e1", at=(2, 0)),
        tiles={"west": west, "middle": far, "east": east},
    )
    roll(scene, "wall-of-elements-1", "")
    assert scene.unit("e1").statuses == ("daze",)


def test_wall_of_elements_2_maims_one_enemy_in_range_but_no_quest_enemy() -> None:
    scene = Scene(
        mage("wall-of-elements"),
        foe("e1", at=(0, 0)),
        foe("e2", at=(1, -1)),
        foe("e3", at=(1, -2), kind="quest", level=0),
    )
    roll(scene, "wall-of-elements-2", "")
    assert scene.offered("wall-of-elements") == ["e1", "e2"]
    scene.answer("wall-of-elements", "e2")
    assert (scene.unit("e1").statuses, scene.unit("e2").statuses) == ((), ("maim",))


def test_wall_of_elements_2_cannot_be_resolved_with_only_a_quest_enemy_in_range() -> None:
    scene = Scene(mage("wall-of-elements"), foe("e1", at=(0, 0), kind="quest", level=0))
    scene.rolls("wall-of-elements-2").engage("a1", "", ["wall-of-elements"])
    assert scene.questions[-1].why == "turn.act"
    assert scene.unit("e1").statuses == ()


@pytest.mark.rule("CD-20")
def test_wall_of_elements_left_unresolved_is_exhausted_not_drained() -> None:
    scene = Scene(mage("wall-of-elements"), foe("e1", at=(0, 0)))
    scene.rolls("wall-of-elements-1").engage("a1", "e1", ["wall-of-elements"])
    scene.passes("engage.resolve")
    assert scene.track("a1") == ["wall-of-elements"]
    assert not scene.drained("a1")


def test_wall_of_elements_3_frightens_an_enemy_and_hurts_an_adventurer() -> None:
    scene = Scene(mage("wall-of-elements"), hero("a2", at=(0, -2)), foe("e1", at=(0, 0)))
    roll(scene, "wall-of-elements-3", "").answer("backlash", "a2")
    assert scene.unit("e1").statuses == ("fear",)
    assert scene.hp("a2") == 4


@pytest.mark.rule("ENG-29")
def test_wall_of_elements_3_with_nobody_in_range_only_hurts_an_adventurer() -> None:
    scene = roll(Scene(mage("wall-of-elements"), foe("e1", at=(-2, 2))), "wall-of-elements-3", "")
    assert scene.unit("e1").statuses == ()
    assert scene.hp("a1") == 4


@pytest.mark.rule("TRM-6")
def test_destructive_touch_1_defeats_a_level_1_enemy_out_of_range_and_sight() -> None:
    line: dict[str, tuple[Hex, ...]] = {f"t{q}": ((q, 0),) for q in range(-4, 5)}
    scene = Scene(
        hero(form="magic", at=(-4, 0), row=["destructive-touch"]),
        foe("e1", at=(4, 0), hp=4, level=1),
        foe("e5", at=(3, 0), hp=1, level=5),
        tiles=line,
    )
    roll(scene, "destructive-touch-1", "")
    assert scene.unit("e1").fate == "defeated"
    assert not scene.unit("e5").fate
    assert not scene.events(DamageDealt)


def test_destructive_touch_1_leaves_its_user_in_stealth() -> None:
    scene = Scene(mage("destructive-touch", track=["stealth"]), foe("e1", at=(0, 0)))
    roll(scene, "destructive-touch-1")
    assert scene.track("a1") == ["stealth", "destructive-touch"]


def test_destructive_touch_defeats_no_quest_enemy() -> None:
    scene = Scene(mage("destructive-touch"), foe("e1", at=(0, 0), kind="quest", level=0))
    scene.rolls("destructive-touch-1").engage("a1", "e1", ["destructive-touch"])
    assert scene.questions[-1].why == "turn.act"
    assert not scene.unit("e1").fate


def test_destructive_touch_2_costs_the_enemys_hp_in_true_damage_shared_by_adventurers() -> None:
    scene = Scene(
        mage("destructive-touch"),
        hero("a2", at=(-2, 0)),
        foe("e1", at=(0, 0), hp=4, level=5),
        foe("e2", at=(0, 1), hp=1, level=10),
    )
    roll(scene, "destructive-touch-2")
    scene.answer("destructive-touch", "a2", "a1", "a2", "a2")
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 2)
    assert scene.unit("e1").fate == "defeated"
    assert [damage.unit for damage in scene.events(DamageDealt)] == ["a1", "a2"]


def test_destructive_touch_2_may_cost_more_than_an_adventurer_has_and_fell_the_mage() -> None:
    scene = Scene(
        mage("destructive-touch", hp=2),
        hero("a2", at=(-2, 0)),
        foe("e1", at=(0, 0), hp=4),
        foe("e2", at=(3, 0), level=10, range=1, combat=0),
    )
    roll(scene, "destructive-touch-2").answer("destructive-touch", *["a1"] * 4)
    assert (scene.unit("a1").fate, scene.unit("e1").fate) == ("defeated", "defeated")
    assert scene.hp("a2") == 5


@pytest.mark.rule("ENG-26")
def test_destructive_touch_2_costs_the_hp_that_earlier_dice_of_the_engage_left() -> None:
    """Force Shock is the last die that hits e1, so its damage lands before the touch resolves."""
    scene = Scene(mage("force-shock", "destructive-touch"), foe("e1", at=(0, 0), hp=4))
    dice = ["force-shock", "destructive-touch"]
    scene.rolls("force-shock-1", "destructive-touch-2").engage("a1", "e1", dice).resolve(*dice)
    assert scene.unit("e1").fate == "defeated"
    assert scene.hp("a1") == 3


def test_destructive_touch_3_defeats_a_level_5_enemy_and_puts_bane_on_an_adventurer() -> None:
    scene = Scene(
        mage("destructive-touch"),
        hero("a2", at=(-2, 0)),
        foe("e1", at=(0, 0), level=5),
        foe("e2", at=(0, 1), level=1),
    )
    roll(scene, "destructive-touch-3")
    scene.answer("destructive-touch", "e1").answer("destructive-touch", "a2")
    assert scene.unit("e1").fate == "defeated"
    assert not scene.unit("e2").fate
    assert scene.track("a2") == ["bane"]
    assert not scene.events(DamageDealt)


@pytest.mark.rule("ENG-8")
def test_destruction_staff_dice_count_against_magicka() -> None:
    scene = Scene(mage("force-shock", "force-shock", magicka=1), foe("e1", at=(1, -1)))
    shape = scene.asked("turn.engage").shape
    (limit,) = shape.limits  # type: ignore[union-attr]
    assert (len(limit.keys), limit.high) == (2, 1)
