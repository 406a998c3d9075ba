from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitDefeated
from server.rules.battle.kernel.words import UnitKind
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())


def rogue(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "rogue", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(rogue(**figures), *others, FAR)


def attacked(*dice: str, far: int = 1, skills: tuple[str, ...] = (), **figures: Any) -> Scene:
    """An enemy engages the Rogue from `far` hexes away."""
    chip = foe("e1", "high-elf-bandit", at=(0, 0), range=3, combat=len(dice), skills=skills)
    scene = Scene(rogue(at=(far, 0), **figures), chip, turn=None)
    return scene.rolls(*dice)


@rule("CLS-2")
@pytest.mark.parametrize(("dice", "hp"), [(("2", "0", "1"), 3), (("0", "1"), 5), (("1", "2"), 2)])
def test_each_miss_of_an_adjacent_enemy_prevents_one_damage(dice: tuple[str, ...], hp: int) -> None:
    scene = attacked(*(f"enemy:{value}" for value in dice), tenacity=0)
    assert scene.hp("a1") == hp


@rule("CLS-17")
@pytest.mark.parametrize("declined", [True, False])
def test_what_misses_prevent_may_be_taken_where_an_enemy_goes_by_it(declined: bool) -> None:
    """Unhurt, the Rogue is the stronger one of two; hurt, the weaker."""
    chip = foe("e1", "high-elf-bandit", at=(0, 0), combat=2, skills=())
    friend = hero("a2", at=(4, 0), hp=4)
    scene = Scene(rogue(tenacity=0), friend, chip, turn=None).rolls("enemy:2", "enemy:0")
    if declined:
        scene.answer("effect.spare", "without")
    else:
        scene.passes("effect.spare")
    assert scene.hp("a1") == (3 if declined else 4)


@pytest.mark.parametrize(("master", "hp"), [(False, 3), (True, 4)])
def test_only_a_master_gains_by_the_misses_of_a_distant_enemy(master: bool, hp: int) -> None:
    assert attacked("enemy:2", "enemy:0", far=2, master=master, tenacity=0).hp("a1") == hp


@rule("DMG-7")
def test_misses_prevent_no_true_damage() -> None:
    scene = attacked("enemy:2", "enemy:0", skills=("arcane",), tenacity=0)
    assert scene.hp("a1") == 3


def felled(level: int, kind: UnitKind = "enemy", *, by: str = "a1", **figures: Any) -> Scene:
    """Somebody has defeated an enemy of a level, or a quest unit."""
    near = foe("e1", at=(0, 0), hp=1, skills=(), level=level, kind=kind)
    ally = hero("a2", at=(0, 1), row=["combat"])
    scene = Scene(rogue(row=["combat"], tenacity=1, **figures), ally, near, FAR, turn=by)
    return scene.rolls("combat:1").engage(by, "e1", ["combat"]).resolve("combat")


@rule("CLS-5")
@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize(("level", "kind"), [(10, "enemy"), (20, "enemy"), (0, "quest")])
def test_veil_of_shadows_hides_who_defeats_a_mighty_enemy(
    level: int, kind: UnitKind, master: bool
) -> None:
    scene = felled(level, kind, master=master).answer("defeated", "veil-of-shadows")
    assert "stealth" in scene.track("a1")
    assert scene.mat("a1").tenacity == 0


@pytest.mark.parametrize(("level", "by"), [(5, "a1"), (10, "a2")])
def test_veil_of_shadows_needs_a_mighty_enemy_and_an_own_kill(level: int, by: str) -> None:
    """The latter by a ruling."""
    scene = felled(level, by=by)
    assert all(question.why != "defeated" for question in scene.questions)


@rule("LIM-3")
def test_kickback_rolls_the_six_dice_of_the_box_at_most() -> None:
    scene = turn_of(stamina=7, hp=1, health=20, tenacity=2)
    scene.rolls(*["enemy:0"] * 6).answer("turn.act", "kickback").done()
    assert scene.hp("a1") == 13


def test_kickback_heals_two_for_each_miss_of_as_many_dice_as_stamina() -> None:
    scene = turn_of(stamina=3, hp=1, health=9, tenacity=2)
    scene.rolls("enemy:0", "enemy:1", "enemy:0").answer("turn.act", "kickback").done()
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 0)


@rule("STS-7")
def test_a_dazed_rogue_who_has_moved_cannot_kick() -> None:
    scene = turn_of(hp=1, track=["daze"]).move((2, -1))
    assert "use:rogue:kickback" not in scene.offered("turn.act")


def kicking(*dice: str) -> Scene:
    """A master has rolled dice for its own engage."""
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    row = ["combat"] * len(dice)
    scene = turn_of(near, row=row, hp=1, tenacity=2, master=True)
    return scene.rolls(*dice).engage("a1", "e1", row)


def test_a_masters_kickback_heals_two_for_each_tenacity_rolled() -> None:
    scene = kicking("tenacity", "combat:1", "tenacity").answer("after_roll", "kickback")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 0)
    assert "use:rogue:kickback" not in scene.resolve("combat").offered("engage.resolve")


def test_without_a_tenacity_result_a_master_has_nothing_to_kick_back() -> None:
    assert [question.why for question in kicking("combat:1").questions] == ["engage.resolve"]


@rule("CLS-4", "CLS-8")
@pytest.mark.parametrize("form", ["light-weapon", "heavy-weapon"])
@pytest.mark.parametrize("master", [False, True])
def test_timely_escape_has_an_enemys_engage_rolled_anew(form: str, master: bool) -> None:
    scene = attacked("enemy:2", "enemy:2", form=form, tenacity=3, master=master)
    scene.rolls("enemy:1", "enemy:1").answer("after_roll", "timely_escape").done()
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 3)


