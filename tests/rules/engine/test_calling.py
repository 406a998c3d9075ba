"""A game in a game: the caller waits for the outcome, and its log holds the call and the outcome
alone.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.events import Called, Event, Returned
from protocol.ids import CallId, SeatId
from protocol.questions import options_of
from server.rules.engine import limits
from server.rules.engine.advance import CommitContents, Illegal, Mark, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.foresight import Foresight, every_choice, whole
from server.rules.engine.game import Defect, Diverged, Game
from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import (
    Mismatch,
    Recorded,
    matches_log,
    rebuild,
    rerun,
    restart,
    undo,
)
from server.rules.micro.calling import CallingRules, CallingState, Duel, Score, score_of, start_of
from tests.rules.engine.test_game import Added, Count, Rules, playing, question


class Noted(msgspec.Struct, frozen=True):
    """An outcome of these tests."""

    n: int


def calling(game: Game[Count]) -> None:
    """A change, a call for a number, and the number added."""
    game.emit(Added(1))
    game.emit(Added(10 * game.call({"for": "a number"}, Noted).n))


def open_call(play: Play[Any]) -> CallId:
    """The call that a play waits for."""
    assert play.call is not None
    assert not play.questions
    return play.call.call


def test_a_call_stops_the_rule_and_its_outcome_lets_it_go_on() -> None:
    play = playing(calling)
    assert play.call == Called(CallId(2), {"for": "a number"})
    assert (play.state.n, play.questions, play.over) == (1, (), False)
    told = play.returned(CallId(2), Noted(4))
    assert told.events == (Returned(CallId(2), {"n": 4}), Added(40), Added(0))
    assert (play.state.n, told.over) == (41, True)


def test_the_outcome_is_taken_from_the_log_as_long_as_the_beat_is_run_again() -> None:
    taken: list[Noted] = []

    def beat(game: Game[Count]) -> None:
        game.pick(question("a", "b"))
        taken.append(game.call("spec", Noted))
        game.pick(question("a", "b"))
        game.emit(Added(taken[-1].n))

    play = playing(beat)
    play.answer(play.questions[0].id, SeatId("1"), ("a",))
    play.returned(open_call(play), Noted(7))
    told = play.answer(play.questions[0].id, SeatId("1"), ("b",))
    assert taken == [Noted(7)] * 2
    assert (play.state.n, told.over) == (7, True)


@pytest.mark.parametrize("shift", [-1, 1])
def test_an_outcome_of_another_call_is_refused_and_changes_nothing(shift: int) -> None:
    play = playing(calling)
    before = (play.state, play.call, play.at)
    with pytest.raises(Illegal) as refused:
        play.returned(CallId(open_call(play) + shift), Noted(4))
    assert refused.value.code == "stale"
    assert (play.state, play.call, play.at) == before


def test_an_outcome_that_comes_twice_counts_once() -> None:
    def beat(game: Game[Count]) -> None:
        calling(game)
        game.pick(question("a", "b"))

    play = playing(beat)
    call = open_call(play)
    play.returned(call, Noted(4))
    with pytest.raises(Illegal):
        play.returned(call, Noted(4))
    assert play.state.n == 41


def test_the_outcome_of_one_call_is_none_of_the_next() -> None:
    play = playing(calling, beats=2)
    first = open_call(play)
    play.returned(first, Noted(1))
    with pytest.raises(Illegal):
        play.returned(first, Noted(1))
    assert open_call(play) > first


def test_an_outcome_that_the_rules_do_not_understand_is_a_defect_and_changes_nothing() -> None:
    play = playing(calling)
    before = (play.state, play.call, play.at)
    with pytest.raises(Defect, match="ValidationError"):
        play.returned(open_call(play), {"n": "four"})
    assert (play.state, play.call, play.at) == before
    play.returned(open_call(play), Noted(4))
    assert play.state.n == 41


def test_nobody_answers_a_question_while_a_call_is_open() -> None:
    play = playing(calling)
    with pytest.raises(Illegal):
        play.answer(play.questions[0].id if play.questions else 2, SeatId("1"), ("a",))  # type: ignore[arg-type]


def test_a_game_that_is_stopped_waits_for_no_outcome() -> None:
    play = playing(calling)
    call = open_call(play)
    play.stop("")
    with pytest.raises(Illegal):
        play.returned(call, Noted(4))


@pytest.mark.parametrize("much", ["calls", "spec", "outcome"])
def test_what_has_no_measure_is_a_defect(much: str) -> None:
    def beat(game: Game[Count]) -> None:
        game.pick(question("a", "b"))
        for _ in range(limits.CALLS_PER_BEAT + 1 if much == "calls" else 1):
            game.call("x" * limits.CALL_BYTES if much == "spec" else "x", str)

    play = playing(beat)

    def play_on() -> None:
        play.answer(play.questions[0].id, SeatId("1"), ("a",))
        while play.call is not None:
            play.returned(open_call(play), "x" * limits.CALL_BYTES if much == "outcome" else "y")

    with pytest.raises(Defect):
        play_on()


def test_a_log_that_holds_something_else_than_the_outcome_diverges() -> None:
    play = playing(calling)
    play.enter(Added(4))
    game = Game(play.ruleset, play.start, play.log, play.chance, play.base)
    with pytest.raises(Diverged, match="an outcome"):
        play.ruleset.play(game, game_beat(game))


def game_beat(game: Game[Count]) -> Any:
    """The beat, with its beginning emitted."""
    beat = game.ruleset.next_beat(game.state)
    assert beat is not None
    game.emit(beat)
    return beat


# Going back


def asking_around(game: Game[Count]) -> None:
    """A question, a call, a question."""
    game.pick(question("a", "b"))
    game.emit(Added(game.call("spec", int)))
    game.pick(question("c", "d"))


def test_no_undo_goes_behind_a_call_or_an_outcome() -> None:
    play = playing(asking_around, beats=2)
    before = play.mark()
    play.answer(play.questions[0].id, SeatId("1"), ("a",))
    at_call = play.mark()
    with pytest.raises(Illegal) as refused:
        undo(play, before, 1, (SeatId("1"),))
    assert refused.value.code == "no_undo"
    play.returned(open_call(play), 3)
    with pytest.raises(Illegal):
        undo(play, at_call, 2, (SeatId("1"),))
    returned = play.mark()
    play.answer(play.questions[0].id, SeatId("1"), ("c",))
    undo(play, returned, 3, (SeatId("1"),))
    assert [option.key for option in options_of(play.questions[0].shape)] == ["c", "d"]
    with pytest.raises(Illegal):
        undo(play, before, 1, (SeatId("1"),))
    play.answer(play.questions[0].id, SeatId("1"), ("d",))
    assert play.state.n == 3


def test_a_draft_that_was_dropped_settles_nothing() -> None:
    """Given a call that the journal did not take, then an undo reaches as far as before."""
    play = playing(asking_around)
    first = play.mark()
    play.answer(play.questions[0].id, SeatId("1"), ("a",))
    play.go_back(first)
    assert play.reaches(first)


def test_a_beat_that_is_asked_anew_calls_anew_under_a_number_that_no_call_had() -> None:
    play = playing(asking_around)
    play.answer(play.questions[0].id, SeatId("1"), ("a",))
    call = open_call(play)
    restart(play, play.mark(), 2)
    play.answer(play.questions[0].id, SeatId("1"), ("a",))
    assert open_call(play) > call
    with pytest.raises(Illegal):
        play.returned(call, 3)


def test_a_beat_that_waits_for_its_outcome_stands_as_it_is() -> None:
    play = playing(calling)
    assert matches_log(play)
    play.ruleset.beat = asking_around  # type: ignore[attr-defined]
    assert not matches_log(play)


def test_nobody_plays_another_game_for_a_preview() -> None:
    foresight = Foresight(Rules(calling), Count(), lambda game: game)
    assert whole(foresight.outcomes(calling, every_choice)) == []
    assert foresight.certain(calling, every_choice, 9) is None


# The micro-game in the micro-game


class Journal(NamedTuple):
    """One game's journal, what it began with, and its play at the end."""

    play: Play[CallingState]
    start: CallingState
    key: bytes
    commits: list[Recorded]
    called: dict[CallId, "Journal"]


