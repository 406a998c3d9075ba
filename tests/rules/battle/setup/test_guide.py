"""Adventurers who stand ready, and the rest suggested at any step of making one's own."""

import pytest

from protocol.battle import Spared
from protocol.questions import options_of
from server.rules.content.catalogue import catalogue
from tests.scene import Scene

XP = (1, 2, 8, 20, 40)


def _fresh(xp: int = 2, *seats: str, kit: bool = False) -> Scene:
    scene = Scene.fresh(*(seats or ("1",)), encounter="plain-clash", xp=xp, kit=kit, asks_all=False)
    return scene.rolls(*[0] * 200)


@pytest.mark.parametrize("xp", XP)
@pytest.mark.parametrize("model", catalogue().ready_made, ids=lambda one: one.id)
def test_somebody_ready_made_is_taken_in_one_answer(model: object, xp: int) -> None:
    """Given any of them at any XP, then one answer makes the adventurer with all its growth."""
    scene = _fresh(xp)
    scene.answer("create.ready", f"ready:{model.id}")  # type: ignore[attr-defined]

    mat = scene.mat("a1")
    assert (mat.race, mat.lines[1]) == (model.race, model.line)  # type: ignore[attr-defined]
    assert mat.cls == (model.cls if xp > 1 else "")  # type: ignore[attr-defined]
    assert not any(question.why.startswith("create.") for question in scene.questions)
    assert len(mat.lines) == 2 + max(0, xp - 2) // 4 or len(mat.lines) >= 5


def test_parties_of_four_stand_ready_together() -> None:
    """Given four seats that each take the first who is free, then all differ."""
    scene = _fresh(8, "1", "2", "3", "4")
    for seat in "1234":
        scene.answer("create.ready", scene.offered("create.ready")[0], by=seat)

    made = scene.state.adventurers.values()
    assert len({mat.cls for mat in made}) == 4
    assert len({mat.race for mat in made}) == 4


@pytest.mark.parametrize("step", ["create.race", "create.line", "create.class", "create.train"])
def test_the_rest_is_suggested_at_every_step(step: str) -> None:
    """Given one's own adventurer, then from each step on the rest can be suggested."""
    scene = _fresh(10)
    scene.answer("create.ready", "own")
    while scene.questions[0].why != step:
        question = scene.questions[0]
        scene.answer(question.why, *question.default or (options_of(question.shape)[0].key,))
    assert scene.offered(step)[-1] == "suggest"

    scene.answer(step, "suggest")

    assert not any(question.why.startswith("create.") for question in scene.questions)
    assert scene.mat("a1").cls
    assert scene.events(Spared)


def test_a_suggestion_keeps_to_what_was_chosen() -> None:
    """Given a line chosen by hand, then the class that goes with it is suggested."""
    scene = _fresh(2)
    scene.answer("create.ready", "own").answer("create.race", "nord")
    scene.answer("create.line", "bow").answer("create.class", "suggest")

    assert (scene.mat("a1").race, scene.mat("a1").cls) == ("nord", "archer")


@pytest.mark.rule("CRE-4")
def test_rows_are_laid_out_unasked_where_attributes_do_not_grow() -> None:
    """Given a start at 2 XP, then rows are not asked; above it they are."""
    for xp, asked in ((2, False), (4, True)):
        scene = _fresh(xp)
        scene.answer("create.ready", "own").answer("create.race", "nord")
        scene.answer("create.line", "bow")
        whys = [question.why for question in scene.questions]
        assert ("create.rows" in whys) is asked
    texts = [option.text for option in options_of(scene.asked("create.rows").shape)]
    assert {text.split()[1] for text in texts} == {"1", "2", "3", "4"}


def test_the_finds_of_somebody_ready_made_are_suggested() -> None:
    """Given a start at 8 XP with finds, then cards that go with its line are kept unasked."""
    scene = _fresh(8, kit=True)
    scene.answer("create.ready", "ready:deadeye")
    scene.answer("deploy", *scene.asked("deploy").default)

    assert "kit.choose" not in [question.why for question in scene.questions]
    assert len((*scene.mat("a1").ready, *scene.mat("a1").pack)) > 0
    assert "kit.choose" in [event.why for event in scene.events(Spared)]


def test_a_table_that_is_asked_all_makes_everybody_by_hand() -> None:
    """Given a table that wants every question, then nobody stands ready."""
    scene = Scene.fresh("1", encounter="plain-clash", xp=2)
    assert scene.questions[0].why == "create.race"
    assert "suggest" not in scene.offered("create.race")
