"""Two ways to rebuild a battle from its journal, both kept working by tests.

`rebuild` applies recorded events; it needs the game's `apply` but no rule, and recovery uses it.
`rerun` feeds the recorded answers to the rules and compares everything that they emit; verification
uses it. (`patch.fold`, which applies diffs, needs neither.)
"""

from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Called,
    Drawn,
    EngineEvent,
    Event,
    Returned,
    Rolled,
    Undone,
)
from protocol.ids import SeatId
from protocol.questions import Question
from server.rules.engine import limits
from server.rules.engine.advance import CommitContents, Illegal, Mark, Play
from server.rules.engine.dice import Chance
from server.rules.engine.foresight import Slices, whole
from server.rules.engine.game import Asked, Defect, Diverged, Entry, Game, Suspended, Unfit
from server.rules.engine.patch import difference
from server.rules.engine.ruleset import Record, Ruleset
from server.rules.engine.still_open import still_open

S = TypeVar("S", bound=Record)

COMMITS_PER_PAUSE = 2
"""Commits between two pauses of `rebuilding`: some tenths of a millisecond of work."""


class Recorded(NamedTuple):
    """One commit as the journal holds it, decoded. `gone` and `put` are its diff."""

    version: int
    events: tuple[Event, ...]
    gone: list[str]
    put: dict[str, object]
    questions: tuple[Question, ...]


class Mismatch(Exception):
    """Raised when the rules lead to another commit than the record says; `version` is its
    number.
    """

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"commit {version}: {what}")
        self.version = version


def undo(play: Play[S], mark: Mark[S], version: int, by: tuple[SeatId, ...]) -> CommitContents:
    """Undo to a mark, of commit `version`, as the seats `by` have voted. Returns the undo's commit.
    Raises `Illegal` if no undo may go back so far.
    """
    if not play.reaches(mark):
        raise Illegal("no_undo", "What led to another game, and what came of it, stands.")
    before = play.state
    play.reopen(mark)
    diff = difference(before, play.state)
    return CommitContents(play.at, (Undone(version, by),), diff, play.questions, False)


def rebuild(
    ruleset: Ruleset[S],
    start: S,
    chance: Chance,
    commits: Iterable[Recorded],
    since: tuple[int, Mark[S]] | None = None,
    counts_on: bool = True,
) -> tuple[Play[S], dict[int, Mark[S]]]:
    """Return the play after the last commit, and a mark for each version.

    `since` is the version before the first of `commits` and its mark, if they do not begin with
    the first commit; `counts_on` is what the battle's opening says (see `Play`).
    """
    return whole(rebuilding(ruleset, start, chance, commits, since, counts_on))


def rebuilding(
    ruleset: Ruleset[S],
    start: S,
    chance: Chance,
    commits: Iterable[Recorded],
    since: tuple[int, Mark[S]] | None = None,
    counts_on: bool = True,
) -> Slices[tuple[Play[S], dict[int, Mark[S]]]]:
    """Rebuild as `rebuild` does, with a pause every `COMMITS_PER_PAUSE` commits."""
    play = Play(ruleset, start, chance, counts_on)
    marks: dict[int, Mark[S]] = {}
    if since is not None:
        play.go_back(since[1])
        marks[since[0]] = since[1]
    for commit in commits:
        _take(play, commit, marks)
        marks[commit.version] = play.mark()
        if commit.version % COMMITS_PER_PAUSE == 0:
            yield
    return play, marks


def _take(play: Play[S], commit: Recorded, marks: dict[int, Mark[S]]) -> None:
    if commit.events and isinstance(commit.events[0], BattleStopped):
        stopped = commit.events[0]
        play.stop(stopped.why, stopped.by, late=stopped.late)
        return
    play.log = list(play.log)
    for event in commit.events:
        if isinstance(event, EngineEvent) and _turns_back(play, event, marks):
            continue
        play.enter(event)
    if not isinstance(commit.events[-1], Undone):
        for question in commit.questions:
            play.enter(Asked(question))
        play.former = still_open(play.former, play.questions, commit.questions, commit.events)
        play.questions = commit.questions
    if not play.questions and play.call is None:
        play.end_beat()
        play.over = play.ruleset.next_beat(play.start) is None


