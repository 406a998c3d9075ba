"""Warbands are deployed in their zones; a zone that is full is told in a sentence."""

import pytest
from msgspec.structs import replace

from protocol.skirmish import UnitStationed
from server.rules.skirmish.components import Area
from tests.rules.skirmish.table import Table, board, mil, unit


def zoned(width: float, depth: float) -> Area:
    """A zone of the first side at the lower edge, from 17 inches on."""
    return Area((mil(17), mil(17 + width)), (0, mil(depth)))


def deploying(count: int, zone: Area) -> Table:
    """A match whose first side deploys so many infantry in a zone."""
    units = [unit("abcde"[number], "infantry") for number in range(count)]
    on = board()
    return Table(*units, on=replace(on, zones=(zone, on.zones[1])), phase="deploy", ends=True)


@pytest.mark.rule("SK-3", "SK-12")
def test_a_pass_puts_the_rest_into_the_zone() -> None:
    table = deploying(4, zoned(2, 2))
    table.answer()
    assert [each.unit for each in table.told(UnitStationed)] == ["a", "b", "c", "d"]


@pytest.mark.rule("SK-12")
def test_a_pass_into_a_full_zone_is_refused_and_names_who_finds_no_room() -> None:
    """Given a zone for four, when a fifth is left, then nobody is put down, and it can still be
    answered by hand."""
    table = deploying(5, zoned(2, 2))
    said = table.refused()
    assert said == f"The zone is too full: {table.unit('e').name} finds no room in it."
    table.answer("17500,500,0")
    assert table.at("a") == (17.5, 0.5)


@pytest.mark.rule("SK-12")
def test_the_rest_is_put_into_gaps_that_are_not_whole_inches_apart() -> None:
    """Given a unit that stands between two of the places that are tried first."""
    table = deploying(2, zoned(2.2, 1))
    table.answer("17600,500,0")
    table.answer()
    assert table.at("b") == (18.6, 0.5)
