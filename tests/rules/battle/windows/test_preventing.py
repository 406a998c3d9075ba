"""A prevention that happens by itself stands in its bearer's order, too (p63)."""

import pytest

from tests.rules.content.classes.test_rogue import attacked

rule = pytest.mark.rule
VEST = "bone-laced-vest"
"""Against 2 or more damage it gives tenacity."""


@rule("DMG-4")
def test_what_misses_would_leave_nothing_for_may_come_before_them() -> None:
    """Given two misses against 2 damage, then the vest is offered while they are still there."""
    dice = ("enemy:2", "enemy:0", "enemy:0")
    scene = attacked(*dice, ready=[VEST], tenacity=0).answer("damage_coming", "wear")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 1)
    scene = attacked(*dice, ready=[VEST], tenacity=0).passes("damage_coming")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 0)


@rule("DMG-4")
def test_what_can_as_well_come_after_the_misses_is_asked_once_and_then() -> None:
    """One miss against 2 damage leaves 1, of which the vest may be worn as well."""
    scene = attacked("enemy:2", "enemy:0", ready=[VEST], tenacity=0)
    assert "would leave nothing" not in scene.asked("damage_coming").text
    scene.answer("damage_coming", "wear")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 1)
    assert "damage_coming" not in [one.why for one in scene.questions]