def _turns_back(play: Play[S], event: EngineEvent, marks: dict[int, Mark[S]]) -> bool:
    """Apply what an engine event does to the log as a whole. Returns whether that is all it does:
    if not, the caller enters it into the log like a game's own event.
    """
    match event:
        case Undone(version):
            play.reopen(marks[version])
            return True
        case BeatRestarted(version):
            _void(play, marks[version])
            return True
        case BeatBegan():
            play.end_beat()
            return False
        case Answered() | Rolled() | Drawn() | BattleStopped() | Called() | Returned():
            return False
        case _:
            assert_never(event)


def rerun(
    ruleset: Ruleset[S],
    start: S,
    chance: Chance,
    commits: Iterable[Recorded],
    counts_on: bool = True,
) -> Play[S]:
    """Run the rules over the recorded answers. Returns the play after the last commit. Raises
    `Mismatch` for the first commit that differs from its record.
    """
    again = _Rerun(Play(ruleset, start, chance, counts_on), commits)
    again.run()
    return again.play


class _Rerun(Generic[S]):
    """A re-run under way. All answers are known beforehand, so a beat goes on at each of its
    questions, where play would leave it and run it again from its start.
    """

    def __init__(self, play: Play[S], commits: Iterable[Recorded]) -> None:
        self.play, self._coming = play, iter(commits)
        self._marks: dict[int, Mark[S]] = {}
        self._next = next(self._coming, None)
        self._commit: Recorded | None = None  # the one that is under way
        self._before = play.mark()
        self._entries: list[Entry[S]] = []  # of this commit, from beats that are over
        self._known, self._beats = 0, 0  # entries of the beat that came before it, and beats in it
        self._fault: Mismatch | None = None

    def run(self) -> None:
        """Run all commits. Raises `Mismatch`."""
        while self._next is not None:
            commit = self._advance(self._next)
            first = commit.events[0] if commit.events else None
            try:
                if isinstance(first, Answered):
                    self._run_on(first)
                else:
                    self._check(commit, _tell(self.play, commit, self._marks))
            except (Illegal, Unfit, Defect, Diverged, KeyError) as fault:
                raise Mismatch((self._commit or commit).version, str(fault)) from fault

    def answer(self) -> Answered | None:
        """End the commit at questions that were asked just now, and begin the next one. Returns its
        answer to them; None if the record does not go on with an answer, or differs.
        """
        try:
            self.play.wait()
            self._end()
            first = self._next.events[0] if self._next is not None and self._next.events else None
            if self._next is None or not isinstance(first, Answered):
                return None
            self._advance(self._next)
            return self._accepted(first)
        except Illegal as fault:
            # Rules are not to see it, so that they cannot catch it.
            self._fault = Mismatch(self._commit.version if self._commit else 0, str(fault))
        except Mismatch as fault:
            self._fault = fault
        return None

    def _advance(self, commit: Recorded) -> Recorded:
        self._commit, self._next = commit, next(self._coming, None)
        self._before, self._entries = self.play.mark(), []
        self._known, self._beats = len(self.play.log), 0
        return commit

    def _accepted(self, answer: Answered) -> Answered:
        asked = self.play.answerable(answer.question, answer.by, answer.picks)
        return Answered(asked.id, answer.by, answer.picks, answer.how)

    def _run_on(self, answer: Answered) -> None:
        """Run from an answer on, over the commits that follow in the record and are answers."""
        play = self.play
        event = self._accepted(answer)
        play.log = list(play.log)  # marks share it
        play.enter(event)
        while (beat := play.ruleset.next_beat(play.start)) is not None:
            game = _AnsweredGame(self, play)
            try:
                game.emit(beat)
                play.ruleset.play(game, beat)
            except Suspended:
                if self._fault is not None:
                    raise self._fault from None
                if self._commit is not None:  # a call, at which nobody is asked
                    play.wait()
                    self._end()
                return
            except Unfit:
                raise
            except Exception as fault:
                raise Defect(f"{type(fault).__name__}: {fault}") from fault
            assert game.at == len(play.log), "the beat ended before its log did"
            self._entries += play.log[self._known :]
            play.end_beat()
            self._known, self._beats = 0, self._beats + 1
            if self._beats == limits.BEATS_PER_ANSWER:
                raise Defect(f"more than {limits.BEATS_PER_ANSWER} beats after one answer")
        play.over, play.questions = True, ()
        self._end()

    def _end(self) -> None:
        """Compare the commit under way, which began with an answer."""
        play, before = self.play, self._before
        assert self._commit is not None
        told = play.told(self._entries + play.log[self._known :])
        play.former = still_open(before.former, before.questions, told.questions, told.events)
        self._check(self._commit, told)

    def _check(self, commit: Recorded, told: CommitContents) -> None:
        _compare(commit, told)
        self._marks[commit.version] = self.play.mark()
        self._commit = None


