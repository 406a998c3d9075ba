"""Points of a board without hexes, as they are picked."""

import pytest

from protocol.ids import NamedCode, SeatId
from protocol.option_keys import point_key, read_point
from protocol.questions import Option, Place, Question, refuse

BOARD = Question(
    (SeatId("1"),),
    NamedCode("where"),
    "Where?",
    Place((Option("5,5,0", "five"),), (0, 0, 0), (36_000, 36_000, 3_000)),
)


@pytest.mark.parametrize("at", [(0, 0, 0), (18_000, 36_000, 3_000), (-1, 5, -20)])
def test_a_point_is_its_key(at: tuple[int, int, int]) -> None:
    assert read_point(point_key(at)) == at


def test_two_numbers_are_a_point_on_the_ground() -> None:
    assert read_point("18000,6500") == (18_000, 6_500, 0)


@pytest.mark.parametrize("text", ["5,5,0", "7,8", "36000,36000,3000"])
def test_any_point_within_the_bounds_answers_a_place(text: str) -> None:
    assert refuse(BOARD, (text,)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "1,2,3,4",
        "1.0,2",
        "1e3,2",
        " 1,2",
        "01,2",
        "-0,2",
        "1_0,2",
        "٣,2",
        "9" * 400 + ",1",
    ],
)
def test_what_is_no_point_is_refused_with_an_example(text: str) -> None:
    assert "such as" in (refuse(BOARD, (text,)) or "")


@pytest.mark.parametrize("text", ["-1,5", "36001,5", "5,5,3001"])
def test_a_point_beyond_the_bounds_is_refused(text: str) -> None:
    assert "out of bounds" in (refuse(BOARD, (text,)) or "")
    assert refuse(BOARD, ("1,1", "2,2")) == "Name one point."
