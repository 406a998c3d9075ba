"""Common weapons, one test for each ability; those that differ by numbers only in one table."""

from typing import Any

import pytest

from protocol.ids import CardId, ItemId, UnitId
from protocol.questions import Plan
from server.rules.battle.engage import plan
from server.rules.battle.engage.resolving import use_weapon
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import Card
from server.rules.battle.kernel.words import Form
from tests.rules.battle.running import running
from tests.rules.content.items.arming import armed, enemy_dice, engages, resolves
from tests.scene import foe, hero

rule = pytest.mark.rule
LIGHT: Form = "light-weapon"
HEAVY: Form = "heavy-weapon"
RANGED: Form = "ranged-weapon"
DICE: list[tuple[str, str, bool, int]] = [
    ("steel-maul", HEAVY, False, 1),
    ("steel-maul", HEAVY, True, 3),
    ("notched-hunting-bow", RANGED, False, 1),
    ("poachers-knife", LIGHT, True, 2),
    ("dockhands-cudgel", LIGHT, False, 1),
    ("pair-of-throwing-irons", LIGHT, False, 1),
    ("pair-of-throwing-irons", RANGED, False, 1),
    ("pitch-sprayer", RANGED, False, 3),
    ("scampcrusher", HEAVY, False, 2),
    ("whisper-of-glass", LIGHT, True, 2),
    ("gravewolf-fang", LIGHT, True, 3),
    ("headsmans-verdict", HEAVY, False, 2),
    ("longnight-bow", RANGED, False, 1),
    ("longnight-bow", RANGED, True, 3),
]


def other(name: str = "e2", at: tuple[int, int] = (-1, 1), **figures: Any) -> Any:
    """A second enemy of 5 HP, next to the hero and to the first one in close combat."""
    return foe(name, at=at, **{"health": 5, "hp": 5, "skills": (), **figures})


@rule("ITM-6", "FRE-3")
@pytest.mark.parametrize(("weapon", "form", "overtax", "count"), DICE)
def test_a_weapon_adds_enemy_combat_dice(weapon: str, form: str, overtax: bool, count: int) -> None:
    scene = engages(armed(weapon, form), "tenacity", *["enemy:1"] * count, overtax=overtax).done()
    assert enemy_dice(scene) == count
    resolves(scene)
    assert scene.hp("e1") == 9 - count


@rule("ITM-6", "ITM-3")
def test_a_weapon_stays_after_its_standard_ability() -> None:
    scene = resolves(engages(armed("steel-maul", HEAVY), "combat:1", "enemy:2"))
    assert scene.hp("e1") == 6
    assert scene.track("a1") == ["combat"]
    assert scene.mat("a1").ready


@rule("ITM-20", "ITM-7")
def test_an_overtaxed_weapon_is_discarded_once_the_engage_is_over() -> None:
    scene = armed("steel-maul", HEAVY)
    engages(scene, "combat:1", "enemy:2", "enemy:1", "enemy:1", overtax=True)
    assert scene.mat("a1").ready
    resolves(scene)
    assert not scene.mat("a1").ready
    assert scene.state.decks["common"].discard == ("steel-maul",)


@rule("ITM-7", "ITM-21")
def test_a_weapon_needs_its_form() -> None:
    with pytest.raises(Exception, match="needs another form"):
        engages(armed("steel-maul", LIGHT), "combat:1")


@rule("ITM-20")
def test_a_weapon_is_not_overtaxed_without_being_used() -> None:
    scene = armed("steel-maul", HEAVY)
    picks = ("form:heavy-weapon", "target:e1", "overtax:a1-steel-maul")
    with pytest.raises(Exception, match="goes with its weapon"):
        scene.answer("turn.engage", *picks)


@rule("ITM-6")
def test_an_engage_uses_one_weapon() -> None:
    scene = armed("steel-maul", HEAVY, ready=["steel-maul", "scampcrusher"])
    picks = ("form:heavy-weapon", "target:e1", "weapon:a1-steel-maul", "weapon:a1-scampcrusher")
    with pytest.raises(Exception, match="0 to 1 for weapon"):
        scene.answer("turn.engage", *picks)


