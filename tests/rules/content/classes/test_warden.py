from typing import Any

import pytest

from protocol.battle import NamedReason, TurnBegan
from protocol.ids import UnitId
from server.rules.battle.adventurer import abilities, tenacity
from server.rules.battle.damage import defeat
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import won_with_its_round
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
RACER, GUARDIAN = "diving-cliff-racer", "feral-guardian"


def warden(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit", "cls": "warden", "form": "magic", "tenacity": 5, **figures
    }  # fmt: skip
    return hero(**drawn)


def enemy(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {
        "at": (0, 0), "health": 9, "hp": 9, "combat": 0, "skills": (), "type": "beast", **figures
    }  # fmt: skip
    return foe(name, **drawn)


FAR = foe("e9", at=(-4, 0), combat=0, range=9, skills=())


def beast_falls(*, type: str = "beast", **figures: Any) -> Scene:
    """An enemy strikes down a companion next to it."""
    scene = Scene(
        warden(at=(4, -4), **figures),
        friend("c1", RACER, at=(1, -1), hp=1, type=type),
        enemy(combat=1),
        turn=None,
    )
    return scene.rolls("enemy:2")


@rule("CLS-2")
def test_after_a_beast_companion_has_fallen_a_warden_heals_three() -> None:
    scene = beast_falls(hp=1, tenacity=2)
    assert scene.unit("c1").fate == "defeated"
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 2)


def test_a_master_gains_one_tenacity_as_well() -> None:
    scene = beast_falls(hp=1, tenacity=2, master=True)
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 3)


@rule("CLS-17")
@pytest.mark.parametrize("master", [False, True])
def test_the_comfort_may_be_declined_where_an_enemy_goes_by_it(master: bool) -> None:
    """Healed, the Warden is stronger than the other one."""
    scene = Scene(
        warden(at=(4, -4), hp=3, health=9, tenacity=2, master=master),
        hero("a2", at=(4, -3), hp=4),
        friend("c1", RACER, at=(1, -1), hp=1, type="beast"),
        enemy(combat=1, range=1, priority="weakest"),
        turn=None,
    )
    scene.rolls("enemy:2").answer("effect.spare", "without")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 2)


def test_other_companions_fall_without_comfort() -> None:
    assert beast_falls(hp=1, type="daedra").hp("a1") == 1


def turn_of(*pieces: Any, **figures: Any) -> Scene:
    return Scene(warden(**figures), *pieces, FAR)


@pytest.mark.parametrize(("ability", "chip", "left"), [
    ("dive", RACER, 4), ("feral-guardian", GUARDIAN, 0),
])  # fmt: skip
def test_a_warden_brings_a_beast_into_an_adjacent_hex(ability: str, chip: str, left: int) -> None:
    scene = turn_of().answer("turn.act", f"use:warden:{ability}").answer(chip, "2,-1")
    (unit,) = [unit for unit in scene.state.units.values() if unit.kind == "companion"]
    assert (unit.chip, unit.at, unit.controller) == (chip, (2, -1), "a1")
    assert scene.mat("a1").tenacity == left


def test_the_two_beasts_are_sides_of_one_chip() -> None:
    offered = turn_of(friend("c1", RACER, at=(4, -4))).offered("turn.act")
    assert not any(ability in key for ability in ("dive", "feral") for key in offered)


def test_each_of_them_is_called_once_a_battle() -> None:
    scene = turn_of().answer("turn.act", "use:warden:dive").answer(RACER, "2,-1")
    battle = running(scene, scene.state)
    defeat.remove(battle, next(u.id for u in battle.in_play("party") if u.chip == RACER))
    tenacity.gain(battle, UnitId("a1"), 1, NamedReason("test"))
    assert [
        one.id for _, one in abilities.usable(battle, UnitId("a1")) if one.once == "battle"
    ] == ["feral-guardian"]


def ended(*, master: bool) -> Any:
    """What becomes of a wounded beast as the battle ends."""
    quiet = foe("e9", at=(-4, 0), combat=0, range=9, skills=())
    scene = Scene(
        warden(master=master),
        friend("c1", GUARDIAN, at=(2, -1), hp=2, leaves=True),
        quiet,
        cards=won_with_its_round(),
    )
    scene.end_turn().default("companion.move")
    assert scene.state.phase == "over"
    return scene.unit("c1")


@rule("EOB-3")
def test_a_novices_beast_leaves_with_the_battle() -> None:
    assert ended(master=False).fate == "gone"


@rule("CPN-2")
def test_a_masters_beast_stays_with_the_party_whoever_called_it() -> None:
    """It comes to the next battle with full HP."""
    unit = ended(master=True)
    assert (unit.fate, unit.at, unit.hp) == ("", None, 6)


@pytest.mark.parametrize(("master", "points"), [(False, 2), (True, 3)])
def test_bond_with_nature_heals_a_party_member_in_sight(master: bool, points: int) -> None:
    scene = turn_of(hero("a2", race="nord", at=(4, -4), hp=1), master=master)
    scene.answer("turn.act", "bond-with-nature")
    assert scene.hp("a2") == 1 + points


def test_bond_with_nature_takes_a_beast_above_its_health() -> None:
    scene = turn_of(friend("c1", RACER, at=(4, -4))).answer("turn.act", "bond-with-nature")
    assert scene.hp("c1") == 4


def vines(*, hp: int, tenacity: int = 3, type: str = "beast") -> Scene:
    scene = Scene(
        warden(at=(4, -4), tenacity=tenacity),
        friend("c1", GUARDIAN, at=(1, -1), hp=hp, type=type, defense=0),
        enemy(combat=1),
        turn=None,
    )
    return scene.rolls("enemy:2")


