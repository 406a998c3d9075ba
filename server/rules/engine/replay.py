"""Two ways to rebuild a battle from its journal, both kept working by tests.

`rebuild` applies recorded events; it needs the game's `apply` but no rule, and is what recovery
uses. `rerun` feeds the recorded answers to the rules and compares everything they tell; it is what
verification uses. (Folding diffs needs neither and is `patch.fold`.)
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import msgspec

from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Event,
    Undone,
)
from protocol.questions import Question
from server.rules.engine.advance import Illegal, Mark, Play, Told, still_open
from server.rules.engine.dice import Chance
from server.rules.engine.game import Asked, Defect, Diverged, Game, Suspended, entered
from server.rules.engine.patch import Diff, difference
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)


class Recorded(NamedTuple):
    """What the journal holds of one commit, decoded."""

    version: int
    events: tuple[Event, ...]
    gone: list[str]
    put: dict[str, object]
    questions: tuple[Question, ...]


class Mismatch(Exception):
    """The rules tell a commit differently from what its record says."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"commit {version}: {what}")
        self.version = version


def undo(play: Play[S], mark: Mark[S], version: int, by: tuple[str, ...]) -> Told:
    """Go back to a mark, as the contents of one more commit."""
    before = play.state
    play.reopen(mark)
    diff = difference(before, play.state)
    return Told(play.at, (Undone(version, by),), diff, play.questions, False)


def rebuild(
    ruleset: Ruleset[S],
    start: S,
    chance: Chance,
    commits: Iterable[Recorded],
    since: tuple[int, Mark[S]] | None = None,
    counts_on: bool = True,
) -> tuple[Play[S], dict[int, Mark[S]]]:
    """The play as it stood after the last commit, with a mark for every version.

    `since` is a version and the place it had, where `commits` do not begin with the first one;
    `counts_on` is what the battle's opening says.
    """
    play = Play(ruleset, start, chance, counts_on)
    marks: dict[int, Mark[S]] = {}
    if since is not None:
        play.go_back(since[1])
        marks[since[0]] = since[1]
    for commit in commits:
        _take(play, commit, marks)
        marks[commit.version] = play.mark()
    return play, marks


def _take(play: Play[S], commit: Recorded, marks: dict[int, Mark[S]]) -> None:
    if commit.events and isinstance(commit.events[0], BattleStopped):
        play.stop(commit.events[0].why)
        return
    play.log = list(play.log)
    for event in commit.events:
        match event:
            case Undone(version):
                play.reopen(marks[version])
                continue
            case BeatRestarted(version):
                _void(play, marks[version])
                continue
            case BeatBegan():
                play.start, play.base, play.log = play.state, play.at, []
        play.log.append(entered(play.ruleset, play.state, event))
    if not isinstance(commit.events[-1], Undone):
        for question in commit.questions:
            play.log.append(entered(play.ruleset, play.state, Asked(question)))
        play.former = still_open(play.former, play.questions, commit.questions, commit.events)
        play.questions = commit.questions
    if not play.questions:
        play.start, play.base, play.log = play.state, play.at, []
        play.over = play.ruleset.next_beat(play.start) is None


def rerun(
    ruleset: Ruleset[S],
    start: S,
    chance: Chance,
    commits: Iterable[Recorded],
    counts_on: bool = True,
) -> Play[S]:
    """Run the rules over the recorded answers. Raises `Mismatch` for the first commit that
    differs.
    """
    play = Play(ruleset, start, chance, counts_on)
    marks: dict[int, Mark[S]] = {}
    for commit in commits:
        try:
            told = _tell(play, commit, marks)
        except (Illegal, Defect, Diverged, KeyError) as fault:
            raise Mismatch(commit.version, str(fault)) from fault
        _compare(commit, told)
        marks[commit.version] = play.mark()
    return play


def _tell(play: Play[S], commit: Recorded, marks: dict[int, Mark[S]]) -> Told:
    match commit.events[0] if commit.events else None:
        case Answered(question, by, picks, how):
            return play.answer(question, by, picks, how)
        case Undone(version, by):
            return undo(play, marks[version], version, by)
        case BeatRestarted(version):
            return restart(play, marks[version], version)
        case BattleStopped(why):
            return play.stop(why)
        case _:
            return play.begin()


def stands(play: Play[S]) -> bool:
    """Whether these rules tell the running beat as the log has it, up to the same questions."""
    beat = play.ruleset.next_beat(play.start)
    if play.over or beat is None:
        return play.over and beat is None
    log = list(play.log)
    game = Game(play.ruleset, play.start, log, play.chance, play.base)
    try:
        game.emit(beat)
        play.ruleset.play(game, beat)
    except Suspended:
        return len(log) == len(play.log)
    except Exception:
        return False
    return False


def restart(play: Play[S], mark: Mark[S], version: int) -> Told:
    """Void what came after the current beat's start and ask the beat anew, as one commit's
    contents.
    """
    before = play.state
    _void(play, mark)
    told = play.begin()
    diff = difference(before, play.state)
    return told._replace(events=(BeatRestarted(version), *told.events), diff=diff)


def _void(play: Play[S], mark: Mark[S]) -> None:
    """Stand at the start of the beat of a mark. What it asks anew gets ids that none had."""
    unused, drawn = play.at, play.state.rolls
    play.go_back(mark)
    play.base, play.log, play.questions, play.former = unused, [], (), {}
    play.count_on(drawn)


def _compare(commit: Recorded, told: Told) -> None:
    if len(told.events) != len(commit.events):
        counts = f"{len(commit.events)} events recorded, {len(told.events)} told"
        raise Mismatch(commit.version, counts)
    for recorded, event in zip(commit.events, told.events, strict=True):
        if recorded != event:
            raise Mismatch(commit.version, f"recorded {recorded}, the rules tell {event}")
    if told.questions != commit.questions:
        raise Mismatch(commit.version, "the open questions differ")
    if _plain(told.diff) != (commit.gone, commit.put, list(commit.put)):
        raise Mismatch(commit.version, "the state's diff differs")


def _plain(diff: Diff) -> tuple[list[str], dict[str, object], list[str]]:
    put = msgspec.msgpack.decode(msgspec.msgpack.encode(diff.put))
    return diff.gone, put, list(put)
