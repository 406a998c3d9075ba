from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt
from protocol.ids import UnitId
from server.rules.battle.damage.defeat import remove
from server.rules.battle.damage.hit_points import deal, hp_matters
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.engagement import Engage
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import armoury, won_with_its_round
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
A3 = UnitId("a3")


def knight(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {"race": "khajiit", "cls": "dragonknight", "tenacity": 5, **figures}
    return hero(**drawn)


def enemy(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (0, 0), "health": 9, "hp": 9, "skills": (), **figures}
    return foe(name, **drawn)


FAR = enemy("e9", at=(-4, 0), combat=0, range=9)
FRIEND = hero("a2", race="imperial", at=(3, -1), form="magic")


def hit(target: str, *pieces: Any, master: bool = False) -> int:
    """HP after 3 damage against 2 defense, in an engage of `e1`."""
    scene = Scene(knight(master=master), enemy(defense=2), *pieces)
    battle = running(scene)
    engage = Engage(UnitId("a1"), "light-weapon", [UnitId("e1")])
    dealing.hit(battle, engage, UnitId(target), 3)
    dealing.land_pools(battle, engage)
    return battle.unit(UnitId(target)).hp


SECOND = enemy("e2", at=(2, -1), defense=2)


@rule("CLS-2")
@pytest.mark.parametrize("master", [False, True])
def test_while_enemies_outnumber_the_party_one_defense_of_the_target_is_ignored(
    master: bool,
) -> None:
    assert hit("e1", SECOND, master=master) == 7


@pytest.mark.parametrize("master", [False, True])
def test_one_enemy_against_one_adventurer_is_no_majority(master: bool) -> None:
    assert hit("e1", master=master) == 8


def test_companions_count_for_the_party() -> None:
    assert hit("e1", SECOND, friend("c1", "clannfear", at=(4, -4))) == 8


def test_defeated_party_members_do_not_count() -> None:
    assert hit("e1", SECOND, hero("a2", race="imperial", fate="defeated")) == 7


@pytest.mark.parametrize(("master", "hp"), [(False, 8), (True, 7)])
def test_a_master_ignores_defense_of_every_enemy_and_a_novice_only_the_targets(
    master: bool, hp: int
) -> None:
    assert hit("e2", SECOND, master=master) == hp


@pytest.mark.parametrize(("master", "hp"), [(False, 8), (True, 7)])
def test_a_masters_abilities_ignore_it_too(master: bool, hp: int) -> None:
    battle = running(Scene(knight(master=master), enemy(defense=2), SECOND))
    deal(battle, UnitId("e1"), UnitId("a1"), 3)
    assert battle.unit(UnitId("e1")).hp == hp


@rule("CLS-17")
@pytest.mark.parametrize(("skill", "hp", "left"), [("rot", 2, 1), ("rot", 3, 1), ("dodge", 2, 0)])
def test_a_master_may_heed_the_defense_where_a_fall_that_is_answered_hangs_on_it(
    skill: str, hp: int, left: int
) -> None:
    """3 damage against 2 defense, of which 1 is ignored: 2 HP go, or 1."""
    scene = Scene(
        knight(master=True, row=["combat", "combat"]),
        enemy(hp=hp, defense=2, skills=(skill,)),
        enemy("e9", at=(-4, 0), combat=0),
    )
    scene.rolls("combat:2", "combat:1").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat")
    asked = [question.why for question in scene.questions]
    assert ("damage_coming" in asked) == (skill == "rot" and hp == 2)
    if "damage_coming" in asked:
        scene.answer("damage_coming", "heed_the_gap")
    assert scene.hp("e1") == left


def test_a_masters_defense_is_ignored_where_nothing_else_is_said() -> None:
    """The offer is passed, and the enemy falls."""
    scene = Scene(
        knight(master=True, row=["combat", "combat"]),
        enemy(hp=2, defense=2, skills=("rot",)),
        enemy("e9", at=(-4, 0), combat=0),
    )
    scene.rolls("combat:2", "combat:1").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat").passes("damage_coming")
    assert scene.unit("e1").fate == "defeated"


def leaping(*, master: bool = False) -> Scene:
    scene = Scene(knight(master=master), FRIEND, friend("c1", "clannfear", at=(4, -4)), FAR)
    return scene.answer("turn.act", "dragon-leap").answer("dragon-leap.pay", "2")


@rule("CLS-7")
def test_dragon_leap_moves_all_adventurers_who_like_as_far_as_is_paid_for() -> None:
    scene = leaping().answer("dragon-leap", "a2", by="a2")
    assert scene.asked("dragon-leap.move").shape.budget == 3  # type: ignore[union-attr]
    scene.answer("dragon-leap.move", "3,0").passes("dragon-leap", by="a1")
    assert (scene.unit("a2").at, scene.mat("a1").tenacity) == ((3, 0), 2)
    scene.asked("turn.act")


@pytest.mark.parametrize(("master", "names"), [(False, 1), (True, 2)])
def test_a_masters_leap_takes_companions_along(master: bool, names: int) -> None:
    scene = leaping(master=master)
    (mine,) = [one for one in scene.questions if one.to == ("a1",)]
    assert len(mine.shape.options) == names  # type: ignore[union-attr]


def standard(*, master: bool = False, **figures: Any) -> Scene:
    """A friend with a bow is two hexes from the enemy."""
    drawn = {"race": "imperial", "form": "ranged-weapon", "at": (2, 0), **figures}
    scene = Scene(knight(master=master), hero("a2", **drawn), enemy(defense=1))
    return scene.answer("turn.act", "dragonknight-standard")


@pytest.mark.parametrize("master", [False, True])
def test_everybody_in_a_weapon_form_may_strike_under_the_standard(master: bool) -> None:
    """Defense counts against each one's damage anew."""
    scene = standard(master=master).rolls("enemy:2", "enemy:1", "enemy:1", "enemy:1")
    scene.answer("dragonknight-standard", "a2", by="a2").answer("dragonknight-standard", "a1")
    assert [(event.by, event.taken) for event in scene.events(DamageDealt)] == [
        ("a2", 2), ("a1", 1)
    ]  # fmt: skip
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (6, 3)


@pytest.mark.parametrize("form", ["magic", "defensive"])
def test_others_cannot_change_form_for_the_standard(form: str) -> None:
    scene = standard(form=form)
    assert [question.to for question in scene.questions] == [("a1",)]


@rule("STS-9", "STS-14")
def test_maim_halves_what_somebody_deals_under_the_standard() -> None:
    scene = standard(track=["maim"]).rolls("enemy:2", "enemy:2")
    scene.answer("dragonknight-standard", "a2", by="a2")
    assert scene.hp("e1") == 8


def armed(*, master: bool = False, weapon: str = "sword", row: int = 2) -> Scene:
    scene = Scene(
        knight(row=["combat"] * row, ready=["sword"], master=master),
        enemy(defense=2),
        cards=armoury(),
    )
    scene.rolls(*["combat:1"] * row, "enemy:1")
    return scene.engage("a1", "e1", ["combat"] * row, weapon=weapon)


@rule("CLS-5", "DMG-7")
def test_molten_weapons_turn_the_damage_of_combat_skill_dice_into_true_damage() -> None:
    """The weapon's own enemy Combat die is no skill die of the line: defense stops it."""
    scene = armed().answer("before_roll", "molten-weapons").resolve("combat", "combat", "free")
    (event,) = scene.events(DamageDealt)
    assert (event.dealt, event.true, event.taken, scene.hp("e1")) == (3, 2, 2, 7)
    assert scene.mat("a1").tenacity == 3


def test_a_master_melts_its_weapon_after_the_roll() -> None:
    scene = armed(master=True).answer("after_roll", "molten-weapons")
    scene.resolve("combat", "combat", "free")
    assert scene.hp("e1") == 7


def test_without_a_weapon_in_use_nothing_melts() -> None:
    scene = Scene(knight(row=["combat"], ready=["sword"]), enemy(), cards=armoury())
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    scene.asked("engage.resolve")


@rule("STS-9")
def test_maim_spares_what_is_true_damage() -> None:
    scene = Scene(
        knight(row=["combat"] * 2, ready=["sword"], track=["maim"]), enemy(), cards=armoury()
    )
    scene.rolls("combat:1", "combat:1", "enemy:1")
    scene.engage("a1", "e1", ["combat"] * 2, weapon="sword").answer("before_roll", "molten-weapons")
    scene.resolve("combat", "combat", "free")
    assert scene.hp("e1") == 7


@pytest.mark.parametrize("master", [False, True])
def test_cauterize_brings_two_drained_dice_home_for_one_overfatigue(master: bool) -> None:
    scene = Scene(knight(drained=["combat", "combat", "snipe"], master=master), FAR)
    scene.answer("turn.act", "cauterize").answer("cauterize", "combat.1", "snipe")
    assert (scene.drained("a1"), scene.track("a1")) == (["combat"], ["OF"])
    assert (scene.row("a1"), scene.mat("a1").tenacity) == (["combat", "snipe"], 3)


@rule("FAT-5", "LIM-5")
def test_who_falls_by_the_price_of_cauterize_has_no_dice_back() -> None:
    """No overfatigue die is left, so it costs the last HP."""
    scene = Scene(knight(hp=1, drained=["combat", "snipe"]), FRIEND, FAR, supply={"OF": 0})
    scene.answer("turn.act", "cauterize")
    assert scene.unit("a1").fate == "defeated"
    assert (scene.drained("a1"), scene.row("a1")) == (["combat", "snipe"], [])
    assert all(question.why != "cauterize" for question in scene.questions)


def bleeding(*, master: bool = False, tenacity: int = 3, **figures: Any) -> Scene:
    """A friend strikes an enemy down."""
    scene = Scene(
        hero("a1", race="imperial", at=(0, 1), row=["combat"], track=["LF"] * 3 + ["OF"]),
        knight(name="a2", at=(4, -4), master=master, tenacity=tenacity, track=["OF"]),
        enemy(hp=1),
        FAR,
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


def own_kill(*, tenacity: int = 3, master: bool = False) -> Scene:
    scene = Scene(
        knight(tenacity=tenacity, row=["combat"], track=["LF"] * 3 + ["OF"], master=master),
        enemy(hp=1),
        FAR,
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("CLS-4")
@pytest.mark.parametrize(
    ("what", "track"),
    [("light", ["LF", "OF", "combat"]), ("over", ["LF", "LF", "LF", "combat"])],
)
def test_dragon_blood_takes_fatigue_away_after_an_own_kill(what: str, track: list[str]) -> None:
    scene = own_kill().answer("defeated", "dragon_blood").answer("dragon-blood", what)
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (track, 3)


def test_dragon_blood_sleeps_below_three_tenacity_and_for_others_kills() -> None:
    for scene in (own_kill(tenacity=2), bleeding()):
        assert all(question.why != "defeated" for question in scene.questions)


def test_a_masters_dragon_blood_works_for_any_killer() -> None:
    scene = bleeding(master=True).answer("defeated", "shared_blood", by="a2")
    scene.answer("dragon-blood", "over")
    assert (scene.track("a1"), scene.track("a2")) == (["LF"] * 3 + ["combat"], ["OF"])


def ended(**figures: Any) -> Scene:
    scene = Scene(knight(**figures), FRIEND, FAR, cards=won_with_its_round())
    scene.end_turn().end_turn()
    while scene.questions and scene.questions[0].why != "battle_ends":
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    return scene


@rule("CLS-1", "CLS-20", "EOB-2")
def test_ending_a_battle_with_one_hp_makes_a_master() -> None:
    """Bonus HP are no HP."""
    scene = ended(hp=1, bonus=2).answer("battle_ends", "promotion")
    assert (scene.mat("a1").master, scene.state.phase) == (True, "over")


@rule("CLS-20")
def test_ending_it_with_two_hp_does_not() -> None:
    assert ended(hp=2).state.phase == "over"


@rule("GEN-4", "TRM-1")
def test_who_heals_a_novice_at_one_hp_is_asked_whether_to() -> None:
    """It would become a master by ending the battle so."""
    battle = running(Scene(knight(hp=1), FRIEND, FAR))
    assert hp_matters(battle, UnitId("a1"), (1, 2))
    assert not hp_matters(battle, UnitId("a1"), (2, 3))


@rule("CLS-20")
def test_who_was_defeated_has_no_hp_to_end_it_with() -> None:
    fallen = knight(name="a3", fate="defeated")
    scene = Scene(FRIEND, fallen, FAR, cards=won_with_its_round())
    scene.play.start = replace(
        scene.play.start,
        units={**scene.play.start.units, A3: replace(scene.play.start.units[A3], hp=1)},
    )
    scene.end_turn()
    assert scene.questions == ()
    assert (scene.state.phase, scene.mat("a3").master) == ("over", False)


def test_a_companion_that_has_left_the_map_does_not_count() -> None:
    scene = Scene(knight(), enemy(defense=2), SECOND, friend("c1", "clannfear", at=(4, -4)))
    battle = running(scene)
    remove(battle, UnitId("c1"))
    engage = Engage(UnitId("a1"), "light-weapon", [UnitId("e1")])
    dealing.hit(battle, engage, UnitId("e1"), 3)
    dealing.land_pools(battle, engage)
    assert battle.unit(UnitId("e1")).hp == 7
