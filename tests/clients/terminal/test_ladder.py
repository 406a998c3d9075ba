"""The ladder in the terminal."""

from clients.terminal.ladder import ladder_lines
from protocol.ids import PlayerId
from protocol.replies import Ladder
from protocol.tables import LadderLine

ANN = LadderLine(1, PlayerId("p1"), "Ann", 1720, 60, 12, 9)
BEA = LadderLine(31, PlayerId("p2"), "Bea", 1410, 120, 3, 0)


def test_the_top_stands_in_order_and_one_s_own_line_below() -> None:
    assert ladder_lines(Ladder(0, (ANN,), (BEA,))) == [
        "   1. Ann: 1720 ± 120, 9 of 12 won",
        "  31. Bea: 1410 ± 240, 0 of 3 won",
    ]


def test_who_stands_at_the_top_is_told_once() -> None:
    assert len(ladder_lines(Ladder(0, (ANN,), (ANN,)))) == 1


def test_an_empty_ladder_says_so() -> None:
    assert ladder_lines(Ladder(0, ())) == ["Nobody has played a rated match here yet."]
