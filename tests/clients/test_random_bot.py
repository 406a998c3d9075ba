"""A bot that knows nothing gives legal answers, to whatever it is asked, the same for one seed."""

import pytest

from clients.bots import RandomBot
from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import (
    Limit,
    Need,
    One,
    Option,
    Order,
    Plan,
    Question,
    Route,
    Shape,
    Slot,
    Some,
    Split,
    Spot,
    refuse,
)

FOUR = tuple(Option(key, key) for key in "abcd")
SHAPES: tuple[Shape, ...] = (
    One(FOUR),
    Some(FOUR, 1, 3),
    Order(FOUR),
    Split(FOUR, 5, 3, (1, 2, 3, 4)),
    Route((Spot("0,0", (1,)), Spot("1,0", (0, 2), stop=False), Spot("2,0", (1,), cost=2)), 4),
    Plan(
        (Slot("form", FOUR[:2], 1, 1), Slot("dice", FOUR[2:], 0, 2)),
        limits=(Limit(("c", "d"), 1, "One die."),),
        needs=(Need("d", ("a",), "Only with a."),),
    ),
)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_its_picks_are_legal_and_differ(shape: Shape) -> None:
    """Given a question that must be answered, then a hundred answers are legal, and not all one."""
    bot, question = RandomBot(1), Question((SeatId("1"),), NamedCode("why"), "", shape)
    answers = [bot.picks(question) for _ in range(100)]
    assert [refuse(question, picks) for picks in answers] == [None] * 100
    assert len(set(answers)) > (1 if not isinstance(shape, Route) else 0)


def test_what_may_be_passed_is_passed_now_and_then() -> None:
    bot = RandomBot(1)
    question = Question((SeatId("1"),), NamedCode("why"), "", One(FOUR), may_pass=True)
    passed = [bot.picks(question) for _ in range(100)].count(())
    assert 15 <= passed <= 50


def test_what_it_cannot_guess_is_answered_with_the_default() -> None:
    """Given a plan that allows nothing but its default, and no way to draw that by chance."""
    wanted = (Need("a", ("z",), "Never."),)
    plan = Plan((Slot("form", FOUR[:1], 1, 1),), needs=wanted)
    question = Question((SeatId("1"),), NamedCode("why"), "", plan, default=("a",))
    assert RandomBot(1).picks(question) == ("a",)


def test_one_seed_plays_one_way() -> None:
    """Given two questions, then bots of one seed choose the same one, and the same picks."""
    asked = tuple(
        Question((SeatId("1"),), NamedCode("why"), "", shape, id=QuestionId(number))
        for number, shape in enumerate(SHAPES[:2])
    )
    answers = [
        [bot.choose({}, SeatId("1"), asked) for _ in range(20)]
        for bot in (RandomBot(5), RandomBot(5))
    ]
    assert answers[0] == answers[1]
    assert {answer.question for answer in answers[0]} == {0, 1}
