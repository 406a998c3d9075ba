from typing import Any

import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def eating(food: str, *foes: Any, **figures: Any) -> Scene:
    """The eater, one adventurer next to it, one farther away."""
    scene = Scene(
        hero("a1", ready=[food], **figures),
        hero("a2", at=(2, -1), hp=1, track=["combat", "LF", "LF", "LF"]),
        hero("a3", at=(3, 0), hp=1, track=["LF", "OF"]),
        *(foes or (foe("e1", at=(-4, 0)),)),
    )
    return scene.answer("turn.act", ":eat")


@rule("ITM-9")
def test_a_meat_loaf_heals_the_eater_and_neighbours_and_is_discarded() -> None:
    scene = eating("falkreath-meat-loaf", hp=4).passes("heal.less")
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


def test_flatbread_gives_the_eater_and_neighbours_a_bonus_hp_each() -> None:
    scene = eating("spiced-flatbread")
    assert [scene.unit(name).bonus for name in ("a1", "a2", "a3")] == [1, 1, 0]


def test_black_tea_recovers_the_leftmost_die_of_the_eater_and_neighbours() -> None:
    scene = eating("kettle-of-black-tea", track=["LF", "combat"])
    assert (scene.track("a1"), scene.track("a2")) == (["combat"], ["LF", "LF", "LF"])
    assert scene.row("a2") == ["combat"]
    assert scene.track("a3") == ["LF", "OF"]


def test_herring_takes_a_status_that_its_bearer_chooses_of_each() -> None:
    scene = Scene(
        hero("a1", ready=["salted-herring"], track=["bane"]),
        hero("a2", at=(2, -1), track=["stealth", "fear", "maim"]),
        foe("e1", at=(-4, 0)),
    )
    scene.answer("turn.act", ":eat")
    assert scene.offered("salted-herring.status") == ["fear", "maim", "stealth"]
    scene.answer("salted-herring.status", "maim", by="a2")
    assert (scene.track("a1"), scene.track("a2")) == ([], ["stealth", "fear"])


def test_jerky_lets_everybody_move_as_they_like() -> None:
    scene = eating("hunters-jerky").answer("hunters-jerky.move", "0,-1", "0,0", by="a1")
    scene.passes("hunters-jerky.move", by="a2").answer("hunters-jerky.move", "4,0", by="a3")
    places = [scene.unit(name).at for name in ("a1", "a2", "a3")]
    assert places == [(0, 0), (2, -1), (4, 0)]


def test_marrow_broth_heals_three_to_somebody_wounded_within_three_hexes() -> None:
    scene = eating("bowl-of-marrow-broth")
    assert scene.offered("bowl-of-marrow-broth.who") == ["a2", "a3"]
    scene.answer("bowl-of-marrow-broth.who", "a3").passes("heal.less")
    assert (scene.hp("a2"), scene.hp("a3")) == (1, 4)


def test_rye_ale_gives_everybody_a_tenacity() -> None:
    scene = eating("keg-of-rye-ale", tenacity=5)
    assert [scene.mat(name).tenacity for name in ("a1", "a2", "a3")] == [5, 1, 1]


def test_a_fire_pepper_burns_every_adjacent_enemy() -> None:
    scene = eating(
        "fire-pepper-pickle",
        foe("e1", at=(0, 0), health=3, skills=()),
        foe("e2", at=(1, 0), health=3, defense=1, skills=()),
        foe("e3", at=(-1, 0), health=3, skills=()),
    )
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [1, 2, 3]


def test_a_rotten_cabbage_blinds_one_enemy_within_three_hexes() -> None:
    scene = eating(
        "rotten-cabbage", foe("e1", at=(-2, 0)), foe("e2", at=(0, 1)), foe("e3", at=(-4, 0))
    )
    scene.answer("rotten-cabbage.who", "e2")
    assert [scene.unit(name).statuses for name in ("e1", "e2")] == [(), ("blind",)]


def test_a_cabbage_is_not_thrown_at_nobody() -> None:
    scene = Scene(hero(ready=["rotten-cabbage"]), foe("e1", at=(-3, 0)))
    assert not any("cabbage" in key for key in scene.offered("turn.act"))


def test_garlic_keeps_statuses_away_until_the_round_ends() -> None:
    scene = Scene(
        hero("a1", ready=["garlic-loaf"], row=["combat"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=("fumes",)),
    )
    scene.answer("turn.act", ":eat")
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["combat"]


def test_garlic_does_not_keep_stealth_away() -> None:
    scene = Scene(hero("a1", ready=["garlic-loaf", "smokeglass-phial"]), foe("e1", at=(-4, 0)))
    scene.answer("turn.act", ":eat").answer("turn.act", ":drink")
    assert scene.track("a1") == ["stealth"]


def test_garlic_helps_no_longer_in_the_next_round() -> None:
    scene = Scene(
        hero("a1", ready=["garlic-loaf"], row=["combat"]),
        foe("e1", at=(0, 0), health=9, hp=9, combat=0, skills=("fumes",)),
    )
    scene.answer("turn.act", ":eat").end_turn()
    scene.default()
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert "blind" in scene.track("a1")


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


@pytest.mark.parametrize(("left", "worked"), [(1, True), (0, False)])
def test_the_last_status_die_of_the_supply_still_afflicts(left: int, worked: bool) -> None:
    """Given one status die left, then an enemy can gain Blind; given none, nothing is offered."""
    near = foe("e1", at=(0, 0), skills=())
    scene = Scene(hero("a1", ready=["rotten-cabbage"]), near, supply={"status": left})
    offered = [key for key in scene.offered("turn.act") if key.endswith(":eat")]
    assert bool(offered) is worked
    if worked:
        scene.answer("turn.act", ":eat")
        assert scene.unit("e1").statuses == ("blind",)
