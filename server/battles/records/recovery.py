"""From a journal back to a battle in memory, and from nothing to a battle's first commit.

A journal may be long, so all of it is done in slices, for the server (see `runtime.slicing`); what
is `whole` is for programs that do nothing else meanwhile.
"""

from collections.abc import Iterable
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec

from protocol import codec
from protocol.questions import Question
from protocol.replies import Closing, Commit, Opening, now_open
from server.battles.records.record import BattleRecord, Shown
from server.battles.records.running_numbers import FARTHEST, made_by
from server.battles.records.snapshots import Point, Saved, point_of
from server.rules.engine.advance import Mark, Play
from server.rules.engine.dice import SealedChance, battle_key
from server.rules.engine.foresight import Slices, whole
from server.rules.engine.patch import plain
from server.rules.engine.replay import Recorded, rebuilding
from server.rules.engine.ruleset import Record, Ruleset

DONE_AT_ONCE = 4
"""Commits between two pauses: some tenths of a millisecond."""


class Unreadable(Exception):
    """Raised for a journal that this release cannot read. The text says where."""


class JournalEntry(NamedTuple):
    """A journal's entry, decoded: the commit, and the questions open after it."""

    commit: Commit
    questions: tuple[Question, ...]


def entries_of(
    frames: Iterable[bytes], after: int = 0, before: tuple[Question, ...] = ()
) -> list[JournalEntry]:
    """Decode a journal from its first entry on, or from the one after version `after`, where the
    questions `before` were open. Raises `Unreadable`.
    """
    return whole(decoding(frames, after, before))


def decoding(
    frames: Iterable[bytes], after: int = 0, before: tuple[Question, ...] = ()
) -> Slices[list[JournalEntry]]:
    """Return the same in slices."""
    entries: list[JournalEntry] = []
    for version, frame in enumerate(frames, after + 1):
        try:
            commit = codec.msgpack.reply(frame)
            assert isinstance(commit, Commit), "it is no commit"
            assert commit.version == version, f"it says that it is version {commit.version}"
            before = now_open(before, commit)
        except (codec.Malformed, AssertionError, KeyError) as fault:
            raise Unreadable(f"entry {version} of the journal: {fault}") from fault
        entries.append(JournalEntry(commit, before))
        if version % DONE_AT_ONCE == 0:
            yield
    return entries


def opening_of(entries: list[JournalEntry]) -> Opening:
    """Return the opening in the first commit. Raises `Unreadable`."""
    pinned = entries[0].commit.pinned if entries else None
    if not isinstance(pinned, Opening):
        raise Unreadable("the journal does not begin with an opening")
    return pinned


def closing_of(entries: list[JournalEntry]) -> Closing | None:
    """Return the revealed seed, once the battle is over."""
    pinned = entries[-1].commit.pinned if entries else None
    return pinned if isinstance(pinned, Closing) else None


def recorded(ruleset: Ruleset[Any], entries: Iterable[JournalEntry]) -> list[Recorded]:
    """Return the entries as the engine wants them, events typed. Raises `Unreadable`."""
    return whole(recording(ruleset, entries))


def recording(ruleset: Ruleset[Any], entries: Iterable[JournalEntry]) -> Slices[list[Recorded]]:
    """Return the same in slices."""
    kind = GenericAlias(tuple, (ruleset.events, ...))
    found: list[Recorded] = []
    for commit, questions in entries:
        try:
            events = msgspec.convert(commit.events, kind)
        except msgspec.ValidationError as fault:
            raise Unreadable(f"an event is unknown to this release: {fault}") from fault
        found.append(Recorded(commit.version, events, commit.gone, commit.put, questions))
        if commit.version % DONE_AT_ONCE == 0:
            yield
    return found


def start_of(ruleset: Ruleset[Any], opening: Opening) -> Record:
    """Return the state before version 1, from the journal itself. Raises `Unreadable`."""
    try:
        start: Record = msgspec.convert(opening.state, ruleset.state_type)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"the start state is unknown to this release: {fault}") from fault
    return start


