from contextlib import suppress
from typing import Any

import pytest

from protocol.battle import DamageDealt
from protocol.ids import DieId, DieKind, UnitId
from protocol.questions import Some
from server.rules.battle.damage.hit_points import deal, heal
from server.rules.engine.game import Suspended
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def templar(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {"race": "khajiit", "cls": "templar", "tenacity": 5, **figures}
    return hero(**drawn)


def enemy(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {
        "at": (0, 0), "health": 12, "hp": 12, "skills": (), "type": "beast", **figures
    }  # fmt: skip
    return foe(name, **drawn)


FAR = enemy("e9", at=(-4, 0), combat=0, range=9)


def turn_of(*pieces: Any, **figures: Any) -> Scene:
    return Scene(templar(**figures), *pieces, FAR)


def next_turn(**figures: Any) -> Scene:
    """The turn before a Templar's has just ended."""
    drawn = {"form": "defensive", "tenacity": 0, "name": "a2", "at": (3, -1), **figures}
    scene = Scene(hero("a1", race="imperial", at=(4, -4)), templar(**drawn), FAR)
    return scene.end_turn()


@rule("CLS-2")
@pytest.mark.parametrize("master", [False, True])
def test_a_turn_begun_in_defensive_form_heals_one(master: bool) -> None:
    assert next_turn(hp=3, master=master).hp("a2") == 4


@rule("CLS-17")
def test_the_healing_may_be_declined_where_an_enemy_goes_by_it() -> None:
    """The other one has 5 HP: healed, the Templar is one of the strongest, too."""
    scene = next_turn(hp=4)
    assert scene.offered("heal.less") == ["0"]
    assert scene.answer("heal.less", "0").hp("a2") == 4


@rule("CLS-17")
def test_whoever_passes_is_healed() -> None:
    assert next_turn(hp=4).passes("heal.less").hp("a2") == 5


def test_a_turn_begun_in_another_form_does_not() -> None:
    assert next_turn(hp=3, form="light-weapon").hp("a2") == 3


def raised(face: str) -> Scene:
    scene = next_turn(master=True, track=["LF", "combat"], cooldown=0).rolls(face)
    return scene.answer("turn_starts", "raise_the_shield")


def test_a_master_may_roll_a_combat_die_of_its_track_and_use_it_as_a_guard() -> None:
    scene = raised("combat:2")
    assert (scene.active("a2"), scene.track("a2")) == (["combat"], ["LF"])
    (die,) = scene.mat("a2").active
    assert scene.catalogue.dice[DieKind("combat")].value(scene.state.dice[DieId(die)].face) == 2


@rule("CLS-13")
def test_tenacity_on_that_die_is_not_gained_for_it_was_rolled_in_no_engage() -> None:
    """p89."""
    scene = raised("tenacity")
    assert (scene.mat("a2").tenacity, scene.track("a2")) == (0, ["LF", "combat"])


def test_a_result_that_finds_no_free_slot_is_exhausted() -> None:
    scene = next_turn(master=True, track=["combat"], active=["LF"] * 4).rolls("combat:1")
    scene.answer("turn_starts", "raise_the_shield")
    assert scene.track("a2") == ["combat"]


def test_rolling_that_die_is_optional_and_a_novice_has_no_part_in_it() -> None:
    assert next_turn(master=True, track=["combat"]).passes("turn_starts").track("a2") == ["combat"]
    assert next_turn(track=["combat"]).offered("turn.act")


@rule("CLS-5", "CLS-14")
@pytest.mark.parametrize("face", ["combat:2", "combat:1", "tenacity"])
def test_illuminate_puts_an_available_combat_die_into_a_slot_on_any_side(face: str) -> None:
    scene = turn_of(master=True, row=["combat"]).answer("anytime", "illuminate")
    scene.answer("illuminate", face)
    (die,) = scene.mat("a1").active
    shown = scene.catalogue.dice[DieKind("combat")].faces[scene.state.dice[DieId(die)].face]
    assert (shown, scene.row("a1"), scene.mat("a1").tenacity) == (face, [], 4)


def test_an_illuminated_die_guards() -> None:
    scene = Scene(
        templar(master=True, row=["combat"], tenacity=1),
        hero("a2", race="imperial", at=(4, -4)),
        enemy(combat=1),
    )
    scene.answer("anytime", "illuminate").answer("illuminate", "combat:2").end_turn()
    scene.rolls("enemy:2").end_turn().answer("damage_coming", "defend")
    assert scene.hp("a1") == 5


def struck(*, at: tuple[int, int] = (0, 0), form: str = "light-weapon", **figures: Any) -> Scene:
    scene = Scene(
        templar(row=["combat"], form=form, **figures),
        hero("a2", race="imperial", at=(4, -4), hp=1),
        enemy(at=at, defense=1),
        FAR,
    )
    return scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("DMG-2")
@pytest.mark.parametrize("master", [False, True])
def test_restoring_spirit_heals_an_ally_as_much_as_an_adjacent_enemy_was_dealt(
    master: bool,
) -> None:
    """What defense prevents was dealt all the same."""
    scene = struck(master=master).answer("damage_dealt", "restoring-spirit")
    assert (scene.hp("e1"), scene.hp("a2"), scene.mat("a1").tenacity) == (11, 3, 3)


def test_damage_from_afar_restores_nobody() -> None:
    scene = struck(at=(-1, 0), form="ranged-weapon")
    assert scene.hp("e1") == 11
    assert all(question.why != "damage_dealt" for question in scene.questions)


@pytest.mark.parametrize("master", [False, True])
def test_sacred_ground_clears_a_track_of_all_status_dice(master: bool) -> None:
    friend = hero("a2", race="imperial", at=(4, -4), track=["bane", "combat", "fear", "LF"])
    scene = turn_of(friend, form="defensive", master=master).answer("turn.act", "sacred-ground")
    assert (scene.track("a2"), scene.mat("a1").tenacity) == (["combat", "LF"], 3)


@rule("CLS-8", "CLS-9")
def test_sacred_ground_takes_defensive_form() -> None:
    scene = turn_of(form="magic", track=["bane"]).answer("turn.act", "sacred-ground")
    assert (scene.mat("a1").form, scene.track("a1")) == ("defensive", ["LF"])


@rule("CLS-9", "CD-8")
def test_sacred_ground_finds_nothing_where_its_price_has_taken_the_only_status_die() -> None:
    """In a full track the fatigue for the form drains the status; the tenacity is gone, too."""
    full = [*["OF"] * 6, *["LF"] * 6]
    scene = turn_of(form="magic", track=[*full, "bane"]).answer("turn.act", "sacred-ground")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == ([*full, "OF"], 3)


@pytest.mark.parametrize("master", [False, True])
def test_sun_shield_gives_three_bonus_hp(master: bool) -> None:
    scene = turn_of(master=master).answer("turn.act", "sun-shield")
    assert (scene.unit("a1").bonus, scene.mat("a1").tenacity) == (3, 2)


@pytest.mark.parametrize("master", [False, True])
def test_solar_flare_deals_as_much_as_there_are_bonus_hp(master: bool) -> None:
    scene = turn_of(enemy(), bonus=4, master=master).answer("turn.act", "solar-flare")
    assert (scene.hp("e1"), scene.unit("a1").bonus, scene.mat("a1").tenacity) == (8, 4, 2)


def test_solar_flare_needs_bonus_hp() -> None:
    assert not any("flare" in key for key in turn_of(enemy()).offered("turn.act"))


@pytest.mark.parametrize(("master", "hp", "left"), [(False, 8, 0), (True, 6, 1)])
def test_luminous_shards_hit_all_enemies_in_reach_with_one_roll(
    master: bool, hp: int, left: int
) -> None:
    scene = turn_of(
        enemy(),
        enemy("e2", at=(1, 1), type="daedra"),
        enemy("e3", at=(1, 3), type="daedra"),
        form="magic",
        magicka=2,
        master=master,
    )
    scene.rolls("enemy:2", "enemy:1", "enemy:1", *["enemy:2"][:master])
    scene.answer("turn.act", "luminous-shards").done()
    assert [scene.hp(f"e{n}") for n in (1, 2, 3)] == [hp, hp - 2, 12]
    assert scene.mat("a1").tenacity == left
    assert len(scene.events(DamageDealt)) == 2


@rule("STS-9")
def test_maim_halves_the_dice_of_luminous_shards_but_not_the_two_for_daedra() -> None:
    scene = turn_of(enemy(type="daedra"), form="magic", track=["maim"])
    scene.rolls("enemy:2", "enemy:2", "enemy:1").answer("turn.act", "luminous-shards")
    assert scene.hp("e1") == 8


def counted(*done: tuple[str, int]) -> bool:
    """Whether the promotion is earned by damage to enemies and healing of friends: name, points."""
    friends = [hero(f"a{n}", race="imperial", at=(4, -n), hp=3) for n in (2, 3)]
    battle = running(turn_of(enemy(), enemy("e2", at=(2, -1)), *friends, tenacity=0))
    last = False
    for name, points in done:
        with suppress(Suspended):
            if name.startswith("e"):
                deal(battle, UnitId(name), UnitId("a1"), points)
            else:
                heal(battle, UnitId(name), points, UnitId("a1"), exact=True)
            continue
        last = True
    assert last is ("battle:a1.templar.mastery" in battle.state.used)
    return last


@rule("TRM-7")
@pytest.mark.parametrize(
    ("done", "met"),
    [
        ([("e1", 2), ("e2", 2), ("a2", 2), ("a3", 2)], True),
        ([("a2", 2), ("a3", 2), ("e1", 4)], True),
        ([("e1", 3), ("a2", 2), ("a3", 2)], False),
        ([("e1", 4), ("a2", 2), ("a3", 1)], False),
        ([("e1", 4), ("a2", 9)], False),
    ],
)
def test_damage_dealt_and_hp_really_healed_are_summed_over_all_units(
    done: list[tuple[str, int]], met: bool
) -> None:
    """The promotion is offered the moment that both come to 4."""
    assert counted(*done) is met


def shining(**figures: Any) -> Scene:
    """4 damage by Solar Flare; the healing is still missing."""
    scene = Scene(
        templar(row=["combat"], bonus=4, **figures),
        hero("a2", race="imperial", at=(4, -4), hp=1),
        enemy(),
        FAR,
    )
    return scene.answer("turn.act", "solar-flare")


@rule("CLS-1", "CLS-20")
def test_four_dealt_and_four_healed_in_one_turn_make_a_master() -> None:
    scene = shining().answer("damage_dealt", "restoring-spirit")
    scene.passes("heal.less").answer("healed", "promotion")
    assert scene.mat("a1").master
    assert scene.hp("a2") == 5


@rule("CLS-20")
def test_four_dealt_alone_do_not() -> None:
    scene = shining().passes("damage_dealt")
    assert all(question.why != "anytime" for question in scene.questions)


@rule("CLS-20")
def test_what_was_done_in_another_turn_does_not_count() -> None:
    scene = shining(tenacity=3).end_turn()
    battle = running(scene, scene.state)
    heal(battle, UnitId("a2"), 4, UnitId("a1"), exact=True)
    assert "battle:a1.templar.mastery" not in battle.state.used


@rule("CLS-2")
def test_of_several_combat_dice_the_templar_says_which_comes_back() -> None:
    """The leftmost would have come back by itself, so the other one is the better choice."""
    track = ["combat@combat:1", "LF", "combat@combat:2"]
    scene = next_turn(master=True, track=track, cooldown=1)
    scene.answer("turn_starts", "raise_the_shield")
    shape = scene.asked("templar.shield").shape
    assert isinstance(shape, Some)
    assert [option.note for option in shape.options] == ["place 1", "place 3"]
    scene.rolls("combat:2").answer("templar.shield", shape.options[1].key)
    assert (scene.active("a2"), scene.track("a2"), scene.row("a2")) == (
        ["combat"],
        ["LF"],
        ["combat"],
    )


@rule("CLS-5")
def test_illuminate_comes_in_time_between_an_enemys_roll_and_its_damage() -> None:
    """Any time is also then: the interrupt is resolved before what it interrupts."""
    scene = Scene(templar(master=True, row=["combat"], tenacity=1), enemy(combat=1), turn=None)
    scene.rolls("enemy:2").answer("before_damage", "illuminate").answer("illuminate", "combat:2")
    scene.answer("damage_coming", "defend")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 0)


def test_where_nothing_hits_illuminate_is_not_asked_for() -> None:
    scene = Scene(templar(master=True, row=["combat"], tenacity=1), enemy(combat=1), turn=None)
    scene.rolls("enemy:0")
    assert all(question.why != "before_damage" for question in scene.questions)


@rule("CLS-9")
def test_an_interrupt_may_change_the_form_too_to_begin_the_next_turn_behind_the_shield() -> None:
    scene = struck(hp=3)
    assert scene.offered("damage_dealt") == [
        "a1.templar.restoring-spirit",
        "a1.templar.restoring-spirit:defensive",
        "a1.templar.restoring-spirit:form",
    ]
    scene.answer("damage_dealt", "restoring-spirit:defensive").default()
    assert (scene.mat("a1").form, scene.track("a1")) == ("defensive", ["combat", "LF"])
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 3)
