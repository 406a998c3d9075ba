"""The enemy chips as a set: enough of everything, on both sides of both bags."""

import tomllib
from collections import Counter
from importlib import resources

import pytest

from server.rules.battle.components.printed import Chip
from server.rules.content.catalogue import catalogue
from server.rules.content.chips import FILES
from server.rules.content.provinces import shipped as provinces

rule = pytest.mark.rule
CHIPS = tuple(catalogue().chips.values())
ENEMIES = tuple(chip for chip in CHIPS if chip.level >= 0)
DRAWN = tuple(chip for chip in ENEMIES if chip.level > 0)
LEVELS = (1, 5, 10, 20)
VALENWOOD_ONLY = ("iron-bark",)


def of_level(level: int) -> list[Chip]:
    return [chip for chip in ENEMIES if chip.level == level and chip.set == "base"]


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_has_at_least_14_chips_in_the_base_set(level: int) -> None:
    assert len(of_level(level)) >= 14


@rule("SET-2")
def test_25_chips_lie_in_each_bag_and_every_side_has_one_back() -> None:
    for low, high in ((1, 5), (10, 20)):
        assert sum(chip.copies for chip in of_level(low)) == 25
        for chip in of_level(low):
            back = catalogue().chips[chip.back]
            assert (back.level, back.back, back.copies) == (high, chip.id, chip.copies)
        assert len({chip.back for chip in of_level(low)}) == len(of_level(high))


def test_every_enemy_skill_stands_on_at_least_two_chips() -> None:
    borne = Counter(skill for chip in ENEMIES for skill in chip.highest)
    assert {skill for skill in catalogue().skills if borne[skill] < 2} == set()
    base = Counter(skill for chip in ENEMIES if chip.set == "base" for skill in chip.highest)
    assert {skill for skill in catalogue().skills if base[skill] < 2} == set(VALENWOOD_ONLY)


def test_no_chip_names_a_skill_that_does_not_exist_or_names_one_twice() -> None:
    for chip in CHIPS:
        assert len(chip.highest) == len(chip.skills)
        assert set(chip.highest) <= set(catalogue().skills)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_has_all_types_ranges_targets_and_both_priorities(level: int) -> None:
    chips = of_level(level)
    assert {chip.type for chip in chips} == {"humanoid", "beast", "daedra"}
    assert {chip.priority for chip in chips} == {"strongest", "weakest"}
    assert {chip.range == 1 for chip in chips} == {True, False}
    assert {chip.targets == 1 for chip in chips} == {True, False}


def test_some_enemies_of_every_level_above_1_target_all() -> None:
    assert {chip.level for chip in DRAWN if chip.targets == 0} == {5, 10, 20}


def test_a_higher_level_is_a_stronger_enemy() -> None:
    """On average: HP and dice grow from level to level."""
    for figure in ("health", "combat"):
        means = [sum(getattr(c, figure) for c in of_level(n)) / len(of_level(n)) for n in LEVELS]
        assert means == sorted(means)


def test_there_are_at_least_6_quest_units_and_they_have_no_level() -> None:
    quest = [chip for chip in ENEMIES if chip.level == 0]
    assert len(quest) >= 6
    assert not any(chip.back for chip in quest)


def test_the_box_holds_no_more_quest_units_than_15() -> None:
    """Those of provinces lie with their gazetteers."""
    brought = provinces.units()
    assert sum(chip.level == 0 and chip.id not in brought for chip in ENEMIES) <= 15


@pytest.mark.parametrize("file", FILES)
def test_every_original_chip_says_in_one_line_what_it_asks_of_the_players(file: str) -> None:
    text = resources.files("server.rules.content.chips").joinpath(f"{file}.toml").read_text("utf-8")
    rows = tomllib.loads(text)["chip"]
    said = text.count("\n[[chip]]") if file == "companions" else _commented(text)
    assert said == len(rows)


def _commented(text: str) -> int:
    """How many chips have a comment right above them."""
    lines = text.splitlines()
    return sum(
        line == "[[chip]]" and lines[at - 1].startswith("# ") for at, line in enumerate(lines)
    )


@rule("JB-2")
def test_the_jailbreak_names_five_chips_of_level_1() -> None:
    bag = catalogue().encounters["jailbreak"].bag
    assert [catalogue().chips[name].level for name in bag] == [1] * 5