@rule("ITM-6")
def test_any_number_of_weapons_may_be_ready() -> None:
    scene = armed("steel-maul", HEAVY, ready=["steel-maul", "quarrymans-pick", "threshing-flail"])
    scene.rolls("combat:1").engage("a1", "e1", ["combat"], weapon="quarrymans-pick")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


@rule("ITM-7", "FRE-1")
@pytest.mark.parametrize(("form", "slots"), [(HEAVY, 1), (LIGHT, 0)])
def test_a_granted_engage_offers_only_weapons_of_its_forms(form: Form, slots: int) -> None:
    shape = plan.question(running(armed("steel-maul", HEAVY)), UnitId("a1"), forms=(form,)).shape
    assert isinstance(shape, Plan)
    assert [slot.name for slot in shape.slots].count("weapon") == slots


def test_a_weapon_that_was_lost_on_the_way_adds_nothing() -> None:
    battle = running(armed("steel-maul", HEAVY))
    engage = Engage(
        UnitId("a1"), HEAVY, [UnitId("e1")], weapon=CardId("a card that is gone"), overtaxed=True
    )
    use_weapon(battle, engage)
    assert (engage.extra, engage.weapon, engage.after) == (0, "", [])


@rule("ITM-19", "ITM-11")
def test_a_weapon_that_expends_rests_after_its_use_and_keeps_its_place() -> None:
    scene = armed("pitch-sprayer", RANGED, row=["combat", "combat"], ready=["pitch-sprayer"])
    resolves(engages(scene, "tenacity", "enemy:1", "enemy:1", "enemy:1"))
    assert scene.mat("a1").ready == (
        Card(CardId("a1-pitch-sprayer"), ItemId("pitch-sprayer"), expended=True),
    )
    shape = scene.asked("turn.engage").shape
    assert isinstance(shape, Plan)
    assert "weapon" not in [slot.name for slot in shape.slots]


@rule("ITM-20")
def test_an_overtaxed_weapon_that_expends_is_discarded_all_the_same() -> None:
    scene = armed("pitch-sprayer", RANGED, other(at=(-2, 1)))
    resolves(engages(scene, "tenacity", *["enemy:1"] * 3, overtax=True))
    assert (scene.hp("e1"), scene.hp("e2")) == (6, 3)
    assert scene.state.decks["common"].discard == ("pitch-sprayer",)


IGNORED = [("poachers-knife", LIGHT, False, 1), ("quarrymans-pick", HEAVY, False, 2)]
IGNORED += [("notched-hunting-bow", RANGED, True, 2), ("whisper-of-glass", LIGHT, False, 4)]


@pytest.mark.parametrize(("weapon", "form", "overtax", "ignored"), IGNORED)
def test_a_weapon_ignores_defense(weapon: str, form: str, overtax: bool, ignored: int) -> None:
    """4 defense against two Combat dice of 2 (and a bow's miss)."""
    scene = armed(weapon, form, enemy={"defense": 4}, row=["combat", "combat"])
    miss = ["enemy:0"] if form == RANGED else []
    resolves(engages(scene, "combat:2", "combat:2", *miss, overtax=overtax, dice=2))
    assert scene.hp("e1") == 9 - ignored


POINTS = [
    ("oak-lightning-staff", "magic", False, 1),
    ("staff-of-the-ninth-storm", "magic", False, 2),
    ("rowan-ember-staff", "magic", True, 3),
    ("yew-longbow", RANGED, True, 2),
]


@rule("ITM-6")
@pytest.mark.parametrize(("weapon", "form", "overtax", "points"), POINTS)
def test_a_weapon_deals_damage_to_the_target(
    weapon: str, form: str, overtax: bool, points: int
) -> None:
    """C-49: no enemy Combat dice in magic form."""
    dice = [] if form == "magic" else ["tenacity"]
    scene = resolves(engages(armed(weapon, form), *dice, overtax=overtax))
    assert scene.hp("e1") == 9 - points
    assert enemy_dice(scene) == 0


