"""When a seat is asked about an ability, or what the game can decide: always, only on others'
turns, never."""

import msgspec
import pytest

from protocol.ids import NamedCode, SeatId
from protocol.questions import One, Option, Order, Question
from server.battles.standing_answers import MOST_WISHES, StandingAnswers

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
    for number in range(MOST_WISHES + 5):
        standing.wish(SeatId("1"), {f"line.die-{number}": "never"})

    assert len(standing.wishes()[SeatId("1")]) == MOST_WISHES
    assert f"line.die-{MOST_WISHES + 4}" in standing.wishes()[SeatId("1")]


ORDER = Question(
    (SeatId("1"), SeatId("2")),
    NamedCode("enemy.order"),
    "In which order?",
    Order((Option("e1", "A"), Option("e2", "B"))),
    default=("e2", "e1"),
)
BOTH, FIRST = (SeatId("1"), SeatId("2")), (SeatId("1"),)


@pytest.mark.parametrize("name", ["enemy", "enemy.order"])
def test_what_all_who_decide_leave_to_the_game_gets_its_default(name: str) -> None:
    """Given seats that leave questions of a kind to the game, when all whose answer counts do, then
    the default is taken; a bot in the other seat has no say."""
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {name: "never"})

    assert standing.answer(ORDER, SeatId(""), BOTH) is None
    assert standing.answer(ORDER, SeatId(""), FIRST) == ("e2", "e1")
    standing.wish(SeatId("2"), {"enemy": "never"})
    assert standing.answer(ORDER, SeatId(""), BOTH) == ("e2", "e1")
    standing.wish(SeatId("1"), {name: "ask"})
    assert standing.answer(ORDER, SeatId(""), BOTH) is None


def test_what_could_be_passed_is_not_passed_where_it_is_left_to_the_game() -> None:
    """Given results that may be left out, when they are left to the game, then its suggestion is
    taken, on others' turns only if that was said."""
    results = msgspec.structs.replace(
        ORDER, to=FIRST, why=NamedCode("engage.resolve"), may_pass=True
    )
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {"engage.resolve": "others"})

    assert standing.answer(results, SeatId("1"), FIRST) == ("e2", "e1")
    assert standing.answer(results, SeatId("2"), FIRST) is None


def test_a_question_without_a_default_or_of_another_kind_is_asked() -> None:
    """Given a wish, then it holds for no other kind of question, and for none without a default."""
    standing = StandingAnswers()
    standing.wish(SeatId("1"), {"enemy.order": "never", "enemy.o": "never"})

    way = msgspec.structs.replace(ORDER, why=NamedCode("enemy.way"))
    assert standing.answer(way, SeatId(""), FIRST) is None
    without = msgspec.structs.replace(ORDER, default=())
    assert standing.answer(without, SeatId(""), FIRST) is None
