"""A beat that is kept where it waits goes on there, and comes out as if it had been run again."""

from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from threading import Thread

import pytest

from protocol.ids import SeatId
from protocol.questions import options_of
from server.rules.engine.advance import CommitContents, Illegal, Mark, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Defect, Game, Unfit
from server.rules.engine.replay import restart, undo
from server.rules.engine.waiting import WaitingBeats
from tests.rules.engine.test_game import Added, Count, Rules, question

ONE = SeatId("1")


class Counted:
    """A beat that asks three times, rolls each time, and counts how often it was begun."""

    def __init__(self) -> None:
        self.begun, self.left = 0, 0

    def beat(self, game: Game[Count]) -> None:
        """See the class."""
        self.begun += 1
        with ExitStack() as leaving:
            leaving.callback(self._leave)
            for _ in range(3):
                chosen = game.pick(question("1", "2", "3"))
                if chosen == "3" and game.state.n > 5:
                    raise Unfit("Too much.")
                (face,) = game.roll(1, what="luck")
                game.emit(Added(int(chosen) + face + 1))

    def _leave(self) -> None:
        self.left += 1


def playing(
    beat: Callable[[Game[Count]], None], keeper: WaitingBeats | None, beats: int = 1
) -> Play[Count]:
    """A game that has begun."""
    play = Play(Rules(beat, beats), Count(), SealedChance(b"key"))
    play.keeper = keeper
    play.begin()
    return play


def answer(play: Play[Count], pick: str) -> CommitContents:
    """The seat's answer to the open question."""
    return play.answer(play.questions[0].id, ONE, (pick,))


def test_a_beat_goes_on_where_it_waits() -> None:
    """Given beats that ask three times, when they are answered, then each is begun once and not
    once more for each answer; nothing is kept of a game that is over."""
    kept, again = Counted(), Counted()
    keeper = WaitingBeats(1)
    one, other = playing(kept.beat, keeper, 2), playing(again.beat, None, 2)
    for pick in ("1", "2", "1", "2", "1", "1"):
        assert len(keeper) == 1
        told, expected = answer(one, pick), answer(other, pick)
        assert told.events == expected.events
        assert (told.diff.gone, told.diff.put) == (expected.diff.gone, expected.diff.put)
        assert (told.questions, told.over, told.at) == (
            expected.questions,
            expected.over,
            expected.at,
        )

    assert (kept.begun, again.begun) == (2, 8)
    assert one.over
    assert len(keeper) == 0


@pytest.mark.parametrize("seed", range(60))
def test_whatever_comes_between_it_comes_out_the_same(seed: int) -> None:
    """Given two games, of which one keeps its beats, when both get the same answers, refusals,
    undos, drafts that are dropped and beats begun anew, then every commit is the same."""
    random, keeper = Random(seed), WaitingBeats(1)
    plays = [playing(Counted().beat, one, 4) for one in (keeper, None)]
    marks: list[list[Mark[Count]]] = [[play.mark()] for play in plays]
    for _ in range(60):
        if plays[0].over:
            break
        do, at = random.random(), random.randrange(len(marks[0]))
        pick = random.choice("123")
        found = [_done(play, mark, do, at, pick) for play, mark in zip(plays, marks, strict=True)]
        assert found[0] == found[1]
        assert [plays[0].state, plays[0].questions] == [plays[1].state, plays[1].questions]


def _done(play: Play[Count], marks: list[Mark[Count]], do: float, at: int, pick: str) -> object:
    """One step of a game, and what it told."""
    before = play.mark()
    try:
        if do < 0.1:
            told = undo(play, marks[at], at, (ONE,))
            del marks[at + 1 :]
        elif do < 0.15:
            told = restart(play, before, len(marks))
        else:
            told = answer(play, pick)
    except Illegal as no:
        return str(no)
    if do > 0.85:
        play.go_back(before)  # the journal did not take it
    elif not play.over:
        marks.append(play.mark())
    return (told.events, told.diff.gone, told.diff.put, told.questions, told.over, told.at)


def test_a_refused_answer_and_a_defect_cost_only_themselves() -> None:
    """Given a beat that waits, when the rules refuse an answer, or fail at it, then the question is
    open as before, and the next answer counts."""

    def beat(game: Game[Count]) -> None:
        match game.pick(question("good", "unfit", "broken")):
            case "unfit":
                raise Unfit("Not so.")
            case "broken":
                raise ZeroDivisionError
        game.emit(Added(1))

    play = playing(beat, WaitingBeats(1))
    with pytest.raises(Illegal):
        answer(play, "unfit")
    with pytest.raises(Defect):
        answer(play, "broken")
    assert answer(play, "good").over
    assert play.state.n == 1


def test_the_beat_that_has_waited_longest_is_dropped_first() -> None:
    """Given room for two beats, when a third has to wait, then the one that was answered longest
    ago is run again, and the others go on."""
    counted, keeper = [Counted() for _ in range(3)], WaitingBeats(2)
    plays = [playing(one.beat, keeper) for one in counted[:2]]
    answer(plays[0], "1")
    plays.append(playing(counted[2].beat, keeper))
    assert len(keeper) == 2
    assert counted[1].left == 1  # its rule was left in good order
    for play in (plays[0], plays[2], plays[1]):
        answer(play, "1")

    assert [one.begun for one in counted] == [1, 2, 1]


def test_beats_are_dropped_that_nobody_has_answered_since_the_last_look() -> None:
    """Given two beats that wait at a look, when one is answered before the next, then that one is
    kept and the other is not."""
    first, second, keeper = Counted(), Counted(), WaitingBeats(9)
    one, other = playing(first.beat, keeper), playing(second.beat, keeper)
    keeper.drop_idle()
    assert len(keeper) == 2
    answer(one, "1")
    keeper.drop_idle()
    assert len(keeper) == 1
    answer(one, "1")
    answer(other, "1")
    assert (first.begun, second.begun) == (1, 2)


def test_whoever_keeps_beats_is_told_of_the_first() -> None:
    """Given nothing kept, when beats begin to wait, then that is told once, and again after all
    were dropped."""
    told: list[int] = []
    keeper = WaitingBeats(9, lambda: told.append(1))
    plays = [playing(Counted().beat, keeper) for _ in range(2)]
    assert len(told) == 1
    keeper.drop(plays[0])
    assert len(keeper) == 1
    keeper.drop_all()
    assert len(keeper) == 0
    answer(plays[0], "1")
    assert len(told) == 2


def test_an_answer_in_another_thread_runs_the_beat_again() -> None:
    """Given a beat that waits, when its answer is handled in another thread, then it is run again
    there, and told the same."""
    counted = Counted()
    play = playing(counted.beat, WaitingBeats(9))
    told: list[CommitContents] = []
    thread = Thread(
        target=lambda: told.append(answer(play, options_of(play.questions[0].shape)[0].key))
    )
    thread.start()
    thread.join()
    assert told[0].events == answer(playing(Counted().beat, None), "1").events
    assert counted.begun == 2