def recorded(version: int, told: CommitContents) -> Recorded:
    """A commit as the journal gives it back."""
    kind = tuple[CallingRules.events, ...]
    events: tuple[Event, ...] = msgspec.convert(plain(told.events), kind)
    return Recorded(version, events, told.diff.gone, plain(told.diff.put), told.questions)


def played(duel: Duel, key: bytes, choose: Callable[[int], int]) -> Journal:
    """Play a game, and every game that it calls, to the end; `choose` one of so many ways."""
    start = start_of(duel)
    play = Play(CallingRules(), start, SealedChance(key))
    found = Journal(play, start, key, [recorded(1, play.begin())], {})
    marks: dict[int, Mark[CallingState]] = {1: play.mark()}
    while not play.over:
        version = len(found.commits) + 1
        reached = [v for v, mark in marks.items() if v < version - 1 and play.reaches(mark)]
        if play.call is not None:
            call = play.call.call
            inner = msgspec.convert(play.call.spec, Duel)
            found.called[call] = played(inner, key + b"/%d" % call, choose)
            told = play.returned(call, score_of(found.called[call].play.state))
        elif reached and version < 30 and choose(6) == 0:
            back = reached[choose(len(reached))]
            told = undo(play, marks[back], back, (SeatId("1"),))
        else:
            options = options_of(play.questions[0].shape)
            pick = options[choose(len(options))].key
            told = play.answer(play.questions[0].id, play.questions[0].to[0], (pick,))
        found.commits.append(recorded(version, told))
        marks[version] = play.mark()
    return found


