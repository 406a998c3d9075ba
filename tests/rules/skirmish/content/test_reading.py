"""Files say lengths in inches; components have them in thousandths."""

import pytest

from server.rules.skirmish.components import Spot
from server.rules.skirmish.content.reading import catalogue, in_mils, mils, parsed


@pytest.mark.parametrize(("inches", "expected"), [("1", 1000), ("16.75", 16750), ("0.001", 1)])
def test_lengths_are_exact(inches: str, expected: int) -> None:
    table = parsed(f"move = {inches}")

    assert in_mils(table) == {"move": expected}


@pytest.mark.parametrize("inches", ["0.0001", "nan", "inf"])
def test_what_is_no_thousandth_of_an_inch_is_refused(inches: str) -> None:
    with pytest.raises(ValueError, match="finer"):
        mils(inches)


def test_a_rectangle_is_its_corners_to_the_left_round() -> None:
    table = parsed('pieces = [{ id = "p", name = "P", x = [1, 2.5], y = [0, 1], high = 3 }]')

    [piece] = in_mils(table)["pieces"]

    assert [tuple(corner.values()) for corner in piece["corners"]] == [
        (1000, 0),
        (2500, 0),
        (2500, 1000),
        (1000, 1000),
    ]
    assert piece["high"] == 3000


def test_points_have_two_or_three_lengths() -> None:
    text = """
    [[board]]
    id = "b"
    name = "B"
    width = 10
    depth = 10
    pieces = []
    ladders = [{ id = "l", foot = [1, 2.5, 1], height = 3 }]
    treasures = [[1, 2], [3, 4, 5]]
    zones = [{ x = [0, 1], y = [0, 1] }, { x = [9, 10], y = [9, 10] }]
    """

    board = catalogue([parsed(text)]).boards["b"]

    assert board.treasures == (Spot(1000, 2000), Spot(3000, 4000, 5000))
    assert board.ladders[0].foot == Spot(1000, 2500, 1000)
    assert board.zones[1].x == (9000, 10000)


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        ("[[0, 0], [4, 0]]", "three corners"),
        ("[[0, 0], [4, 0], [4, 4], [0, 0]]", "twice"),
        ("[[0, 0], [0, 4], [4, 4], [4, 0]]", "to the right"),
        ("[[0, 0], [4, 4], [4, 0], [0, 4]]", "cut each other"),
        ("[[0, 0], [4, 0], [2, 0], [2, 3]]", "on top of each other"),
    ],
)
def test_a_piece_whose_outline_is_none_is_refused_in_a_sentence(corners: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        catalogue([parsed(BOARD.format(corners=corners, high=3))])


def test_a_piece_of_any_sound_outline_is_read_and_its_top_is_not_below_its_foot() -> None:
    hook = "[[0, 0], [6, 0], [6, 1], [1, 1], [1, 4], [0, 4]]"
    assert len(catalogue([parsed(BOARD.format(corners=hook, high=3))]).boards["b"].pieces) == 1
    with pytest.raises(ValueError, match="below its foot"):
        catalogue([parsed(BOARD.format(corners=hook, high=-1))])


BOARD = """
[[board]]
id = "b"
name = "B"
width = 10
depth = 10
pieces = [{{ id = "p", name = "P", corners = {corners}, high = {high} }}]
ladders = []
treasures = []
zones = [{{ x = [0, 1], y = [0, 1] }}, {{ x = [9, 10], y = [9, 10] }}]
"""
