"""Which open questions a commit spells out, and which it says to be open again."""

from protocol.events import Again
from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question
from server.battles.records.asked_again import spelled

REST = One((Option("rest", "Rest"),))


def rest(number: int, *seats: str, text: str = "Rest?") -> Question:
    """A question to seats in the same words."""
    to = tuple(map(SeatId, seats))
    return Question(to, NamedCode("council.rest"), text, REST, may_pass=True, id=QuestionId(number))


def again(*before: Question, now: tuple[Question, ...]) -> list[tuple[int, int]]:
    """The former and the present number of what is open again; the rest is spelled out."""
    asked, found = spelled(before, now)
    assert {one.id for one in asked} | {one.id for one in found} == {one.id for one in now}
    assert all(isinstance(one, Again) for one in found)
    return [(one.was, one.id) for one in found]


def test_each_seats_question_comes_again_as_its_own() -> None:
    before = (rest(7, "1"), rest(8, "2"), rest(9, "3"))
    assert again(*before, now=(rest(11, "2"), rest(12, "3"))) == [(8, 11), (9, 12)]


def test_what_is_asked_of_another_seat_in_the_same_words_has_passed_on_to_it() -> None:
    assert again(rest(7, "1"), now=(rest(9, "2"),)) == [(7, 9)]


def test_what_stays_open_for_one_seat_is_not_told_to_be_anothers_too() -> None:
    """Given a question that stays, when another seat is asked in its words, then that is spelled
    out."""
    assert again(rest(7, "1"), now=(rest(9, "1"), rest(10, "2"))) == [(7, 9)]


def test_other_words_are_another_question() -> None:
    assert again(rest(7, "1"), now=(rest(9, "1", text="Sleep?"),)) == []