def hold(journal: Journal) -> None:
    """Fold, rebuild and rerun come to the state that was played, in every journal."""
    rules, state = CallingRules(), plain(journal.play.state)
    shown = plain(journal.start)
    for commit in journal.commits:
        fold(shown, commit.gone, plain(commit.put))
    assert msgspec.msgpack.encode(shown) == msgspec.msgpack.encode(journal.play.state)
    chance = SealedChance(journal.key)
    built, _ = rebuild(rules, journal.start, chance, journal.commits)
    again = rerun(rules, journal.start, chance, journal.commits)
    assert plain(built.state) == plain(again.state) == state
    assert built.over
    events = [event for commit in journal.commits for event in commit.events]
    specs = {event.call: event.spec for event in events if isinstance(event, Called)}
    outcomes = [event for event in events if isinstance(event, Returned)]
    assert [event.call for event in outcomes] == list(specs) == list(journal.called)
    for event in outcomes:
        inner = journal.called[event.call]
        assert start_of(msgspec.convert(specs[event.call], Duel)) == inner.start
        assert msgspec.convert(event.outcome, Score) == score_of(inner.play.state)
        hold(inner)


@given(st.integers(0, 2), st.data())
def test_a_game_in_a_game_is_the_same_folded_rebuilt_and_run_again(
    depth: int, data: st.DataObject
) -> None:
    def choose(ways: int) -> int:
        return data.draw(st.integers(0, ways - 1))

    hold(played(Duel(("1", "2"), 8, depth), b"key", choose))


@given(st.data())
def test_taken_up_at_any_commit_it_goes_on_as_it_did(data: st.DataObject) -> None:
    """Given a game that calls, when it is taken up from its journal after any commit, then the
    same call is open and the rest of the journal is told alike."""

    def choose(ways: int) -> int:
        return data.draw(st.integers(0, ways - 1))

    journal = played(Duel(("1", "2"), 12, 1), b"key", choose)
    cut = data.draw(st.integers(1, len(journal.commits)))
    chance, rules = SealedChance(journal.key), CallingRules()
    built, marks = rebuild(rules, journal.start, chance, journal.commits[:cut])
    live = rerun(rules, journal.start, chance, journal.commits[:cut])
    assert (built.call, built.questions, built.at) == (live.call, live.questions, live.at)
    assert matches_log(built)
    reached = [version for version, mark in marks.items() if built.reaches(mark)]
    assert reached == [version for version, mark in marks.items() if live.reaches(mark)]


def test_a_forged_outcome_of_a_wrong_kind_is_found_by_running_again() -> None:
    journal = played(Duel(("1", "2"), 6, 1), b"key", lambda ways: ways - 1)
    at = next(i for i, commit in enumerate(journal.commits) if type(commit.events[0]) is Returned)
    commit = journal.commits[at]
    first = commit.events[0]
    assert isinstance(first, Returned)
    forged = Returned(first.call, {"winner": "2", "steps": 5})
    journal.commits[at] = commit._replace(events=(forged, *commit.events[1:]))
    with pytest.raises(Mismatch):
        rerun(CallingRules(), journal.start, SealedChance(journal.key), journal.commits)
