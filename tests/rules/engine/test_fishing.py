"""Act, see what falls, take it back, act otherwise: what was seen tells nothing of what comes."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from protocol.events import Drawn, Event, Rolled
from protocol.ids import SeatId
from protocol.questions import options_of
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Game
from server.rules.engine.replay import restart, undo
from server.rules.micro.ruleset import MicroRules, Moved, start
from tests.rules.engine.test_game import Count, Rules, question

TURNS = 40
SEEDS = 100


class Turn(NamedTuple):
    """What a fisher saw before going back, what it did then, and what fell."""

    seen: tuple[int, ...]
    act: str
    fell: tuple[int, ...]
    steps: int


def micro(seed: int, *, counts_on: bool = True) -> Play[Any]:
    """A micro-game without an end."""
    seats = ("1", "2")
    play: Play[Any] = Play(
        MicroRules(), start(seats, cargo=0), SealedChance(b"%d" % seed), counts_on
    )
    play.begin()
    return play


def fallen(events: tuple[Event, ...]) -> tuple[int, ...]:
    """The faces of a turn's roll."""
    return next(event.faces for event in events if isinstance(event, Rolled))


def act(play: Play[Any], pick: str) -> tuple[tuple[int, ...], int]:
    """Move: the faces, and the steps walked."""
    told = play.answer(play.questions[0].id, play.questions[0].to[0], (pick,))
    return fallen(told.events), next(e.steps for e in told.events if isinstance(e, Moved))


def fish(play: Play[Any]) -> Turn:
    """Move boldly, see both dice, go back, and make the move for which they are better."""
    mark = play.mark()
    seen, _ = act(play, "bold")
    undo(play, mark, 1, (SeatId("1"),))
    better = "bold" if 2 * (min(seen) + 1) > seen[0] + 1 else "steady"
    return Turn(seen, better, *act(play, better))


def fished(*, counts_on: bool) -> list[Turn]:
    """Many turns of a fisher, in many battles."""
    plays = [micro(seed, counts_on=counts_on) for seed in range(SEEDS)]
    return [fish(play) for play in plays for _ in range(TURNS)]


def foreseen(turns: list[Turn]) -> float:
    """The share of turns in which the first die showed what the fisher had seen of it."""
    return sum(turn.fell[0] == turn.seen[0] for turn in turns) / len(turns)


def mean(steps: list[int]) -> float:
    return sum(steps) / len(steps)


def honest(acts: list[str]) -> float:
    """The mean steps of who makes the same moves and takes none of them back."""
    play = micro(SEEDS)
    return mean([act(play, pick)[1] for pick in acts])


@pytest.mark.slow
def test_who_takes_rolls_back_foresees_no_more_than_chance_and_walks_no_further() -> None:
    turns = fished(counts_on=True)
    assert foreseen(turns) == pytest.approx(1 / 6, abs=0.02)
    walked, due = mean([turn.steps for turn in turns]), honest([turn.act for turn in turns])
    assert walked == pytest.approx(due, rel=0.03)


@pytest.mark.slow
def test_the_strategy_would_find_what_there_was_to_find() -> None:
    """Given a battle begun when ordinals went back, then the same fisher foresees every die and
    walks further: so the test above would notice."""
    turns = fished(counts_on=False)
    assert foreseen(turns) == 1
    assert mean([turn.steps for turn in turns]) > 1.05 * honest([turn.act for turn in turns])


def test_a_die_seen_twice_is_no_better_known() -> None:
    """Given somebody who goes back again and again, then no try foresees another, near or far."""
    play, tries = micro(1), []
    mark = play.mark()
    for _ in range(2_000):
        tries.append(act(play, "steady")[0][0])
        undo(play, mark, 1, (SeatId("1"),))
    for apart in (1, 2, 6):
        alike = sum(one == other for one, other in zip(tries, tries[apart:], strict=False))
        assert alike / len(tries) == pytest.approx(1 / 6, abs=0.03)


def test_cards_seen_before_an_undo_are_not_foreseen() -> None:
    def beat(game: Game[Count]) -> None:
        game.pick(question("one", "other"))
        game.draw("deck", {f"card-{n}": 1 for n in range(10)})

    tries = []
    play = begun(beat)
    mark = play.mark()
    for _ in range(1_000):
        told = play.answer(play.questions[0].id, SeatId("1"), ("one",))
        tries.append(next(event.card for event in told.events if isinstance(event, Drawn)))
        undo(play, mark, 1, (SeatId("1"),))
    alike = sum(one == other for one, other in pairwise(tries))
    assert alike / len(tries) == pytest.approx(1 / 10, abs=0.03)


def begun(beat: Callable[[Game[Count]], None], *, counts_on: bool = True) -> Play[Count]:
    """A game of five such beats, at its first question."""
    play = Play(Rules(beat, 5), Count(), SealedChance(b"key"), counts_on)
    play.begin()
    return play


def test_an_undo_over_nothing_that_fell_shifts_no_die() -> None:
    """Given two battles with one key, when in one of them a move that rolled nothing is taken
    back, then the dice of both fall alike."""

    def beat(game: Game[Count]) -> None:
        game.pick(question("a", "b"))
        game.pick(question("a", "b"))
        game.roll(3, what="test")

    plain, undone = begun(beat), begun(beat)
    mark = undone.mark()
    undone.answer(undone.questions[0].id, SeatId("1"), ("b",))
    undo(undone, mark, 1, (SeatId("1"),))
    for play in (plain, undone):
        play.answer(play.questions[0].id, SeatId("1"), ("a",))
    tolds = [play.answer(play.questions[0].id, SeatId("1"), ("a",)) for play in (plain, undone)]
    assert fallen(tolds[0].events) == fallen(tolds[1].events)


def test_what_fell_before_the_place_gone_back_to_stands() -> None:
    """Given a roll, a question, and another roll, when the second is taken back, then the first
    one stands as it fell while the beat is run again, and the second gets a number of its own."""

    def beat(game: Game[Count]) -> None:
        game.roll(1, what="first")
        game.pick(question("a", "b"))
        game.roll(1, what="second")
        game.pick(question("c", "d"))

    play = begun(beat)
    mark = play.mark()
    for _ in range(3):
        play.answer(play.questions[0].id, SeatId("1"), ("a",))
        undo(play, mark, 1, (SeatId("1"),))
    told = play.answer(play.questions[0].id, SeatId("1"), ("b",))
    assert [event.ordinal for event in told.events if isinstance(event, Rolled)] == [4]
    told = play.answer(play.questions[0].id, SeatId("1"), ("d",))
    assert [event.ordinal for event in told.events if isinstance(event, Rolled)] == [5]


def test_a_beat_asked_anew_draws_anew() -> None:
    """Given a beat that was voided after its dice had been seen, then none of them comes again."""

    def beat(game: Game[Count]) -> None:
        game.roll(1, what="first")
        game.pick(question("a", "b"))
        game.roll(1, what="second")
        game.pick(question("c", "d"))

    play = begun(beat)
    play.answer(play.questions[0].id, SeatId("1"), (options_of(play.questions[0].shape)[0].key,))
    told = restart(play, play.mark(), 2)
    assert [event.ordinal for event in told.events if isinstance(event, Rolled)] == [2]
    assert play.state.rolls == 3
