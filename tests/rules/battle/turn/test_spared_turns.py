"""What a turn does not ask: its end where nothing is left, engages that do nothing, one's own
consent to a retreat.
"""

from typing import Any

import pytest

from protocol.battle import BattleEnded, FormChanged, Spared, TurnEnded
from protocol.hexes import Hex
from protocol.questions import Plan, options_of
from tests.scene import Scene, foe, hero

FAR: dict[str, Any] = {"at": (0, -4), "combat": 0, "range": 1, "skills": ()}


def _scene(*, row: tuple[str, ...] = ("combat",), **more: Any) -> Scene:
    one = hero("a1", at=(0, 1), form="light-weapon", stamina=2, row=list(row), **more)
    return Scene(one, foe("e1", at=(0, 0), hp=9, combat=0, range=1, skills=()), asks_all=False)


def _open(scene: Scene) -> set[str]:
    return {question.why for question in scene.questions}


@pytest.mark.rule("TRN-2")
def test_a_turn_in_which_nothing_is_left_ends_by_itself() -> None:
    """Given the last die spent and both moves gone, then the turn is over unasked."""
    scene = _scene().rolls("combat:1").engage("a1", "e1", ["combat"])
    assert "turn.act" in _open(scene)

    scene.move((0, 2)).done()

    assert [event.unit for event in scene.events(TurnEnded)][:1] == ["a1"]
    assert [event.why for event in scene.events(Spared)][-1] == "turn.act"


def test_a_turn_without_any_move_is_asked_about_before_it_ends() -> None:
    """Given nobody has acted yet, then one may still propose to retreat: it is asked."""
    ring: dict[str, tuple[Hex, ...]] = {"cell": ((0, 1), (0, 0))}
    one = hero("a1", at=(0, 1), form="light-weapon")
    scene = Scene(one, foe("e1", **{**FAR, "at": (0, 0)}), tiles=ring, asks_all=False)

    assert _open(scene) == {"turn.act"}


def test_an_engage_may_be_the_last_action_of_its_turn() -> None:
    """Given an engage that says so, then the turn is over after it."""
    scene = _scene(row=("combat", "combat")).rolls("combat:1")
    question = scene.asked("turn.engage")

    scene.answer("turn.engage", "form:light-weapon", "target:e1", "a1.combat.1", "then:end").done()

    assert [option.text for option in options_of(question.shape)][-1] == "End your turn"
    assert [event.unit for event in scene.events(TurnEnded)][:1] == ["a1"]


@pytest.mark.rule("ENG-14")
def test_an_engage_wants_a_die_where_nothing_else_comes_of_it() -> None:
    """Given nothing that answers an engage, then it is offered with dice alone."""
    scene = _scene()
    shape = scene.asked("turn.engage").shape
    assert isinstance(shape, Plan)

    fewest = {slot.name: slot.low for slot in shape.slots}

    assert fewest["dice"] == 1
    assert "turn.engage" not in _open(_scene(row=()))


@pytest.mark.rule("ENG-14", "FRM-5")
def test_a_form_that_serves_is_taken_without_dice() -> None:
    """Given armor that works in another form, then one may change to it, and to no other."""
    scene = _scene(row=(), cls="knight")
    forms = [key for key in scene.offered("turn.act") if key.startswith("form:")]
    assert "form:light-weapon" not in forms

    for key in forms[:1]:
        scene.answer("turn.act", key)
        assert [event.form for event in scene.events(FormChanged)] == [key.partition(":")[2]]


def _end_of_round(*proposers: str) -> Scene:
    scene = Scene(hero("a1", at=(0, 3)), hero("a2", at=(1, 3)), foe("e1", **FAR), asks_all=False)
    for name in ("a1", "a2"):
        if name in proposers:
            scene.answer("turn.act", "retreat")
        scene.answer("turn.act", "end")
    return scene


@pytest.mark.rule("RET-1")
def test_who_proposes_to_retreat_has_agreed() -> None:
    """Given a proposal, then the others alone are asked, and fighting on stands first."""
    scene = _end_of_round("a2")
    question = scene.asked("round.retreat")

    assert question.to == ("a1",)
    assert [option.key for option in options_of(question.shape)] == ["no", "yes"]
    scene.answer("round.retreat", "yes")
    assert [event.outcome for event in scene.events(BattleEnded)] == ["retreat"]


@pytest.mark.rule("RET-1")
def test_nobody_is_asked_to_retreat_whom_nobody_proposed_it_to() -> None:
    """Given no proposal, then the next round begins."""
    assert "round.retreat" not in _open(_end_of_round())
