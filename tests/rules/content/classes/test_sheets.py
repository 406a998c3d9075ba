"""What holds for all class sheets."""

import pytest

from server.rules.content.catalogue import catalogue
from server.rules.content.encounters.jailbreak_rewards import EARNED, supply
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
SHEETS = catalogue().classes
EXPANSION = ["arcanist", "burglar", "ranger"]


@rule("JB-9")
def test_every_class_of_the_jailbreak_has_a_sheet_that_names_its_achievement() -> None:
    printed = {what: sorted(names) for what, names in EARNED.items()}
    named = {
        what: sorted(one.id for one in SHEETS.values() if one.jailbreak == what) for what in EARNED
    }
    assert named == printed


@pytest.mark.parametrize("valenwood", [True, False])
def test_a_table_without_the_expansion_is_offered_none_of_its_classes(valenwood: bool) -> None:
    box = supply(running(Scene(hero(), foe("e1", at=(0, 0)), valenwood=valenwood)))
    assert [name for name in EXPANSION if name in box] == (EXPANSION if valenwood else [])
    assert len(box) == (18 if valenwood else 15)


@rule("CLS-1")
@pytest.mark.parametrize("cls", SHEETS)
def test_both_sides_of_every_sheet_can_do_something(cls: str) -> None:
    for side in (SHEETS[cls].novice, SHEETS[cls].master):
        assert len([*side.abilities, *side.interrupts, *side.enduring, *side.elsewhere]) >= 4


@pytest.mark.parametrize("cls", SHEETS)
def test_no_two_abilities_of_a_side_share_an_id(cls: str) -> None:
    for side in (SHEETS[cls].novice, SHEETS[cls].master):
        names = [one.id for one in side.abilities]
        names += [one.id for one in side.enduring]
        names += [one.id for one in side.elsewhere]
        assert len(names) == len(set(names))