@rule("CLS-4", "CLS-17", "TRM-1")
@pytest.mark.parametrize(("picks", "left"), [(("a1.living-vines.mend",), 4), ((), 3)])
def test_living_vines_may_heal_1_of_a_beast_that_took_damage_and_stands(
    picks: tuple[str, ...], left: int
) -> None:
    """Given a Beast that lost 2 of 5 HP, then its warden may heal 1; who is weakest draws enemies,
    so that leaving it hurt is a choice, too."""
    assert vines(hp=5).answer("damage_dealt", *picks).hp("c1") == left


@rule("CLS-4")
@pytest.mark.parametrize("figures", [{"tenacity": 2}, {"type": "daedra"}])
def test_living_vines_heal_no_other_and_nobody_below_their_tenacity(
    figures: dict[str, Any],
) -> None:
    scene = vines(hp=5, **figures)
    assert "vines" not in "".join(question.why for question in scene.questions)
    assert scene.hp("c1") == 3


def savage(**figures: Any) -> Scene:
    """An adjacent enemy takes a turn for a master, between two other enemies."""
    return Scene(
        warden(master=True, form="light-weapon"),
        enemy(**{"combat": 1, **figures}),
        enemy("e2", at=(-1, 0)),
    )


@rule("CLS-3")
def test_savage_beast_lets_an_adjacent_beast_take_a_turn_for_the_party() -> None:
    scene = savage().answer("turn.act", "savage-beast").passes("companion.move")
    scene.rolls("enemy:2").answer("companion.engage", "e2")
    assert (scene.hp("e2"), scene.hp("a1")) == (7, 5)


def test_the_wardens_own_turn_goes_on_after_it() -> None:
    scene = savage().answer("turn.act", "savage-beast").passes("companion.move")
    scene.rolls("enemy:2").answer("companion.engage", "e2")
    assert scene.state.turn is not None
    assert (scene.state.turn.unit, scene.unit("e1").kind) == ("a1", "enemy")
    scene.asked("turn.act")


def test_the_beasts_own_turn_of_the_round_is_still_to_come() -> None:
    scene = savage().answer("turn.act", "savage-beast").passes("companion.move")
    scene.passes("companion.engage").end_turn().rolls("enemy:1").answer("enemy.order", "e1")
    assert [event.unit for event in scene.events(TurnBegan)][:2] == ["e1", "e1"]


@pytest.mark.parametrize("figures", [{"type": "humanoid"}, {"kind": "quest"}, {"at": (-1, 1)}])
def test_savage_beast_asks_for_an_adjacent_beast_that_is_no_quest_unit(
    figures: dict[str, Any],
) -> None:
    assert not any("savage" in key for key in savage(**figures).offered("turn.act"))


@rule("REL-4")
def test_savage_beast_may_be_an_objective_unit_and_is_one_again_afterwards() -> None:
    scene = savage(kind="objective").answer("turn.act", "savage-beast").passes("companion.move")
    scene.passes("companion.engage")
    assert (scene.unit("e1").side, scene.unit("e1").kind) == ("enemy", "objective")


def species(chip: str, **figures: Any) -> Scene:
    beast = friend("c1", chip, at=(2, -2), combat=1, range=1, **figures)
    return Scene(warden(), beast, enemy(), FAR)


@rule("CLS-18")
def test_advanced_species_lets_a_beast_move_four_and_engage_with_two_more_dice() -> None:
    scene = species(RACER).answer("turn.act", "advanced-species")
    assert scene.asked("companion.move").shape.budget == 4  # type: ignore[union-attr]
    scene.answer("companion.move", "1,-2", "0,-1")
    scene.rolls("enemy:1", "enemy:1", "enemy:2").answer("companion.engage", "e1")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (5, 1)
    assert scene.state.acted == ()


def test_advanced_species_lets_another_companion_move_two_and_engage() -> None:
    scene = species("clannfear").answer("turn.act", "advanced-species")
    assert scene.asked("companion.move").shape.budget == 2  # type: ignore[union-attr]
    scene.answer("companion.move", "1,-2", "0,-1")
    scene.rolls("enemy:1").answer("companion.engage", "e1")
    assert scene.hp("e1") == 8


def test_advanced_species_is_cheaper_for_a_master() -> None:
    scene = Scene(warden(master=True, tenacity=3), friend("c1", RACER, at=(3, -3)), FAR)
    scene.answer("turn.act", "advanced-species")
    assert scene.mat("a1").tenacity == 0


def hunting(chip: str = RACER, **figures: Any) -> Scene:
    """The companion's turn: it strikes down an enemy."""
    scene = Scene(
        warden(at=(4, -4), tenacity=0),
        friend("c1", chip, at=(1, -1)),
        enemy(hp=1, **figures),
        FAR,
    )
    dice = scene.catalogue.chips[chip].combat
    scene.end_turn().passes("companion.move").rolls(*["enemy:1"] * dice)
    return scene.answer("companion.engage", "e1")


@rule("CLS-1", "CLS-20", "DEF-8")
@pytest.mark.parametrize("figures", [{"level": 10}, {"level": 20}, {"kind": "quest"}])
def test_a_mighty_enemy_that_the_wardens_beast_defeats_makes_a_master(
    figures: dict[str, Any],
) -> None:
    scene = hunting(**figures).answer("defeated", "promotion")
    assert scene.mat("a1").master


@rule("CLS-20")
@pytest.mark.parametrize(("chip", "level"), [(RACER, 5), ("clannfear", 10)])
def test_another_companion_or_a_lesser_enemy_does_not(chip: str, level: int) -> None:
    scene = hunting(chip, level=level)
    assert scene.unit("e1").fate == "defeated"
    assert all(question.why != "defeated" for question in scene.questions)
