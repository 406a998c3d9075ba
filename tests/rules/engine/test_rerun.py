"""A re-run goes through each beat once, with the recorded answers, and finds whatever differs."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.events import Answered, Event
from protocol.ids import NamedCode, QuestionId, SeatId
from server.rules.engine import limits
from server.rules.engine.advance import CommitContents, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Game, Unfit
from server.rules.engine.patch import plain
from server.rules.engine.replay import Mismatch, Recorded, rerun, undo
from server.rules.engine.windows import Act, may
from tests.rules.engine.test_game import Added, Count, Rules, question

Beat = Callable[[Game[Count]], None]
KEY = b"key"


def recorded(version: int, told: CommitContents) -> Recorded:
    """A commit as the journal gives it back."""
    return Recorded(version, told.events, told.diff.gone, plain(told.diff.put), told.questions)


def recording(beat: Beat, picks: tuple[str, ...], beats: int = 1) -> list[Recorded]:
    """The commits of a game whose questions are answered like this, one after the other."""
    play = Play(Rules(beat, beats), Count(), SealedChance(KEY))
    commits = [recorded(1, play.begin())]
    for version, pick in enumerate(picks, 2):
        asked = play.questions[0]
        commits.append(recorded(version, play.answer(asked.id, SeatId("1"), (pick,))))
    return commits


def again(beat: Beat, commits: list[Recorded], beats: int = 1) -> Play[Count]:
    """The same rules, run over the record."""
    return rerun(Rules(beat, beats), Count(), SealedChance(KEY), commits)


def three(game: Game[Count]) -> None:
    """A beat that asks three times, and rolls each time."""
    for _ in range(3):
        chosen = game.pick(question("1", "2", "3"))
        (face,) = game.roll(1, what="luck")
        game.emit(Added(int(chosen) + face + 1))


def test_a_beat_is_run_once_however_often_it_asks() -> None:
    """Given three beats of three questions, when they are run again, then each beat is begun once,
    and everything stands as it was played."""
    begun: list[int] = []

    def beat(game: Game[Count]) -> None:
        begun.append(1)
        three(game)

    picks = ("1", "2", "3", "3", "2", "1", "2", "2", "2")
    commits = recording(beat, picks, beats=3)
    begun.clear()
    play = again(beat, commits, beats=3)

    # The first question of all is reached by `begin`, before any answer is there: once more.
    assert len(begun) == 4
    assert play.over
    played = Play(Rules(three, 3), Count(), SealedChance(KEY))
    played.begin()
    for pick in picks:
        played.answer(played.questions[0].id, SeatId("1"), (pick,))
    assert (play.state, play.at) == (played.state, played.at)


def test_a_record_that_ends_within_a_beat_can_be_played_on() -> None:
    """Given a record that ends at the second question of a beat, when it is run again, then that
    question is open, and its answer leads where it would have led."""
    play = again(three, recording(three, ("1",)))
    (asked,) = play.questions
    told = play.answer(asked.id, SeatId("1"), ("2",))

    whole = recording(three, ("1", "2"))
    assert recorded(3, told) == whole[2]


def damaged(commit: Recorded, what: str) -> Recorded:
    """The same commit with one mistake in it."""
    first = commit.events[0]
    assert isinstance(first, Answered)
    mended: tuple[Event, ...] = commit.events
    match what:
        case "another answer":
            mended = (replace(first, picks=("1",)), *commit.events[1:])
        case "an illegal answer":
            mended = (replace(first, picks=("9",)), *commit.events[1:])
        case "an answer to what is not asked":
            mended = (replace(first, question=QuestionId(99)), *commit.events[1:])
        case "an answer of somebody else":
            mended = (replace(first, by=SeatId("2")), *commit.events[1:])
        case "an event more":
            mended = (*commit.events, Added(1))
        case "an event less":
            mended = commit.events[:-1]
        case "another question":
            return commit._replace(questions=(question("1", "2"),))
        case "a value":
            return commit._replace(put={**commit.put, "n": 99})
        case "the order of values":
            return commit._replace(put=dict(reversed(commit.put.items())))
        case "a value of another type":
            return commit._replace(put={**commit.put, "n": str(commit.put["n"])})
        case _:
            return commit._replace(gone=["n"])
    return commit._replace(events=mended)


@pytest.mark.parametrize(
    "what",
    [
        "another answer",
        "an illegal answer",
        "an answer to what is not asked",
        "an answer of somebody else",
        "an event more",
        "an event less",
        "another question",
        "a value",
        "the order of values",
        "a value of another type",
        "a path that is gone",
    ],
)
@pytest.mark.parametrize("at", [1, 2, 3])
def test_whatever_differs_is_found_at_its_commit(what: str, at: int) -> None:
    """Given a record with one mistake in the first, middle or last answer of a beat, then the
    re-run names that commit."""
    commits = recording(three, ("3", "3", "3"))
    commits[at] = damaged(commits[at], what)
    with pytest.raises(Mismatch) as found:
        again(three, commits)
    assert found.value.version == at + 1


def test_rules_that_catch_what_they_should_not_hide_no_difference() -> None:
    """Given a rule that catches every exception around its question, when the record differs at
    that question, then it is found all the same."""

    def catching(game: Game[Count]) -> None:
        game.emit(Added(1))
        try:
            three(game)
        except Exception:
            game.emit(Added(5))

    commits = recording(catching, ("3", "3", "3"))
    commits[2] = damaged(commits[2], "an illegal answer")
    with pytest.raises(Mismatch) as found:
        again(catching, commits)
    assert found.value.version == 3


@pytest.mark.parametrize("fault", [Unfit("not so"), AssertionError("broken"), KeyError("n")])
def test_rules_that_fail_or_refuse_where_they_did_not_are_found(fault: Exception) -> None:
    """Given a record, when the rules of now fail after its second answer, or refuse it, then the
    re-run names that commit."""
    commits = recording(three, ("1", "2", "3"))

    def failing(game: Game[Count]) -> None:
        for turn in range(3):
            chosen = game.pick(question("1", "2", "3"))
            if turn == 1:
                raise fault
            (face,) = game.roll(1, what="luck")
            game.emit(Added(int(chosen) + face + 1))

    with pytest.raises(Mismatch) as found:
        again(failing, commits)
    assert found.value.version == 3


def test_an_undo_within_a_beat_is_run_again_and_what_follows_it() -> None:
    """Given a beat in which an answer was undone and given anew, then the re-run stands where the
    play stood."""
    play = Play(Rules(three), Count(), SealedChance(KEY))
    commits, marks = [recorded(1, play.begin())], {1: play.mark()}

    def answer(pick: str) -> None:
        told = play.answer(play.questions[0].id, SeatId("1"), (pick,))
        commits.append(recorded(len(commits) + 1, told))
        marks[len(commits)] = play.mark()

    answer("1")
    answer("2")
    commits.append(recorded(4, undo(play, marks[2], 2, (SeatId("1"),))))
    marks[4] = play.mark()
    answer("3")
    answer("3")
    stood = again(three, commits)
    assert (stood.state, stood.at, stood.over) == (play.state, play.at, True)


def test_beats_without_end_after_an_answer_are_found() -> None:
    """Given rules that now go on without a question for longer than one answer may lead, then the
    re-run ends there."""

    def once(game: Game[Count]) -> None:
        if game.state.beats == 0:
            game.pick(question("1", "2"))

    with pytest.raises(Mismatch, match="beats after one answer") as found:
        again(once, recording(once, ("1",)), beats=limits.BEATS_PER_ANSWER + 1)
    assert found.value.version == 2


def test_the_bound_of_beats_is_one_of_each_answer() -> None:
    """Given a game with more beats than one answer may lead through, each with its question, then
    it is run again to its end."""

    def once(game: Game[Count]) -> None:
        game.pick(question("1", "2"))

    beats = limits.BEATS_PER_ANSWER + 1
    assert again(once, recording(once, ("1",) * beats, beats), beats).over


def test_a_question_that_stays_open_keeps_its_earlier_id() -> None:
    """Given two players who are asked side by side, when the first has passed and the record ends,
    then the other may still answer under the id that the question had before."""

    def window(game: Game[Count]) -> None:
        def acts() -> list[Act]:
            return [Act(seat, "act", lambda: game.emit(Added(1)), SeatId(seat)) for seat in "12"]

        may(game, acts, NamedCode("window"), lambda: "text")

    play = Play(Rules(window), Count(), SealedChance(KEY))
    commits = [recorded(1, play.begin())]
    mine, other = play.questions
    commits.append(recorded(2, play.answer(mine.id, SeatId("1"), ())))
    stood = again(window, commits)
    assert stood.meant(other.id) == play.meant(other.id) == stood.questions[0]
