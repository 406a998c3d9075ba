from typing import Any

import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def drinking(potion: str, **figures: Any) -> Scene:
    scene = Scene(hero(ready=[potion], **figures), foe("e1", at=(-4, 0)))
    return scene.answer("turn.act", "drink")


@rule("ITM-11", "ITM-19")
def test_a_potion_is_expended_keeps_its_place_and_cannot_be_drunk_again() -> None:
    scene = drinking("cloudy-healing-draught", hp=1)
    (card,) = scene.mat("a1").ready
    assert (scene.hp("a1"), card.expended) == (3, True)
    assert not any("drink" in key for key in scene.offered("turn.act"))


def test_stinkhorn_tonic_takes_a_status_of_ones_choice_and_heals_one() -> None:
    scene = drinking("stinkhorn-tonic", hp=4, track=["fear", "combat", "daze"])
    scene.answer("stinkhorn", "daze")
    assert (scene.track("a1"), scene.hp("a1")) == (["fear", "combat"], 5)


def test_a_philter_of_second_wind_recovers_three_dice() -> None:
    scene = drinking("philter-of-second-wind", track=["LF", *["combat"] * 4])
    scene.answer("second-wind", *scene.mat("a1").track[1:4])
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "combat"], ["combat"] * 3)
