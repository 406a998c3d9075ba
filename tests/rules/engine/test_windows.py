"""Offers that stay open until nobody wants more (`engine/windows.py`)."""

from protocol.ids import NamedCode, SeatId
from server.rules.engine.game import Game
from server.rules.engine.windows import Act, Offered, may
from tests.rules.engine.test_game import Added, Count
from tests.rules.engine.test_still_open import playing

ONE, TWO = SeatId("1"), SeatId("2")


def growing(game: Game[Count]) -> None:
    """The first seat can do something more once the second has acted."""

    def acts() -> list[Act]:
        late = [Act("late", "Late", lambda: game.emit(Added(10)), ONE)] if game.state.n else []
        return [
            Act("early", "Early", lambda: game.emit(Added(100)), ONE),
            Act("other", "Other", lambda: game.emit(Added(1)), TWO),
            *late,
        ]

    may(game, acts, NamedCode("window"), lambda: "Now?")
    game.emit(Added(0))


def test_a_seat_that_passed_is_asked_again_once_something_new_is_possible() -> None:
    play = playing(growing)
    play.answer(play.questions[0].id, ONE, ())
    assert [question.to for question in play.questions] == [("2",)]
    play.answer(play.questions[0].id, TWO, ("other",))
    assert [question.to for question in play.questions] == [("1",)]
    play.answer(play.questions[0].id, ONE, ("late",))
    assert play.state.n == 11


def test_a_seat_that_passed_is_not_asked_the_same_again() -> None:
    play = playing(growing)
    play.answer(play.questions[0].id, ONE, ())
    play.answer(play.questions[0].id, TWO, ())
    assert play.questions == ()


def test_a_window_tells_what_it_offered_and_what_was_done() -> None:
    """Given offers that are taken and passed, then both are among what was seen."""
    told: list[Offered] = []

    def beat(game: Game[Count]) -> None:
        acts = [
            Act("early", "Early", lambda: game.emit(Added(100)), ONE),
            Act("other", "Other", lambda: game.emit(Added(1)), TWO),
        ]
        told.append(may(game, lambda: acts, NamedCode("window"), lambda: "Now?"))
        game.emit(Added(0))

    play = playing(beat)
    play.answer(play.questions[0].id, ONE, ())
    play.answer(play.questions[0].id, TWO, ("other",))
    assert told[-1] == Offered(frozenset({"early", "other"}), frozenset({"other"}))
