"""Checking a replay file: the seed, every die, every commit, every keyframe."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from protocol.events import Drawn, Rolled
from protocol.replay_file import ReplayFile
from protocol.replies import Opening
from server.rooms.games import Setup
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
from server.rules.engine.dice import commitment
from server.rules.engine.patch import fold
from server.rules.engine.replay import Mismatch, rerun


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
        raise Wrong("the battle is not over: its seed has not been revealed")
    seed = bytes.fromhex(closing.seed)
    if commitment(seed) != opening.commitment:
        raise Wrong("the revealed seed is not the one committed to before the first roll")
    setup = setups.get(opening.encounter)
    if setup is None:
        raise Wrong(f"this release does not know the encounter {opening.encounter!r}")
    seats = tuple(chair.seat for chair in opening.seats)
    built = setup.build(seats, opening.difficulty, opening.options)
    commits = recorded(built.ruleset, entries_of(replay.commits))
    start = start_of(built.ruleset, opening)
    _fold(replay, entries, opening)
    chance = chance_of(seed, opening)
    dice = 0
    for commit in commits:
        for event in commit.events:
            if isinstance(event, (Rolled, Drawn)):
                dice += _check_chance(commit.version, event, chance)
    same = (built.ruleset.fingerprint, built.content) == (opening.fingerprint, opening.content)
    if same:
        if start != built.start:
            raise Wrong("commit 1: the state that the battle began with is not the encounter's")
        try:
            rerun(built.ruleset, start, chance, commits)
        except Mismatch as fault:
            raise Wrong(str(fault)) from fault
    return Verdict(opening, len(entries), dice, same)


def _check_chance(version: int, event: Rolled | Drawn, chance: Any) -> int:
    """The number of dice in a roll that were checked; a drawn card counts as one."""
    if isinstance(event, Rolled):
        for index, face in enumerate(event.faces):
            if chance.number(event.ordinal, index, event.sides) != face:
                raise Wrong(f"commit {version}: die {index} of roll {event.ordinal} is not fair")
        return len(event.faces)
    return 1


def _fold(replay: ReplayFile, entries: list[Entry], opening: Opening) -> None:
    state = opening.state
    shown = {frame.version: frame for frame in replay.keyframes}
    for entry in entries:
        fold(state, entry.commit.gone, entry.commit.put)
        frame = shown.get(entry.commit.version)
        if frame is None:
            continue
        here = (msgspec.msgpack.encode(state), entry.questions)
        if here != (msgspec.msgpack.encode(frame.state), frame.questions):
            raise Wrong(f"commit {entry.commit.version}: its keyframe differs from the fold")