@pytest.mark.parametrize(("weapon", "points"), [("quarrymans-pick", 2), ("scampcrusher", 3)])
def test_an_overtaxed_weapon_deals_true_damage(weapon: str, points: int) -> None:
    misses = ["enemy:0", "enemy:0"] if weapon == "scampcrusher" else []
    scene = armed(weapon, HEAVY, enemy={"defense": 4})
    resolves(engages(scene, "tenacity", *misses, overtax=True))
    assert scene.hp("e1") == 9 - points


@pytest.mark.parametrize(
    ("weapon", "form", "points"),
    [("oak-lightning-staff", "magic", 2), ("staff-of-the-ninth-storm", "magic", 4)],
)
def test_an_overtaxed_staff_strikes_the_targets_neighbours_afterwards(
    weapon: str, form: str, points: int
) -> None:
    scene = armed(weapon, form, other(at=(-2, 1)), other("e3", at=(3, 0)))
    engages(scene, overtax=True)
    assert (scene.hp("e2"), scene.hp("e3")) == (5 - points, 5)


@pytest.mark.parametrize(("away", "count"), [(2, 0), (3, 2)])
def test_a_longbow_adds_two_dice_against_a_target_three_hexes_away(away: int, count: int) -> None:
    scene = armed("yew-longbow", RANGED, away=away)
    engages(scene, "tenacity", *["enemy:1"] * count).done()
    assert enemy_dice(scene) == count


@pytest.mark.parametrize(("weapon", "form"), [("fencers-foil", LIGHT), ("tangle-bolas", RANGED)])
def test_a_weapon_rerolls_one_die(weapon: str, form: str) -> None:
    scene = armed(weapon, form, row=["combat", "combat"])
    engages(scene, "tenacity", "combat:1", "combat:2", dice=2)
    scene.answer("after_roll", "reroll").answer(f"{weapon}.reroll", scene.mat("a1").rolled[0])
    resolves(scene)
    assert scene.hp("e1") == 6


def test_a_reroll_may_be_left_and_comes_once_an_engage() -> None:
    scene = engages(armed("fencers-foil", LIGHT), "combat:1", "combat:1")
    scene.answer("after_roll", "reroll")
    assert [question.why for question in scene.questions] == ["engage.resolve"]
    spared = engages(armed("fencers-foil", LIGHT), "combat:1").passes("after_roll")
    assert resolves(spared).hp("e1") == 8


def test_an_ember_staff_rerolls_a_die_of_its_engage() -> None:
    scene = armed("rowan-ember-staff", "magic", row=["force-shock"])
    scene.rolls("tenacity", "force-shock-1")
    scene.engage("a1", "e1", ["force-shock"], weapon="rowan-ember-staff")
    scene.answer("after_roll", "reroll")
    assert resolves(scene).hp("e1") == 7


def test_an_overtaxed_foil_recovers_two_dice_afterwards() -> None:
    scene = armed("fencers-foil", LIGHT, track=["combat", "LF", "combat"])
    engages(scene, "combat:1", overtax=True).passes("after_roll")
    resolves(scene).answer("fencers-foil.dice", *scene.mat("a1").track[0:3:2])
    assert scene.row("a1") == ["combat", "combat"]


@pytest.mark.parametrize(
    ("weapon", "form", "reroll"),
    [("dockhands-cudgel", LIGHT, False), ("tangle-bolas", RANGED, True)],
)
def test_an_overtaxed_weapon_dazes_and_maims_the_target_afterwards(
    weapon: str, form: str, reroll: bool
) -> None:
    scene = armed(weapon, form)
    engages(scene, "combat:1", *([] if reroll else ["enemy:0"]), overtax=True)
    if reroll:
        scene.passes("after_roll")
    assert scene.unit("e1").statuses == ()
    resolves(scene)
    assert scene.unit("e1").statuses == ("daze", "maim")


