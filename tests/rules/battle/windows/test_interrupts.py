"""Interrupts that are paid for may come with a change of the battle form (CLS-9)."""

from typing import Any

import pytest

from server.rules.battle.kernel.forms import FORMS
from tests.scene import Scene, foe, hero

FAR = foe("e9", at=(-4, 4), combat=0, range=9, skills=())


def killing(**figures: Any) -> Scene:
    """A Knight in the light weapon form has just felled an enemy, with 3 tenacity left."""
    scene = Scene(
        hero(cls="knight", hp=1, row=["combat"], tenacity=3, **figures),
        foe("e1", at=(0, 0), hp=1, combat=0, skills=()),
        FAR,
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@pytest.mark.rule("CLS-9")
@pytest.mark.parametrize("form", [form for form in FORMS if form != "light-weapon"])
def test_any_other_form_may_be_taken_for_one_light_fatigue(form: str) -> None:
    scene = killing().answer("defeated", "sworn-oath:form")
    assert scene.offered("interrupt.form") == [one for one in FORMS if one != "light-weapon"]
    scene.answer("interrupt.form", form)
    assert (scene.mat("a1").form, scene.hp("a1"), scene.mat("a1").tenacity) == (form, 5, 0)
    assert scene.track("a1") == ["combat", "LF"]


@pytest.mark.rule("CLS-9")
def test_without_another_form_nothing_more_is_paid() -> None:
    scene = killing().answer("defeated", "sworn-oath")
    assert (scene.mat("a1").form, scene.track("a1")) == ("light-weapon", ["combat"])


@pytest.mark.rule("CLS-8", "CLS-9")
def test_an_interrupt_that_asks_for_a_form_is_offered_in_no_other() -> None:
    """Tumbling is for the defensive form."""
    scene = Scene(
        hero(cls="acrobat", form="defensive", tenacity=2, row=["combat"]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2")
    assert scene.offered("damage_coming") == ["a1.acrobat.tumbling"]
