"""How long a question stays the same one: what an answer that crossed another one still means."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import Picks
from server.rules.engine import limits
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Game
from server.rules.engine.replay import undo
from server.rules.engine.windows import Act, may
from tests.rules.engine.test_game import Added, Count, Rules, question

PARTY = ("1", "2")


def playing(beat: Callable[[Game[Count]], None], beats: int = 1) -> Play[Count]:
    play = Play(Rules(beat, beats), Count(), SealedChance(b""))
    play.begin()
    return play


def code_of(play: Play[Any], asked: int, by: str, picks: Picks) -> str:
    """What becomes of an answer: "" where it counts, else why not."""
    before = play.at
    try:
        play.answer(QuestionId(asked), SeatId(by), picks)
    except Illegal as no:
        assert play.at == before
        return no.code
    return ""


def window(*seats: str) -> Callable[[Game[Count]], None]:
    """A beat in which each seat may act."""

    def beat(game: Game[Count]) -> None:
        acts = [Act(s, "Act", lambda: game.emit(Added(1)), SeatId(s)) for s in seats]
        may(game, lambda: acts, NamedCode("window"), lambda: "Now?")

    return beat


def twice(between: Callable[[Game[Count]], None]) -> Callable[[Game[Count]], None]:
    """A beat in which the party decides twice, asked in the same words."""

    def beat(game: Game[Count]) -> None:
        game.pick(question("a", "b", to=PARTY))
        between(game)
        game.pick(question("a", "b", to=PARTY))

    return beat


@pytest.mark.parametrize(
    "between",
    [lambda game: None, lambda game: game.emit(Added(1)), lambda game: game.roll(1, what="x")],
    ids=["nothing", "a change", "a roll"],
)
def test_what_was_answered_and_is_asked_again_is_another_decision(
    between: Callable[[Game[Count]], None],
) -> None:
    play = playing(twice(between))
    (asked,) = play.questions
    assert code_of(play, asked.id, "1", ("a",)) == ""
    (again,) = play.questions
    assert again.shape == asked.shape
    assert code_of(play, asked.id, "2", ("a",)) == "stale"
    assert code_of(play, again.id, "2", ("a",)) == ""


def test_the_same_words_in_the_next_beat_are_another_decision() -> None:
    play = playing(twice(lambda game: None), beats=2)
    for _ in range(2):
        (asked,) = play.questions
        play.answer(asked.id, SeatId("1"), ("a",))
    assert code_of(play, asked.id, "2", ("a",)) == "stale"


def test_an_answer_counts_over_any_number_of_passes_beside_it() -> None:
    seats = ("1", "2", "3", "4")
    play = playing(window(*seats))
    first = {asked.to[0]: asked.id for asked in play.questions}
    for seat in ("3", "1", "4"):
        assert code_of(play, first[SeatId(seat)], seat, ()) == ""
    assert code_of(play, first[SeatId("2")], "3", ()) == "not_yours"
    assert code_of(play, first[SeatId("1")], "1", ()) == "stale"
    assert code_of(play, first[SeatId("2")], "2", ("2",)) == ""
    assert (play.over, play.state.n) == (True, 1)


def test_once_something_has_happened_beside_it_an_answer_is_stale() -> None:
    play = playing(window(*PARTY))
    first, second = play.questions
    assert code_of(play, first.id, "1", ("1",)) == ""
    assert play.questions[-1].shape == second.shape
    assert code_of(play, second.id, "2", ("2",)) == "stale"
    assert code_of(play, play.questions[-1].id, "2", ("2",)) == ""


def test_what_was_not_open_in_between_is_another_decision() -> None:
    """Given a question that vanishes for one moment, then what opens in its words is new."""

    def beat(game: Game[Count]) -> None:
        mine = question("a", "b", to=("1",))
        game.ask(mine, question("x", "y", to=("2",), may_pass=True))
        game.ask(question("p", "q", to=("2",), may_pass=True))
        game.ask(mine, question("x", "y", to=("2",), may_pass=True))

    play = playing(beat)
    mine, other = play.questions
    play.answer(other.id, SeatId("2"), ())
    play.answer(play.questions[0].id, SeatId("2"), ())
    assert play.questions[0].shape == mine.shape
    assert code_of(play, mine.id, "1", ("a",)) == "stale"


def test_of_two_questions_in_the_same_words_none_is_taken_for_the_other() -> None:
    def beat(game: Game[Count]) -> None:
        twin = question("a", "b", to=("1",), may_pass=True)
        game.ask(twin, twin)
        game.ask(twin)

    play = playing(beat)
    first, second = play.questions
    play.answer(first.id, SeatId("1"), ())
    assert code_of(play, second.id, "1", ("a",)) == "stale"


def test_after_an_undo_every_answer_from_before_is_stale() -> None:
    play = playing(window("1", "2", "3"))
    first = {asked.to[0]: asked.id for asked in play.questions}
    play.answer(first[SeatId("1")], SeatId("1"), ())
    mark = play.mark()
    play.answer(first[SeatId("2")], SeatId("2"), ())
    undo(play, mark, 2, (SeatId("2"),))
    for seat in ("2", "3"):
        assert code_of(play, first[SeatId(seat)], seat, ()) == "stale"


def test_a_refused_or_failed_answer_leaves_what_answers_mean() -> None:
    def beat(game: Game[Count]) -> None:
        window("1", "2", "3")(game)
        if game.state.n:
            raise ZeroDivisionError

    play = playing(beat)
    first = {asked.to[0]: asked.id for asked in play.questions}
    play.answer(first[SeatId("1")], SeatId("1"), ())
    before = play.mark()
    play.answer(first[SeatId("2")], SeatId("2"), ())
    play.go_back(before)  # as where the journal did not take it
    assert code_of(play, first[SeatId("3")], "3", ("nonsense",)) == "illegal"
    assert code_of(play, first[SeatId("2")], "2", ()) == ""


def test_ids_of_one_question_are_bounded() -> None:
    def beat(game: Game[Count]) -> None:
        while True:
            game.ask(question("a", "b", to=("1",)), question("x", to=("2",), may_pass=True))

    play = playing(beat)
    mine = [play.questions[0].id]
    for _ in range(2 * limits.UNDO_VERSIONS):
        play.answer(play.questions[1].id, SeatId("2"), ())
        mine.append(play.questions[0].id)
    assert len(play.former) == limits.UNDO_VERSIONS - 1
    found = [asked for asked in mine if play.meant(asked) is not None]
    assert found == mine[-limits.UNDO_VERSIONS :]