def test_who_has_fallen_is_not_maimed_any_more() -> None:
    scene = armed("dockhands-cudgel", LIGHT, other(at=(3, 0)), enemy={"hp": 1})
    resolves(engages(scene, "combat:1", "enemy:0", overtax=True))
    assert scene.unit("e1").fate == "defeated"
    assert scene.unit("e1").statuses == ()


def test_overtaxed_throwing_irons_hit_an_enemy_within_three_hexes() -> None:
    scene = armed("pair-of-throwing-irons", LIGHT, other(at=(3, 0)), other("e3", at=(4, 0)))
    resolves(engages(scene, "tenacity", "enemy:0", overtax=True))
    assert scene.offered("pair-of-throwing-irons.who") == ["e1", "e2"]
    scene.answer("pair-of-throwing-irons.who", "e2")
    assert (scene.hp("e2"), scene.hp("e3")) == (3, 5)


@pytest.mark.parametrize(("overtax", "left"), [(False, 4), (True, 2)])
def test_a_flail_hits_the_other_enemies_around(overtax: bool, left: int) -> None:
    scene = armed("threshing-flail", HEAVY, other(), other("e3", at=(3, 0)))
    resolves(engages(scene, "combat:1", overtax=overtax))
    assert (scene.hp("e1"), scene.hp("e2"), scene.hp("e3")) == (8, left, 5)


@rule("ITM-21")
@pytest.mark.parametrize("form", [HEAVY, "defensive"])
def test_a_pike_moves_an_adjacent_enemy_away_in_either_of_its_forms(form: str) -> None:
    scene = armed("boarding-pike", form)
    resolves(engages(scene, "tenacity"))
    scene.answer("boarding-pike.shove", "-2,0")
    assert scene.unit("e1").at == (-2, 0)


def test_a_quest_unit_is_not_moved() -> None:
    scene = armed("boarding-pike", HEAVY, enemy={"kind": "quest"})
    resolves(engages(scene, "tenacity"))
    assert scene.unit("e1").at == (-1, 0)


def test_an_overtaxed_pike_hits_every_enemy_that_is_adjacent_then() -> None:
    scene = armed("boarding-pike", "defensive", other())
    resolves(engages(scene, "tenacity", overtax=True)).answer("boarding-pike.who", "e1")
    scene.answer("boarding-pike.shove", "-2,0")
    assert (scene.hp("e1"), scene.hp("e2")) == (9, 3)


def test_a_rime_staff_pushes_the_target_back_and_overtaxed_maims_and_dazes_it() -> None:
    scene = engages(armed("rime-crusted-staff", "magic"), overtax=True)
    scene.answer("rime-crusted-staff.shove", "-2,0")
    assert scene.unit("e1").at == (-2, 0)
    assert scene.unit("e1").statuses == ("maim", "daze")


def test_an_almoners_staff_takes_light_fatigue_and_overtaxed_heals_three() -> None:
    beside = hero("a2", at=(1, 0), hp=1, track=["LF", "LF"])
    scene = armed("almoners-staff", "magic", beside, track=["LF"], hp=4)
    engages(scene, overtax=True).answer("almoners-staff.who", "a2")
    scene.answer("almoners-staff.who", "a2").passes("heal.less")
    assert (scene.track("a1"), scene.track("a2"), scene.hp("a2")) == (["LF"], ["LF"], 4)


@pytest.mark.parametrize(("overtax", "mine", "theirs"), [(False, 1, 0), (True, 3, 2)])
def test_a_targe_gives_bonus_hp(overtax: bool, mine: int, theirs: int) -> None:
    scene = armed("banded-targe", "defensive", hero("a2", at=(1, 0)))
    resolves(engages(scene, "tenacity", overtax=overtax))
    assert (scene.unit("a1").bonus, scene.unit("a2").bonus) == (mine, theirs)


@rule("ITM-23")
def test_a_weapon_is_not_chosen_once_the_dice_are_rolled() -> None:
    scene = armed("steel-maul", HEAVY)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert {question.why for question in scene.questions} == {"engage.resolve"}
