"""Answers for a seat that gives none: legal ones, and the smallest."""

import pytest

from protocol.ids import NamedCode, SeatId
from protocol.questions import (
    Limit,
    Need,
    One,
    Option,
    Order,
    Place,
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
from server.battles.default_answers import any_answer, default_answer

A, B, C = (Option(key, key) for key in "abc")
WALK = (Spot("s", (1, 2)), Spot("x", (), cost=9), Spot("y", (3,), stop=False), Spot("z", ()))
"""From s to x costs too much, and nobody may stop at y."""
NEED = (Need("a", ("c",), "a goes with c"),)


def asked(shape: Shape, *, may_pass: bool = False, default: tuple[str, ...] = ()) -> Question:
    return Question(
        (SeatId("1"),), NamedCode("why"), "What?", shape, may_pass=may_pass, default=default
    )


def test_a_pass_comes_first_then_the_questions_own_default() -> None:
    one = One((A, B))
    assert default_answer(asked(one, may_pass=True, default=("a",))) == ()
    assert default_answer(asked(one, default=("b",))) == ("b",)
    assert default_answer(asked(one)) is None
    assert default_answer(asked(one, default=("x",))) is None  # not legal any more


@pytest.mark.parametrize(
    ("shape", "picks"),
    [
        (One((A, B)), ("a",)),
        (Some((A, B, C), 2, 3), ("a", "b")),
        (Order((C, A)), ("c", "a")),
        (Split((A, B), 3, 3, (2, 2)), ("a", "a", "b")),
        (Route(WALK, 2), ("y", "z")),
        (Plan((Slot("one", (A, B), 1, 1), Slot("two", (B, C), 0, 1)), (), NEED), ("a", "c")),
        (Place((Option("5,5,0", "five"), A), (0, 0, 0), (9, 9, 9)), ("5,5,0",)),
        (Plan((Slot("one", (A, B), 1, 1),), (Limit(("a", "b"), 0, "no"),)), None),
    ],
)
def test_the_smallest_legal_answer_is_found(shape: Shape, picks: tuple[str, ...] | None) -> None:
    assert any_answer(asked(shape)) == picks
    assert picks is None or refuse(asked(shape), picks) is None
    assert any_answer(asked(shape, may_pass=True)) == ()
