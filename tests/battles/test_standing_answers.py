"""When a seat is asked about an ability: always, only on others' turns, never."""

import pytest

from protocol.ids import NamedCode, SeatId
from protocol.questions import One, Option, Question
from server.battles.standing_answers import MOST_ABILITIES, StandingAnswers

EDICT, DEFEND = Option("a1.knight.edict", "Edict"), Option("a1.a1.combat.2.defend", "Defend")


def _asked(*options: Option, may_pass: bool = True) -> Question:
    return Question((SeatId("1"),), NamedCode("turn_starts"), "", One(options), may_pass=may_pass)


@pytest.mark.parametrize(
    ("when", "own", "others"),
    [("ask", False, False), ("others", True, False), ("never", True, True)],
)
def test_an_offer_is_passed_as_its_seat_wishes(when: str, own: bool, others: bool) -> None:
    """Given a wish, then it holds on one's own turn and on others'."""
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {"knight.edict": when})

    assert standing.passes(_asked(EDICT), SeatId("1")) is own
    assert standing.passes(_asked(EDICT), SeatId("2")) is others
    assert standing.passes(_asked(EDICT), SeatId("")) is others


def test_an_offer_with_anything_else_in_it_is_asked() -> None:
    """Given two abilities of which one is never asked about, then both are offered."""
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {"knight.edict": "never"})

    assert not standing.passes(_asked(EDICT, DEFEND), SeatId("2"))
    standing.wish(SeatId("1"), {"combat.defend": "never"})
    assert standing.passes(_asked(EDICT, DEFEND), SeatId("2"))
    assert not standing.passes(_asked(EDICT, may_pass=False), SeatId("2"))


def test_wishes_outlast_passing_until_ones_turn() -> None:
    """Given both, when passing ends, then the wish stands."""
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {"knight.edict": "never"})
    standing.start(SeatId("1"), ())

    assert standing.end(SeatId("1"))
    assert standing.passes(_asked(EDICT), SeatId("2"))
    assert not standing.passes(_asked(DEFEND), SeatId("2"))


def test_a_seat_keeps_so_many_wishes() -> None:
    """Given more wishes than are kept, then the latest are."""
    standing = StandingAnswers()
    for number in range(MOST_ABILITIES + 5):
        standing.wish(SeatId("1"), {f"line.die-{number}": "never"})

    assert len(standing.wishes()[SeatId("1")]) == MOST_ABILITIES
    assert f"line.die-{MOST_ABILITIES + 4}" in standing.wishes()[SeatId("1")]