def chance_of(seed: bytes, opening: Opening) -> SealedChance:
    """Return the battle's dice."""
    return SealedChance(battle_key(seed, opening.contributions))


def new_record(ruleset: Ruleset[Any], start: Record, opening: Opening, seed: bytes) -> BattleRecord:
    """Return a battle before its first commit."""
    opening = msgspec.structs.replace(opening, state=plain(start), counts_on=True)
    return BattleRecord(Play(ruleset, start, chance_of(seed, opening)), opening, seed)


def recover(ruleset: Ruleset[Any], seed: bytes, entries: list[JournalEntry]) -> BattleRecord:
    """Return a battle as it stood after its last entry. Raises `Unreadable`."""
    return whole(recovering(ruleset, seed, entries))


def recovering(
    ruleset: Ruleset[Any], seed: bytes, entries: list[JournalEntry]
) -> Slices[BattleRecord]:
    """Return the same in slices."""
    opening = opening_of(entries)
    commits = yield from recording(ruleset, entries)
    start = start_of(ruleset, opening)
    play, marks = yield from _rebuilding(ruleset, start, seed, opening, commits)
    return (yield from _filling(BattleRecord(play, opening, seed), marks, commits, entries))


def go_on(ruleset: Ruleset[Any], seed: bytes, saved: Saved, frames: list[bytes]) -> BattleRecord:
    """Return a battle as it stood after its last entry, from a snapshot and the entries after it.

    Raises `Unreadable`, also where only the whole journal can tell.
    """
    return whole(going_on(ruleset, seed, saved, frames))


def going_on(
    ruleset: Ruleset[Any], seed: bytes, saved: Saved, frames: list[bytes]
) -> Slices[BattleRecord]:
    """Return the same in slices."""
    entries = yield from decoding(frames, saved.version, saved.questions)
    since = point_of(ruleset, saved)
    if since is None or not entries:
        raise Unreadable(f"the snapshot of version {saved.version} does not serve")
    if any(number > FARTHEST for number in saved.highest.values()):
        # Of before such numbers were set apart: what the highest was below it stands nowhere here.
        raise Unreadable(f"the snapshot of version {saved.version} counts on from the last numbers")
    commits = yield from recording(ruleset, entries)
    play, marks = yield from _rebuilding(
        ruleset, since.mark.start, seed, saved.opening, commits, since
    )
    record = BattleRecord(play, saved.opening, seed)
    record.note(since.version, since.mark, ())
    record.note_numbers(saved.numbers, saved.highest)
    return (yield from _filling(record, marks, commits, entries))


def _rebuilding(
    ruleset: Ruleset[Any],
    start: Record,
    seed: bytes,
    opening: Opening,
    commits: list[Recorded],
    since: Point | None = None,
) -> Slices[tuple[Play[Any], dict[int, Mark[Any]]]]:
    try:
        chance = chance_of(seed, opening)
        return (yield from rebuilding(ruleset, start, chance, commits, since, opening.counts_on))
    except Exception as fault:
        # Events that could not have happened make the facts fail in any way there is.
        raise Unreadable(f"its events do not follow from each other: {fault!r}") from fault


def _filling(
    record: BattleRecord,
    marks: dict[int, Mark[Any]],
    commits: list[Recorded],
    entries: list[JournalEntry],
) -> Slices[BattleRecord]:
    play = record.play
    for commit, entry in zip(commits, entries, strict=True):
        record.note(commit.version, marks[commit.version], commit.events)
        before = marks.get(commit.version - 1)
        made = made_by(entry.commit, before.former if before is not None else {})
        record.note_number(*made, entry.commit.number)
        if commit.version % DONE_AT_ONCE == 0:
            yield
    last = entries[-1].commit
    record.shown = Shown(
        last.version,
        play.state,
        play.questions,
        last.ms,
        play.over,
        closing_of(entries),
        play.call,
        last.left,
    )
    return record
