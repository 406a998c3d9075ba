"""Whom the sensible bot engages, with which dice, when it guards instead, what it resolves."""

from typing import Any

from clients.bots import engaging
from clients.bots.figures import Dice
from protocol.ids import SeatId, UnitId
from protocol.questions import Option, Picks, Question, Some
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from server.rules.engine.patch import plain
from tests.scene import Scene, foe, hero

DICE = Dice(glossary(catalogue()))
ROW = ["shield-discipline", "combat", "combat"]


def planned(scene: Scene, *, first: bool = True, **changed: Any) -> Picks:
    """What the bot plans for the engage that a scene asks for."""
    view = {**plain(scene.state), **changed}
    return engaging.plan(view, UnitId("a1"), scene.asked("turn.engage"), first, DICE)


def kinds(picks: Picks) -> list[str]:
    return [pick.split(".")[1] for pick in picks if pick.startswith("die:")]


def test_it_engages_whom_it_can_fell() -> None:
    """Given a strong and a weak enemy in reach, then the weak one is the target."""
    strong, weak = foe("e1", "wolf", at=(1, 0), hp=9), foe("e2", "wolf", at=(0, 1), hp=2)
    assert "target:e2" in planned(Scene(hero(at=(0, 0), row=ROW), strong, weak))


def test_it_engages_whom_the_objective_names_before_a_weaker_one() -> None:
    scene = Scene(
        hero(at=(0, 0), row=ROW),
        foe("e1", "skeleton", at=(1, 0), hp=6),
        foe("e2", "wolf", at=(0, 1), hp=5),
    )
    name = scene.unit("e1").name
    assert "target:e2" in planned(scene)
    assert "target:e1" in planned(scene, objective=f"Defeat the {name}.")


def test_dice_that_the_target_does_not_need_are_kept() -> None:
    """Given an enemy with 1 HP, then two dice are enough."""
    weak = Scene(hero(at=(0, 0), row=ROW), foe("e1", "wolf", at=(1, 0), hp=1))
    strong = Scene(hero(at=(0, 0), row=ROW), foe("e1", "wolf", at=(1, 0), hp=9))
    assert len(kinds(planned(weak))) == 2
    assert len(kinds(planned(strong))) == 3


def test_a_second_engage_has_to_be_worth_its_fatigue() -> None:
    one_die = Scene(hero(at=(0, 0), row=["combat"]), foe("e1", "wolf", at=(1, 0), hp=9))
    assert planned(one_die, first=False) == ()
    kill = Scene(hero(at=(0, 0), row=ROW), foe("e1", "wolf", at=(1, 0), hp=2))
    assert planned(kill, first=False)
    tired = Scene(hero(at=(0, 0), row=ROW, track=["LF"] * 7), foe("e1", "wolf", at=(1, 0), hp=2))
    assert planned(tired, first=False) == ()


def test_a_feeble_first_engage_gives_way_to_a_guard_until_the_rounds_get_long() -> None:
    scene = Scene(hero(at=(0, 0), row=["combat"]), foe("e1", "wolf", at=(1, 0), hp=9))
    assert planned(scene)[0] == "form:defensive"
    assert "target:e1" in planned(scene, rounds=engaging.LATE)


def test_a_guard_is_raised_only_while_somebody_is_near_enough_to_strike() -> None:
    near = Scene(hero(at=(0, 0), row=ROW), foe("e1", "wolf", at=(4, -2)))
    far = Scene(hero(at=(4, -1), row=ROW), foe("e1", "wolf", at=(-4, 3)))
    for scene, guards in ((near, True), (far, False)):
        view, asked = plain(scene.state), scene.asked("turn.engage")
        assert bool(engaging.guard(view, UnitId("a1"), asked, True, DICE)) is guards


def test_dice_that_heal_are_rolled_only_for_somebody_who_is_hurt() -> None:
    rolled = []
    for hp in (5, 3):
        row = ["force-shock", "force-shock", "hasty-prayer"]
        medic = hero(at=(0, 0), form="magic", row=row, hp=hp)
        rolled.append(kinds(planned(Scene(medic, foe("e1", "wolf", at=(2, 0), hp=3)))))
    assert rolled == [
        ["force-shock", "force-shock"],
        ["force-shock", "force-shock", "hasty-prayer"],
    ]


def test_results_are_resolved_damage_first_and_what_only_hurts_is_left() -> None:
    """Given results of which one must be resolved and one harms its owner, then that one stays."""
    rolled = {"d1": "resolve", "d2": "combat", "d3": "force-shock"}
    view = {"dice": {die: {"kind": kind} for die, kind in rolled.items()}, "units": {}}
    options = (
        Option("d0", "Something that must"),
        Option("d1", "Resolve"),
        Option("d2", "Combat"),
        Option("d3", "Force Shock 3"),
    )
    asked = Question((SeatId("1"),), "engage.resolve", "", Some(options, 1, 4), default=("d0",))
    assert engaging.resolve(view, UnitId("a1"), asked, DICE) == ("d0", "d2", "d1")