class _AnsweredGame(Game[S]):
    """A beat that gets its answers from the record."""

    def __init__(self, rerun: _Rerun[S], play: Play[S]) -> None:
        super().__init__(play.ruleset, play.start, play.log, play.chance, play.base)
        self._rerun = rerun

    def _answer(self) -> Event:
        answer = self._rerun.answer()
        if answer is None:
            raise Suspended
        return answer


def _tell(play: Play[S], commit: Recorded, marks: dict[int, Mark[S]]) -> CommitContents:
    first = commit.events[0] if commit.events else None
    if not isinstance(first, EngineEvent):
        return play.begin()
    match first:
        case Answered(question, by, picks, how):
            return play.answer(question, by, picks, how)
        case Undone(version, by):
            return undo(play, marks[version], version, by)
        case BeatRestarted(version):
            return restart(play, marks[version], version)
        case BattleStopped(why, by, late):
            return play.stop(why, by, late=late)
        case Returned(call, outcome):
            return play.returned(call, outcome)
        case BeatBegan() | Rolled() | Drawn() | Called():
            return play.begin()
        case _:
            assert_never(first)


def matches_log(play: Play[S]) -> bool:
    """Return whether the present rules, run over the current beat, emit what its log holds and ask
    the same questions. If not, the caller has to `restart` the beat.
    """
    beat = play.ruleset.next_beat(play.start)
    if play.over or beat is None:
        return play.over and beat is None
    log = list(play.log)
    game = Game(play.ruleset, play.start, log, play.chance, play.base, checking=True)
    try:
        game.emit(beat)
        play.ruleset.play(game, beat)
    except Suspended:
        return len(log) == len(play.log)
    except Exception:
        return False
    return False


def restart(play: Play[S], mark: Mark[S], version: int) -> CommitContents:
    """Drop what came after the start of the current beat and run it anew. `mark` lies in that beat,
    after commit `version`. Returns the commit that records this.
    """
    before = play.state
    _void(play, mark)
    told = play.begin()
    diff = difference(before, play.state)
    return replace(told, events=(BeatRestarted(version), *told.events), diff=diff)


def _void(play: Play[S], mark: Mark[S]) -> None:
    """Go back to the start of the beat in which `mark` lies. Its questions will get unused ids."""
    unused, drawn = play.at, play.state.rolls
    play.go_back(mark)
    play.base, play.log, play.questions, play.former = unused, [], (), {}
    play.count_on(drawn)


def _compare(commit: Recorded, told: CommitContents) -> None:
    if len(told.events) != len(commit.events):
        counts = f"{len(commit.events)} events recorded, {len(told.events)} told"
        raise Mismatch(commit.version, counts)
    if told.events != commit.events:
        for recorded, event in zip(commit.events, told.events, strict=True):
            if recorded != event:
                raise Mismatch(commit.version, f"recorded {recorded}, the rules tell {event}")
    if told.questions != commit.questions:
        raise Mismatch(commit.version, "the open questions differ")
    if told.diff.gone != commit.gone or not _equal(told.diff.put, commit.put):
        raise Mismatch(commit.version, "the state's diff differs")


def _equal(told: dict[str, Any], recorded: dict[str, object]) -> bool:
    """Return whether structs are the recorded plain data, in the same order of paths."""
    encoded = msgspec.msgpack.encode(told)
    # Mostly the bytes are the same, which is found without decoding them. Maps within a value may
    # differ in their order alone, and are equal all the same.
    if encoded == msgspec.msgpack.encode(recorded):
        return True
    plain = msgspec.msgpack.decode(encoded)
    return bool(plain == recorded) and list(told) == list(recorded)
