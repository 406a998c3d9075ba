from typing import Any

from tests.scene import Scene, foe, hero


def eating(food: str, *foes: Any, **figures: Any) -> Scene:
    """The eater, one adventurer next to it, one farther away."""
    scene = Scene(
        hero("a1", ready=[food], **figures),
        hero("a2", at=(2, -1), hp=4, track=["combat", "LF", "combat", "combat"]),
        hero("a3", at=(3, 0), hp=1, track=["LF", "OF"]),
        *(foes or (foe("e1", at=(-4, 0)),)),
    )
    return scene.answer("turn.act", ":eat")


def test_a_feast_heals_all_three_and_takes_one_overfatigue_of_each() -> None:
    scene = eating("feast-of-the-harvest", hp=4, track=["OF", "OF"])
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("a3")) == (5, 5, 4)
    assert (scene.track("a1"), scene.track("a3")) == (["OF"], ["LF"])
    assert scene.state.decks["legendary"].discard == ("feast-of-the-harvest",)


def test_a_wedding_cake_is_shared_and_becomes_bonus_hp_above_health() -> None:
    scene = eating("three-tier-wedding-cake")
    scene.answer("three-tier-wedding-cake.share", "a2", "a2", "a3", "a3", "a3", "a1")
    assert [scene.hp(name) for name in ("a1", "a2", "a3")] == [5, 5, 4]
    assert [scene.unit(name).bonus for name in ("a1", "a2", "a3")] == [1, 1, 0]


def test_a_curry_burns_every_enemy_within_two_hexes() -> None:
    scene = eating(
        "dragonfire-curry",
        foe("e1", at=(0, 0), health=5, skills=()),
        foe("e2", at=(-1, -1), health=5, skills=()),
        foe("e3", at=(-2, 0), health=5, skills=()),
    )
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [2, 2, 5]


def test_peaches_recover_two_dice_of_everybodys_choice() -> None:
    scene = eating("basket-of-moon-peaches", track=["combat", "LF"])
    dice = [die for die in scene.mat("a2").track if die != "LF"]
    scene.answer("basket-of-moon-peaches.dice", dice[0], dice[2], by="a2")
    assert (scene.row("a1"), scene.track("a1")) == (["combat"], ["LF"])
    assert (scene.row("a2"), scene.track("a2")) == (["combat", "combat"], ["LF", "combat"])
    assert scene.track("a3") == ["LF", "OF"]


def test_mead_gives_everybody_two_tenacity_and_takes_a_status() -> None:
    scene = eating("starlit-mead", track=["LF", "maim"], tenacity=4)
    assert [scene.mat(name).tenacity for name in ("a1", "a2", "a3")] == [5, 2, 2]
    assert scene.track("a1") == ["LF"]


def test_ancestors_bread_heals_its_eater_at_the_start_of_each_turn() -> None:
    scene = Scene(
        hero("a1", ready=["bread-of-the-ancestors"], hp=1), foe("e1", at=(-4, 0), combat=0)
    )
    scene.answer("turn.act", ":eat")
    assert scene.hp("a1") == 1
    for hp in (2, 3):
        scene.end_turn().default()
        assert scene.hp("a1") == hp
