"""From a journal back to a battle in memory, and from nothing to a battle's first commit."""

from collections.abc import Iterable
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec

from protocol import codec
from protocol.questions import Question
from protocol.replies import Closing, Commit, Opening, now_open
from server.rooms.numbers import FARTHEST, made_by
from server.rooms.record import BattleRecord, Shown
from server.rooms.snapshots import Point, Saved, point_of
from server.rules.engine.advance import Mark, Play
from server.rules.engine.dice import SealedChance, battle_key
from server.rules.engine.patch import plain
from server.rules.engine.replay import Recorded, rebuild
from server.rules.engine.ruleset import Record, Ruleset


class Unreadable(Exception):
    """A journal that this release cannot read; the text says where."""


class Entry(NamedTuple):
    """A journal's entry, decoded: the commit, and the questions open after it."""

    commit: Commit
    questions: tuple[Question, ...]


def entries_of(
    frames: Iterable[bytes], after: int = 0, before: tuple[Question, ...] = ()
) -> list[Entry]:
    """Decode a journal from its first entry on, or from the one after version `after`, where the
    questions `before` were open. Raises `Unreadable`.
    """
    entries: list[Entry] = []
    for version, frame in enumerate(frames, after + 1):
        try:
            commit = codec.msgpack.reply(frame)
            assert isinstance(commit, Commit), "it is no commit"
            assert commit.version == version, f"it says that it is version {commit.version}"
            before = now_open(before, commit)
        except (codec.Malformed, AssertionError, KeyError) as fault:
            raise Unreadable(f"entry {version} of the journal: {fault}") from fault
        entries.append(Entry(commit, before))
    return entries


def opening_of(entries: list[Entry]) -> Opening:
    """What the first commit pins. Raises `Unreadable`."""
    pinned = entries[0].commit.pinned if entries else None
    if not isinstance(pinned, Opening):
        raise Unreadable("the journal does not begin with an opening")
    return pinned


def closing_of(entries: list[Entry]) -> Closing | None:
    """The revealed seed, once the battle is over."""
    pinned = entries[-1].commit.pinned if entries else None
    return pinned if isinstance(pinned, Closing) else None


def recorded(ruleset: Ruleset[Any], entries: Iterable[Entry]) -> list[Recorded]:
    """The entries as the engine wants them, events typed. Raises `Unreadable`."""
    kind = GenericAlias(tuple, (ruleset.events, ...))
    try:
        return [
            Recorded(
                entry.commit.version,
                msgspec.convert(entry.commit.events, kind),
                entry.commit.gone,
                entry.commit.put,
                entry.questions,
            )
            for entry in entries
        ]
    except msgspec.ValidationError as fault:
        raise Unreadable(f"an event is unknown to this release: {fault}") from fault


def start_of(ruleset: Ruleset[Any], opening: Opening) -> Record:
    """The state before version 1, from the journal itself. Raises `Unreadable`."""
    try:
        start: Record = msgspec.convert(opening.state, ruleset.state_type)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"the start state is unknown to this release: {fault}") from fault
    return start


def chance_of(seed: bytes, opening: Opening) -> SealedChance:
    """The battle's dice."""
    return SealedChance(battle_key(seed, opening.contributions))


def new_record(ruleset: Ruleset[Any], start: Record, opening: Opening, seed: bytes) -> BattleRecord:
    """A battle before its first commit."""
    opening = msgspec.structs.replace(opening, state=plain(start), counts_on=True)
    return BattleRecord(Play(ruleset, start, chance_of(seed, opening)), opening, seed)


def recover(ruleset: Ruleset[Any], seed: bytes, entries: list[Entry]) -> BattleRecord:
    """A battle as it stood after its last entry. Raises `Unreadable`."""
    opening = opening_of(entries)
    commits = recorded(ruleset, entries)
    start = start_of(ruleset, opening)
    play, marks = _rebuilt(ruleset, start, seed, opening, commits)
    return _filled(BattleRecord(play, opening, seed), marks, commits, entries)


def go_on(ruleset: Ruleset[Any], seed: bytes, saved: Saved, frames: list[bytes]) -> BattleRecord:
    """A battle as it stood after its last entry, from a snapshot and the entries after it.

    Raises `Unreadable`, also where only the whole journal can tell.
    """
    entries = entries_of(frames, saved.version, saved.questions)
    since = point_of(ruleset, saved)
    if since is None or not entries:
        raise Unreadable(f"the snapshot of version {saved.version} does not serve")
    if any(number > FARTHEST for number in saved.highest.values()):
        # Of before such numbers were set apart: what the highest was below it stands nowhere here.
        raise Unreadable(f"the snapshot of version {saved.version} counts on from the last numbers")
    commits = recorded(ruleset, entries)
    play, marks = _rebuilt(ruleset, since.mark.start, seed, saved.opening, commits, since)
    record = BattleRecord(play, saved.opening, seed)
    record.note(since.version, since.mark, ())
    record.note_numbers(saved.numbers, saved.highest)
    return _filled(record, marks, commits, entries)


def _rebuilt(
    ruleset: Ruleset[Any],
    start: Record,
    seed: bytes,
    opening: Opening,
    commits: list[Recorded],
    since: Point | None = None,
) -> tuple[Play[Any], dict[int, Mark[Any]]]:
    try:
        chance = chance_of(seed, opening)
        return rebuild(ruleset, start, chance, commits, since, opening.counts_on)
    except Exception as fault:
        # Events that could not have happened make the facts fail in any way there is.
        raise Unreadable(f"its events do not follow from each other: {fault!r}") from fault


def _filled(
    record: BattleRecord,
    marks: dict[int, Mark[Any]],
    commits: list[Recorded],
    entries: list[Entry],
) -> BattleRecord:
    play = record.play
    for commit, entry in zip(commits, entries, strict=True):
        record.note(commit.version, marks[commit.version], commit.events)
        before = marks.get(commit.version - 1)
        made = made_by(entry.commit, before.former if before is not None else {})
        record.note_number(*made, entry.commit.number)
    last = entries[-1].commit
    record.shown = Shown(
        last.version, play.state, play.questions, last.ms, play.over, closing_of(entries)
    )
    return record
