from typing import Any

from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, hero

BANDIT = "high-elf-bandit"


def chips(scene: Scene, name: str = "a1") -> list[int]:
    """The HP chips on the cards that are ready."""
    return [card.chips for card in scene.mat(name).ready]


def engaged(pet: str, *dice: str, at: tuple[int, int] = (0, 0), **figures: Any) -> Scene:
    """An enemy of 9 HP has rolled against the pet's owner."""
    scene = Scene(
        hero(ready=[pet], **figures),
        foe("e1", BANDIT, at=at, range=3, combat=len(dice), health=9, skills=()),
        turn=None,
    )
    return scene.rolls(*dice)


def test_a_lynx_swallows_a_status() -> None:
    scene = Scene(hero(ready=["moonstone-lynx", "smokeglass-phial"]), foe("e1", at=(-4, 0)))
    scene.answer("turn.act", "drink").answer("status_coming", "lynx")
    assert (scene.track("a1"), chips(scene)) == ([], [1, 0])


def test_a_cub_prevents_three_damage() -> None:
    scene = engaged("stonehide-cub", "enemy:2", "enemy:2").answer("damage_coming", "cub")
    assert (scene.hp("a1"), chips(scene)) == (4, [1])


def test_a_stag_ignores_fatigue_and_takes_light_fatigue_away() -> None:
    scene = Scene(
        hero(ready=["star-antlered-stag"], row=["combat", "combat"], track=["LF"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=()),
        difficulty="expert",
    )
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.engage("a1", "e1", ["combat"]).answer("fatigue_coming", "stag")
    assert (scene.track("a1"), chips(scene)) == (["combat"], [1])


def test_a_hatchling_burns_an_archer_that_hurt_its_owner() -> None:
    scene = engaged("cinderscale-hatchling", "enemy:1", at=(-1, 0)).answer("engaged", "hatchling")
    assert (scene.hp("a1"), scene.hp("e1"), chips(scene)) == (4, 6, [1])


def test_a_gravewarden_keeps_its_owners_last_hp() -> None:
    scene = engaged("gravewarden-hound", "enemy:2", "enemy:2", hp=3)
    scene.answer("hp_loss", "gravewarden")
    assert (scene.hp("a1"), chips(scene)) == (1, [1])


def test_a_gravewarden_lies_still_while_an_hp_is_left() -> None:
    scene = engaged("gravewarden-hound", "enemy:2", "enemy:2", hp=3, bonus=2)
    assert (scene.hp("a1"), chips(scene)) == (1, [0])


def test_a_gravewarden_is_gone_after_two_rescues() -> None:
    scene = Scene(
        hero(ready=["gravewarden-hound"], hp=1),
        foe("e1", BANDIT, at=(0, 0), combat=1, skills=()),
        foe("e2", BANDIT, at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:1", "enemy:1").answer("enemy.order", "e1")
    scene.answer("hp_loss", "gravewarden").answer("hp_loss", "gravewarden")
    assert (scene.hp("a1"), scene.mat("a1").ready) == (1, ())


def test_a_clockwork_spider_maims_an_adjacent_enemy_before_its_turn() -> None:
    scene = engaged("clockwork-spider", "enemy:2", "enemy:1").answer("before_turn", "spider")
    assert (scene.hp("a1"), scene.unit("e1").statuses, chips(scene)) == (4, ("maim",), [1])


def test_a_spider_does_not_reach_an_archer() -> None:
    scene = engaged("clockwork-spider", "enemy:1", at=(-1, 0))
    assert (scene.unit("e1").statuses, chips(scene)) == ((), [0])


def test_an_aurora_moth_guards_everybody_against_statuses() -> None:
    scene = Scene(
        hero("a1", row=["combat"]),
        hero("a2", at=(4, -1), ready=["aurora-moth"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=("fumes",)),
    )
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("status_coming", "moth", by="a2")
    assert (scene.track("a1"), chips(scene, "a2")) == (["combat"], [1])


def test_a_foal_heals_two_at_the_start_of_its_owners_turn() -> None:
    scene = Scene(
        hero(ready=["temple-unicorn-foal"], hp=2),
        foe("e1", at=(-4, 0), combat=0, range=0),
        cards=encounter(),
    )
    scene.end_turn()
    while scene.questions[0].why != "turn_starts":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("turn_starts", "foal")
    assert (scene.hp("a1"), chips(scene)) == (4, [1])
