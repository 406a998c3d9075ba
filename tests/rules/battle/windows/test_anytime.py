"""What may be used at any time may be used between an enemy's move and its engage, too (CLS-5)."""

from typing import Any

import pytest

from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero

STRIKE: dict[str, Any] = {"combat": 1, "skills": ()}


def moving(*heroes: Hero, at: tuple[int, int] = (-2, 0), reach: int = 1, **figures: Any) -> Scene:
    """An enemy is about to have its turn; it steps 2 hexes, and strikes as far as it reaches."""
    one = foe("e1", "high-elf-bandit", at=at, range=reach, **{**STRIKE, **figures})
    return Scene(*heroes, one, turn=None)


def asks(scene: Scene) -> bool:
    return any(question.why == "move_step_over" for question in scene.questions)


@pytest.mark.rule("CLS-5", "STS-10")
def test_who_fades_after_the_enemys_move_is_not_engaged() -> None:
    scout = hero(cls="scout", master=True, tenacity=4, at=(1, 0))
    scene = moving(scout).answer("move_step_over", "fade-away").default()
    assert (scene.unit("e1").at, scene.hp("a1")) == ((0, 0), 5)


@pytest.mark.rule("CLS-5")
@pytest.mark.parametrize(
    ("hero_", "use"),
    [
        (hero(cls="templar", master=True, tenacity=1, row=["combat"], at=(1, 0)), "illuminate"),
        (hero(active=["purge@purge"], hp=3, at=(1, 0)), "cleanse"),
        (hero(active=["evocation@evocation:2", "grace@grace:1"], at=(1, 0)), "evoke"),
    ],
)
def test_what_serves_at_any_time_serves_before_the_engage(hero_: Hero, use: str) -> None:
    scene = moving(hero_)
    assert any(use in key for key in scene.offered("move_step_over"))


@pytest.mark.rule("CLS-5", "DEF-2")
def test_a_fallen_healer_comes_back_between_an_enemys_move_and_its_engage() -> None:
    healer = hero(
        "a1", at=None, fate="defeated", form="magic", cls="healer", master=True, tenacity=4
    )
    scene = moving(healer, hero("a2", at=(1, 0), hp=1))
    scene.answer("move_step_over", "from-the-brink")
    scene.rolls("enemy:0").answer("from-the-brink.hex", "2,-1").default("turn_starts")
    assert (scene.unit("a1").fate, scene.unit("a1").at) == ("", (2, -1))


def test_an_enemy_that_stays_where_it_is_leaves_nothing_to_ask() -> None:
    scout = hero(cls="scout", master=True, tenacity=4, at=(1, 0))
    assert not asks(moving(scout, at=(0, 0)).rolls("enemy:0"))


def test_an_enemy_that_reaches_nobody_leaves_nothing_to_ask() -> None:
    scout = hero(cls="scout", master=True, tenacity=4, at=(4, 0))
    assert not asks(moving(scout, at=(-4, 0)))


def test_a_scout_may_fade_once_it_has_been_pulled_into_reach() -> None:
    """Restrain comes after the move, before anybody is asked."""
    scout = hero(cls="scout", master=True, tenacity=4, at=(3, 0))
    scene = moving(scout, at=(-2, 0), skills=("restrain",), reach=2)
    scene.answer("move_step_over", "fade-away").default()
    assert (scene.unit("a1").at, scene.hp("a1")) == ((2, 0), 5)
