"""Results that everybody would resolve are resolved unasked, and the log says so."""

from typing import Any

import pytest

from protocol.battle import Spared
from protocol.ids import DieId
from tests.scene import Scene, foe, hero

SWORD = "light-weapon"


def _scene(*dice: str, **figures: Any) -> Scene:
    attacker = hero("a1", at=(0, 1), form=SWORD, stamina=6, row=list(dice), **figures)
    return Scene(attacker, foe("e1", at=(0, 0), hp=5, skills=()), asks_all=False)


def _spared(scene: Scene, why: str = "engage.resolve") -> list[list[str]]:
    return [
        [option.text for option in event.taken]
        for event in scene.events(Spared)
        if event.why == why
    ]


@pytest.mark.rule("ENG-17")
def test_plain_damage_is_dealt_unasked_with_what_was_resolved_in_the_log() -> None:
    """Given two dice of one kind that show damage, then nothing of them is asked."""
    scene = _scene("combat", "combat").rolls("combat:1", "combat:2")

    scene.engage("a1", "e1", ["combat", "combat"]).done()

    assert scene.hp("e1") == 2
    assert _spared(scene) == [["Combat: combat:1", "Combat: combat:2"]]
    assert "turn.act" in [question.why for question in scene.questions]


def test_tenacity_comes_before_damage() -> None:
    """Given tenacity beside damage, then it is gained first: more may be offered for it."""
    scene = _scene("combat", "combat").rolls("combat:1", "tenacity")

    scene.engage("a1", "e1", ["combat", "combat"]).done()

    assert _spared(scene) == [["Combat: tenacity"], ["Combat: combat:1"]]
    assert scene.mat("a1").tenacity == 1


@pytest.mark.rule("CD-4")
def test_dice_of_two_kinds_are_asked_about_once_the_track_outlasts_a_recovery() -> None:
    """Given room in the next Recovery step for one die more, then one of two kinds waits longer."""
    dice = ("heroic-slash", "combat")
    short = _scene(*dice, cooldown=2, active=["shield-discipline@shield-discipline:1"])
    short.rolls("heroic-slash-1", "combat:1").engage("a1", "e1", dice)
    long = _scene(*dice, cooldown=1, active=["shield-discipline@shield-discipline:1"])
    long.rolls("heroic-slash-1", "combat:1").engage("a1", "e1", dice)

    assert short.hp("e1") == 2
    assert len(_spared(short)) == 1
    asked = long.asked("engage.resolve")
    assert len(asked.default) == 2
    assert _spared(long) == []


@pytest.mark.rule("ENG-16")
def test_a_result_that_costs_something_is_asked_about_and_not_preselected() -> None:
    """Given damage that gains its roller fatigue, then resolving it stays a choice."""
    scene = _scene("wrecking-blow", "combat")
    scene.rolls("wrecking-blow-2", "combat:1")

    scene.engage("a1", "e1", ["wrecking-blow", "combat"], form="heavy-weapon")

    asked = scene.asked("engage.resolve")
    assert asked.may_pass
    assert [scene.state.dice[DieId(key)].kind for key in asked.default] == ["combat"]


def test_a_lone_die_for_a_slot_goes_there_and_of_several_the_player_says_which() -> None:
    """Given one die for defense, then it waits in a slot; of two any may be left."""
    one = _scene("combat").rolls("combat:1").engage("a1", "", ["combat"], form="defensive")
    two = _scene("combat", "combat").rolls("combat:1", "combat:2")
    two.engage("a1", "", ["combat", "combat"], form="defensive")

    assert one.active("a1") == ["combat"]
    assert _spared(one) == [["Combat: combat:1"]]
    assert two.asked("engage.resolve").default == ("a1.combat.1", "a1.combat.2")


def test_who_wants_to_be_asked_everything_is() -> None:
    """Given a table that is asked all, then plain damage is asked about."""
    attacker = hero("a1", at=(0, 1), form=SWORD, stamina=6, row=["combat"])
    scene = Scene(attacker, foe("e1", at=(0, 0), hp=5, skills=()), asks_all=True)

    scene.rolls("combat:1").engage("a1", "e1", ["combat"])

    assert scene.asked("engage.resolve").default == ("a1.combat.1",)
    assert scene.events(Spared) == []
