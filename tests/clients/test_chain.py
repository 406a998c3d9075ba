"""One order resolves an engage: the suggested answers, until there is something to decide."""

import pytest
from msgspec.structs import replace

from clients.core import Chain, is_chained
from protocol.ids import QuestionId as Id
from protocol.ids import SeatId
from protocol.questions import Option, Order, Question, Some


def results(id_: int, *keys: str) -> Question:
    """A question for results, with the first of them suggested."""
    options = tuple(Option(key, key.upper()) for key in keys)
    shape = Some(options, 1, len(keys))
    return Question((SeatId("1"),), "engage.resolve", "", shape, "", True, keys[:1], id=Id(id_))


def left_over(id_: int) -> Question:
    shape = Order((Option("d8", ""), Option("d9", "")))
    to = (SeatId("1"),)
    return Question(to, "engage.exhaust", "", shape, default=("d9", "d8"), id=Id(id_))


FIRST = results(1, "d1", "d2", "d3")
SECOND = results(2, "d2", "d3")
SLOT = replace(results(3, "x"), why="engage.slot")
OTHER = replace(results(5, "x"), why="turn.use")


def test_a_chain_goes_on_with_what_the_answer_before_has_left() -> None:
    chain = Chain(FIRST, [FIRST])
    assert chain.next([SECOND]) is SECOND
    assert (last := chain.next([left_over(3)])) is not None
    assert last.why == "engage.exhaust"
    assert chain.next([]) is None


def test_what_was_offered_and_not_suggested_stays_unused() -> None:
    left = replace(results(2, "d2", "d3"), default=())
    chain = Chain(FIRST, [FIRST])
    assert chain.next([left]) is left
    assert (last := chain.next([left_over(3)])) is not None
    assert last.why == "engage.exhaust"


@pytest.mark.parametrize(
    "open_now",
    [
        [SLOT],
        [SECOND, SLOT],
        [results(2, "d2", "d4")],
        [results(2, "d1", "d2", "d3")],
        [replace(SECOND, about="e9")],
        [replace(SECOND, default=(), may_pass=False)],
        [replace(results(2, "d1"), default=())],
        [replace(SECOND, default=("gone",))],
        [SECOND, left_over(3)],
    ],
    ids=[
        "another kind of question",
        "something new beside it",
        "a result that was not there",
        "as many results as before",
        "another target",
        "no suggestion",
        "no suggestion any more for what was suggested",
        "a suggestion that does not answer",
        "two of its kind",
    ],
)
def test_a_chain_ends_where_there_is_something_to_decide(open_now: list[Question]) -> None:
    assert Chain(FIRST, [FIRST]).next(open_now) is None


def test_what_was_open_beside_the_first_question_may_stay_open() -> None:
    assert Chain(FIRST, [FIRST, OTHER]).next([replace(OTHER, id=Id(6)), SECOND]) is SECOND


def test_a_question_without_a_suggestion_or_of_another_kind_begins_no_chain() -> None:
    assert is_chained(FIRST)
    assert not is_chained(replace(FIRST, default=()))
    assert not is_chained(SLOT)
