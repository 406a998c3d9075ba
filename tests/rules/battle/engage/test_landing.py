"""The damage of an engage lands on one unit at a time, in the order that its player wants (p60)."""

from typing import Any

import pytest

from protocol.battle import DamageDealt
from tests.scene import Scene, foe, hero


def _cleft(*, hp: int = 4, first: Any = None, second: Any = None) -> Scene:
    """`hp` damage to a skeleton, the target, and half of it to a spriggan beside it."""
    one: dict[str, Any] = {"hp": 4, "skills": (), "defense": 0, **(first or {})}
    other: dict[str, Any] = {"hp": 2, "skills": (), "defense": 0, **(second or {})}
    scene = Scene(
        hero(form="heavy-weapon", hp=hp, row=["cleave"]),
        foe("e1", "skeleton", at=(0, 0), health=9, **one),
        foe("e2", "spriggan", at=(1, 0), health=9, **other),
        foe("e3", at=(0, -4)),
        world={"province": "high-rock", "unrest": "1"},
    )
    return scene.rolls("cleave-1").engage("a1", "e1", ["cleave"]).resolve("cleave")


def _hit(scene: Scene) -> list[str]:
    return [damage.unit for damage in scene.events(DamageDealt)]


@pytest.mark.rule("ENG-17", "DEF-2")
@pytest.mark.parametrize("order", [("e1", "e2"), ("e2", "e1")])
def test_who_fells_several_enemies_decides_who_ends_on_top_of_the_stack(
    order: tuple[str, str],
) -> None:
    scene = _cleft().answer("engage.land", *order)
    assert scene.state.fallen == order


@pytest.mark.rule("ENG-17", "TIM-3")
@pytest.mark.parametrize(("order", "left"), [(("e1", "e2"), 7), (("e2", "e1"), 8)])
def test_what_a_falling_enemy_does_comes_before_or_after_the_damage_to_the_next(
    order: tuple[str, str], left: int
) -> None:
    """Incite heals its allies, no farther than their Health."""
    scene = _cleft(first={"skills": ("incite",)}, second={"hp": 9})
    scene = scene.answer("engage.land", *order)
    assert (_hit(scene), scene.hp("e2")) == (list(order), left)


@pytest.mark.rule("ENG-17")
def test_where_nobody_falls_the_order_is_not_asked_and_the_target_comes_first() -> None:
    scene = _cleft(first={"hp": 9}, second={"hp": 9})
    assert (_hit(scene), scene.questions[-1].why) == (["e1", "e2"], "turn.act")


@pytest.mark.rule("ENG-17")
def test_where_one_without_a_skill_for_it_falls_the_order_is_not_asked() -> None:
    scene = _cleft(second={"hp": 9})
    assert (_hit(scene), scene.questions[-1].why) == (["e1", "e2"], "turn.act")
