from typing import Any

import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def eating(food: str, **figures: Any) -> Scene:
    """The eater, one adventurer next to it, one farther away."""
    scene = Scene(
        hero("a1", ready=[food], **figures),
        hero("a2", at=(2, -1), hp=1, track=["combat", "LF", "LF", "LF"]),
        hero("a3", at=(3, 0), hp=1, track=["LF", "OF"]),
        foe("e1", at=(-4, 0)),
    )
    return scene.answer("turn.act", ":eat")


@rule("ITM-9")
def test_a_meat_loaf_heals_the_eater_and_neighbours_and_is_discarded() -> None:
    scene = eating("falkreath-meat-loaf", hp=4)
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("a3")) == (5, 3, 1)
    assert not scene.mat("a1").ready
    assert scene.state.decks["common"].discard == ("falkreath-meat-loaf",)


def test_a_melon_salad_gives_three_tenacity() -> None:
    assert eating("bravil-melon-salad", tenacity=1).mat("a1").tenacity == 4


def test_orphan_gruel_takes_up_to_two_light_fatigue_of_each() -> None:
    scene = eating("old-aldmeri-orphan-gruel", track=["LF", "OF"])
    assert (scene.track("a1"), scene.track("a2")) == (["OF"], ["combat", "LF"])
    assert scene.track("a3") == ["LF", "OF"]


def test_moon_sugar_gives_bonus_hp_for_light_fatigue() -> None:
    scene = eating("candied-moon-sugar")
    assert (scene.unit("a1").bonus, scene.track("a1")) == (2, ["LF"])


def test_a_feast_heals_all_three_and_takes_one_overfatigue_of_each() -> None:
    scene = eating("feast-of-the-harvest", hp=4, track=["OF", "OF"])
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("a3")) == (5, 4, 4)
    assert (scene.track("a1"), scene.track("a3")) == (["OF"], ["LF"])


@rule("ITM-23")
def test_food_is_not_eaten_in_the_middle_of_an_engage() -> None:
    scene = Scene(
        hero(ready=["bravil-melon-salad"], row=["combat"]), foe("e1", at=(0, 0), skills=())
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert {question.why for question in scene.questions} == {"engage.resolve"}


@rule("ITM-2")
def test_food_is_not_eaten_on_somebody_elses_turn() -> None:
    scene = Scene(
        hero("a1"), hero("a2", at=(3, -1), ready=["bravil-melon-salad"]), foe("e1", at=(-4, 0))
    )
    assert all("a2" not in question.to for question in scene.questions)