@pytest.mark.parametrize(("form", "tenacity"), [("magic", 3), ("light-weapon", 2)])
def test_timely_escape_takes_a_weapon_and_three_tenacity(form: str, tenacity: int) -> None:
    assert attacked("enemy:1", form=form, tenacity=tenacity).hp("a1") == 4


def test_a_roll_made_anew_is_a_roll_with_all_that_follows_one() -> None:
    """Aggressive rerolls its misses, too."""
    scene = attacked("enemy:2", skills=("aggressive",), tenacity=3)
    scene.rolls("enemy:0", "enemy:1").answer("after_roll", "timely_escape").done()
    assert scene.hp("a1") == 4


def test_timely_escape_comes_once_a_turn() -> None:
    scene = attacked("enemy:2", tenacity=3).rolls("enemy:1").answer("after_roll", "timely_escape")
    assert scene.hp("a1") == 4


def scattered(*dice: str, **figures: Any) -> Scene:
    """Caltrops next to two enemies of different defense and skills."""
    scene = turn_of(
        foe("e1", at=(0, 0), health=5, hp=5, combat=2, skills=("dodge", "vindictive")),
        foe("e2", at=(0, 1), health=5, hp=5, combat=1, defense=1, skills=("elusive",)),
        foe("e3", at=(-2, 0), health=5, hp=5, combat=3, kind="quest", level=0, skills=()),
        tenacity=3,
        **figures,
    )
    return scene.rolls(*dice).answer("turn.act", "caltrops").answer("caltrops", "1,0")


@pytest.mark.parametrize("master", [False, True])
def test_caltrops_turn_the_engages_of_adjacent_enemies_on_themselves(master: bool) -> None:
    """Without skills: two dice and one, no Dodge, no Elusive; defense counts."""
    scene = scattered("enemy:2", "enemy:1", "enemy:2", master=master).done()
    assert (scene.hp("e1"), scene.hp("e2"), scene.mat("a1").tenacity) == (2, 4, 0)


def test_the_damage_of_caltrops_is_the_enemys_own() -> None:
    """A ruling."""
    scene = scattered("enemy:2", "enemy:1", "enemy:2")
    dealt = [(event.unit, event.by) for event in scene.events(DamageDealt)]
    assert dealt == [("e1", "e1"), ("e2", "e2")]


def test_an_enemy_that_falls_to_caltrops_is_nobodys_kill() -> None:
    near = foe("e1", at=(0, 0), hp=1, combat=1, level=10, skills=())
    scene = turn_of(near, tenacity=5).rolls("enemy:1").answer("turn.act", "caltrops")
    scene.passes("caltrops")
    assert [event.by for event in scene.events(UnitDefeated)] == ["e1"]
    assert all(question.why != "defeated" for question in scene.questions)


def test_caltrops_leave_quest_units_alone() -> None:
    near = foe("e1", at=(0, 0), kind="quest", level=0, combat=2, skills=())
    scene = turn_of(near, tenacity=3).answer("turn.act", "caltrops").passes("caltrops")
    assert scene.events(DamageDealt) == []


TIRED = ["LF", "OF", "combat", "LF"]


@pytest.mark.parametrize("master", [False, True])
def test_shadow_strike_deals_as_much_as_fatigue_lies_in_the_track(master: bool) -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=1, skills=())
    scene = turn_of(near, track=TIRED, tenacity=4, master=master).answer(
        "turn.act", "shadow-strike"
    )
    assert (scene.hp("e1"), scene.track("a1"), scene.mat("a1").tenacity) == (3, TIRED, 0)


def test_a_shadow_strike_that_fells_takes_two_light_fatigue() -> None:
    near = foe("e1", at=(0, 0), hp=1, skills=())
    scene = turn_of(near, track=TIRED, tenacity=4).answer("turn.act", "shadow-strike")
    scene.answer("shadow-strike.rest", "2")
    assert scene.track("a1") == ["OF", "combat"]


def test_a_masters_shadow_strike_takes_overfatigue_as_well() -> None:
    near = foe("e1", at=(0, 0), hp=1, skills=())
    scene = turn_of(near, track=TIRED, tenacity=4, master=True).answer("turn.act", "shadow-strike")
    scene.answer("shadow-strike.rest", "OF").answer("shadow-strike.rest", "LF")
    assert scene.track("a1") == ["combat", "LF"]


def test_without_fatigue_there_is_no_shadow_strike() -> None:
    scene = turn_of(foe("e1", at=(0, 0)), track=["combat"])
    assert "use:rogue:shadow-strike" not in scene.offered("turn.act")


@rule("CLS-1", "CLS-20")
def test_level_two_dice_of_two_thief_lines_make_a_master_in_the_middle_of_a_battle() -> None:
    scene = turn_of(row=["rapid-maneuver"], drained=["path-of-darkness"])
    assert scene.answer("anytime", "promotion").mat("a1").master


@pytest.mark.parametrize("row", [["rapid-maneuver", "wind-walker"], ["rapid-maneuver", "pacify"]])
def test_two_dice_of_one_line_or_of_another_constellation_are_not_enough(row: list[str]) -> None:
    assert all(question.why != "anytime" for question in turn_of(row=row).questions)


def test_being_infamous_is_for_social_checks() -> None:
    sheet = catalogue().classes["rogue"]
    assert sheet.novice.elsewhere == ()
    assert [(one.id, one.cost) for one in sheet.master.elsewhere] == [("infamous", 2)]
