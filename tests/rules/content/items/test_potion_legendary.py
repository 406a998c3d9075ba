from typing import Any

import pytest

from protocol.battle import StatChanged
from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def drinking(potion: str, *foes: Any, **figures: Any) -> Scene:
    seen = foes or (foe("e1", at=(-4, 0)),)
    scene = Scene(hero(ready=[potion], **figures), *seen, cards=encounter())
    return scene.answer("turn.act", "drink")


def test_a_philter_of_second_wind_recovers_three_dice() -> None:
    scene = drinking("philter-of-second-wind", track=["LF", *["combat"] * 4])
    scene.answer("philter-of-second-wind.dice", *scene.mat("a1").track[1:4])
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "combat"], ["combat"] * 3)


def test_a_last_ember_heals_above_health() -> None:
    assert drinking("elixir-of-the-last-ember", hp=3).hp("a1") == 7


def test_a_philter_of_haste_gives_another_turn_for_overfatigue() -> None:
    scene = drinking("philter-of-haste").end_turn()
    turn = scene.state.turn
    assert (scene.track("a1"), scene.state.rounds) == (["OF"], 1)
    assert turn is not None
    assert turn.unit == "a1"


def test_haste_gives_one_turn_more_and_no_third() -> None:
    scene = drinking("philter-of-haste").end_turn().end_turn()
    assert scene.state.phase == "enemies"


def test_without_overfatigue_in_the_supply_there_is_no_haste() -> None:
    scene = Scene(hero(ready=["philter-of-haste"]), foe("e1", at=(-4, 0)), supply={"OF": 0})
    assert not any("haste" in key for key in scene.offered("turn.act"))


def test_quicksilver_hides_its_drinker_and_places_it_up_to_four_hexes_away() -> None:
    scene = drinking("quicksilver-draught")
    assert "-4,0" not in scene.offered("quicksilver-draught.hex")
    scene.answer("quicksilver-draught.hex", "-3,0")
    assert (scene.unit("a1").at, scene.track("a1")) == ((-3, 0), ["stealth"])


def test_winter_lightning_strikes_every_enemy_within_two_hexes() -> None:
    scene = drinking(
        "flask-of-winter-lightning",
        foe("e1", at=(0, 0), health=5, skills=()),
        foe("e2", at=(-1, -1), health=5, skills=()),
        foe("e3", at=(-2, 0), health=5, skills=()),
    )
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [3, 3, 5]


@rule("STA-14")
@pytest.mark.parametrize("fate", ["", "defeated"])
def test_the_deep_well_raises_two_stats_until_the_battle_ends(fate: str) -> None:
    scene = Scene(
        hero("a1", ready=["elixir-of-the-deep-well"], stamina=3, magicka=2, hp=1),
        hero("a2", at=(3, -1), row=["combat"], form="ranged-weapon"),
        foe("e1", "high-elf-bandit", at=(0, 0), hp=1, combat=1, priority="weakest", skills=()),
        cards=encounter(),
    )
    scene.answer("turn.act", "drink").end_turn()
    assert (scene.mat("a1").stamina, scene.mat("a1").magicka) == (4, 3)
    if fate:
        scene.rolls("enemy:2").end_turn()
        assert scene.unit("a1").fate == fate
        scene.answer("round.retreat", "no")
    scene.rolls("combat:1").engage("a2", "e1", ["combat"]).resolve("combat").end_turn().default()
    assert scene.state.outcome
    assert (scene.mat("a1").stamina, scene.mat("a1").magicka) == (3, 2)
    assert len(scene.events(StatChanged)) == 4


def test_clear_thought_clears_light_fatigue_recovers_and_heartens() -> None:
    scene = drinking("cordial-of-clear-thought", track=["LF", "combat", "OF", "LF"], cooldown=1)
    assert (scene.track("a1"), scene.row("a1")) == (["OF"], ["combat"])
    assert scene.mat("a1").tenacity == 1


def test_an_oathkeeper_keeps_the_last_hp_this_round() -> None:
    scene = drinking(
        "oathkeepers-draught",
        foe("e1", "high-elf-bandit", at=(0, 0), combat=2, skills=()),
        hp=2,
        bonus=1,
    )
    scene.rolls("enemy:2", "enemy:2").end_turn()
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (1, 0)
    scene.rolls("enemy:2", "enemy:2").end_turn()
    assert scene.unit("a1").fate == "defeated"
