"""Checking a replay file: the seed, every die, every commit, every keyframe."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from protocol.events import BeatBegan, BeatRestarted, Drawn, Rolled, Undone
from protocol.replay_file import ReplayFile
from protocol.replies import Opening
from server.rooms.games import Built, Setup
from server.rooms.recovery import (
    Entry,
    Unreadable,
    chance_of,
    closing_of,
    entries_of,
    opening_of,
    recorded,
    start_of,
)
from server.rules.engine.dice import MOST_SIDES, Chance, commitment
from server.rules.engine.patch import fold
from server.rules.engine.replay import Mismatch, Recorded, rerun
from server.rules.engine.ruleset import Record, Ruleset


class Wrong(Exception):
    """The replay does not hold; the text says where."""


class Verdict(NamedTuple):
    """What was checked: commits, dice, and whether the rules could be run again."""

    opening: Opening
    commits: int
    dice: int
    rules: bool


def check(replay: ReplayFile, setups: Iterable[Setup]) -> Verdict:
    """Check everything about a finished battle. Raises `Wrong`."""
    try:
        return _check(replay, {setup.name: setup for setup in setups})
    except Unreadable as fault:
        raise Wrong(str(fault)) from fault


def _check(replay: ReplayFile, setups: dict[str, Setup]) -> Verdict:
    entries = entries_of(replay.commits)
    opening, closing = opening_of(entries), closing_of(entries)
    if closing is None:
        raise Wrong(
            f"the record ends at commit {len(entries)}, before the battle's end: "
            "it goes on, or its end was cut off, and its seed has not been revealed"
        )
    seed = _seed(closing.seed)
    if commitment(seed) != opening.commitment:
        raise Wrong("the revealed seed is not the one committed to before the first roll")
    built = _built(opening, setups)
    commits = recorded(built.ruleset, entries)
    start = start_of(built.ruleset, opening)
    chance = chance_of(seed, opening)
    content = setups[opening.encounter].content
    same = (built.ruleset.fingerprint, content) == (opening.fingerprint, opening.content)
    faults = [*_unfair(commits, chance), *_out_of_order(commits, opening.counts_on)]
    if same:
        if start != built.start:
            raise Wrong("commit 1: the state that the battle began with is not the encounter's")
        faults += _told_otherwise(built.ruleset, start, chance, commits, opening.counts_on)
    # Folding changes the opening's state in place, so it comes last.
    faults += _unfolded(replay, entries, opening)
    if faults:
        raise Wrong(min(faults, key=lambda fault: fault.version).text)
    return Verdict(opening, len(entries), sum(map(_dice, commits)), same)


class _Fault(NamedTuple):
    version: int
    text: str


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Wrong("the revealed seed is not written in hex") from None


def _built(opening: Opening, setups: dict[str, Setup]) -> Built:
    setup = setups.get(opening.encounter)
    if setup is None:
        packs = ", ".join(opening.content.split("+")[1:])
        hint = f"; it needs --content with {packs}" if packs else ""
        raise Wrong(f"this release does not know the encounter {opening.encounter!r}{hint}")
    try:
        seats = tuple(chair.seat for chair in opening.seats)
        return setup.build(seats, opening.difficulty, opening.options)
    except ValueError as fault:
        raise Wrong(f"commit 1: {fault}") from None


def _dice(commit: Recorded) -> int:
    return sum(
        len(event.faces) if isinstance(event, Rolled) else isinstance(event, Drawn)
        for event in commit.events
    )


def _unfair(commits: list[Recorded], chance: Chance) -> Iterator[_Fault]:
    """Dice that the seed does not give. Of cards only the rules know what the deck holds."""
    for commit in commits:
        for roll in commit.events:
            if not isinstance(roll, Rolled):
                continue
            for index, face in enumerate(roll.faces):
                if (
                    not 0 < roll.sides <= MOST_SIDES
                    or chance.number(roll.ordinal, index, roll.sides) != face
                ):
                    text = f"die {index} of roll {roll.ordinal} is not what the seed gives"
                    yield _Fault(commit.version, f"commit {commit.version}: {text}")


def _out_of_order(commits: list[Recorded], counts_on: bool) -> Iterator[_Fault]:
    """A draw left out, or made again: whoever chooses the ordinals chooses the dice.

    The rules run again tell it, too; this one needs no rules, and holds for every release's.
    """
    coming, began, after = 0, 0, {0: (0, 0)}
    for commit in commits:
        for event in commit.events:
            match event:
                case BeatBegan():
                    began = coming
                case Undone(version) | BeatRestarted(version) if not counts_on:
                    coming, began = after.get(version, (coming, began))
                    coming = began if isinstance(event, BeatRestarted) else coming
                case Rolled(ordinal=ordinal) | Drawn(ordinal=ordinal):
                    if ordinal != coming:
                        text = f"commit {commit.version}: draw {coming} is missing"
                        yield _Fault(commit.version, text)
                        return
                    coming += 1
                case _:
                    pass
        after[commit.version] = coming, began


def _told_otherwise(
    ruleset: Ruleset[Any],
    start: Record,
    chance: Chance,
    commits: list[Recorded],
    counts_on: bool,
) -> Iterator[_Fault]:
    try:
        rerun(ruleset, start, chance, commits, counts_on)
    except Mismatch as fault:
        yield _Fault(fault.version, str(fault))


def _unfolded(replay: ReplayFile, entries: list[Entry], opening: Opening) -> Iterator[_Fault]:
    state = opening.state
    shown = {frame.version: frame for frame in replay.keyframes}
    for entry in entries:
        version = entry.commit.version
        try:
            fold(state, entry.commit.gone, entry.commit.put)
        except (KeyError, TypeError, AttributeError) as fault:
            yield _Fault(version, f"commit {version}: its changes lead nowhere ({fault})")
            return
        frame = shown.get(version)
        if frame is None:
            continue
        here = (msgspec.msgpack.encode(state), entry.questions)
        if here != (msgspec.msgpack.encode(frame.state), frame.questions):
            yield _Fault(version, f"commit {version}: its keyframe differs from the fold")
            return
