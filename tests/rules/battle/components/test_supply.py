"""What is in the box (components list): dice, sheets and chips that a battle can run out of."""

import pytest

from protocol.ids import LineId
from server.rules.battle.adventurer.lockpick import DICE
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE
from server.rules.battle.setup.advancing import LINE_TOKENS, STAT_TOKENS
from server.rules.battle.setup.battle_setup import SUPPLY
from server.rules.battle.setup.creation import SHEETS
from server.rules.content.catalogue import catalogue
from server.rules.content.provinces import shipped as provinces

rule = pytest.mark.rule


@rule("LIM-11")
def test_dice_that_are_alike_are_as_many_as_the_box_holds() -> None:
    assert SUPPLY == {"LF": 20, "OF": 12, "status": 12, "cache": 6}
    assert MAX_ENEMY_COMBAT_DICE == 6
    assert DICE == 3


@rule("LIM-11")
def test_there_are_14_combat_dice_and_96_other_skill_dice() -> None:
    base = [line for line in catalogue().lines.values() if line.set == "base"]
    supply = {line.id: sum(die.supply for die in line.dice) for line in base}
    assert supply.pop(LineId("combat")) == 14
    assert sum(supply.values()) == 96


@rule("LIM-11", "LIM-9")
def test_there_are_fifteen_class_sheets_and_two_of_each_race() -> None:
    box = catalogue()
    assert sum(sheet.set == "base" for sheet in box.classes.values()) == 15
    assert len(box.races) * SHEETS == 20


@rule("LIM-11", "LIM-1")
def test_each_trained_line_but_combat_has_two_tokens() -> None:
    lines = [line for line in catalogue().lines.values() if line.id != "combat"]
    base = [line for line in lines if line.set == "base"]
    assert len(base) * LINE_TOKENS == 20
    assert STAT_TOKENS == 16


@rule("LIM-11")
def test_25_chips_lie_in_each_enemy_bag_and_no_more_than_15_quest_units_beside_them() -> None:
    """A bag holds two levels, as sides of the same chips; what an expansion or a
    province's gazetteer adds is not counted."""
    chips = [chip for chip in catalogue().chips.values() if chip.set == "base"]
    for level in (1, 5, 10, 20):
        assert sum(chip.copies for chip in chips if chip.level == level) == 25
    brought = provinces.units()
    assert sum(chip.level == 0 and chip.id not in brought for chip in chips) <= 15


@rule("BAT-1")
def test_a_battle_is_a_clash_a_delve_or_a_dungeon() -> None:
    assert {one.kind for one in catalogue().encounters.values()} == {"clash", "delve", "dungeon"}
