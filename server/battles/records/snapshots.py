"""A battle's snapshot in the store: recovery starts from it and reads only the journal's tail.

It holds the start of a beat and the log since, up to a version, and the running numbers. A battle
may go back by `limits.UNDO_VERSIONS`; a snapshot lies that far behind when it is written, so that
whoever recovers from it can still grant every undo that the journal could.
"""

from types import GenericAlias
from typing import Any, NamedTuple, Union

import msgspec
from msgspec import Struct

from protocol.ids import SeatId
from protocol.questions import Question
from protocol.replies import Opening
from server.battles.records.running_numbers import Made
from server.rules.engine.advance import Mark
from server.rules.engine.game import Asked, Entry, next_entry
from server.rules.engine.ruleset import Record, Ruleset

FORMAT = 2
READABLE = (1, FORMAT)
"""Format 1 knew no `raised`: releases that know no other must not go on from what has one."""
EVERY = 128
"""A snapshot is due after so many commits; more often would cost the store more than it saves."""


class Saved(Struct, frozen=True, array_like=True):
    """What stands in the store. `start` and `log` are plain data, typed by the battle's ruleset.

    `numbers` are, by seat, the running numbers with what each one made;
    `raised`, by position in `log`, the count of draws where an undo had them count on.
    """

    format: int
    version: int
    opening: Opening
    start: Any
    base: int
    log: tuple[Any, ...]
    questions: tuple[Question, ...]
    numbers: dict[SeatId, dict[int, Made]]
    highest: dict[SeatId, int]
    raised: dict[int, int] = {}


class Point(NamedTuple):
    """Where recovery goes on: the version, and the place in the battle that it had."""

    version: int
    mark: Mark[Any]


def encode_snapshot(
    opening: Opening,
    point: Point,
    numbers: dict[SeatId, dict[int, Made]],
    highest: dict[SeatId, int],
) -> bytes:
    """Return a snapshot as the store keeps it."""
    mark = point.mark
    log = tuple(entry.event for entry in mark.log[: mark.length])
    saved = Saved(
        FORMAT,
        point.version,
        opening,
        mark.start,
        mark.base,
        log,
        mark.questions,
        numbers,
        highest,
        _raised(mark),
    )
    return msgspec.msgpack.encode(saved)


def decode_snapshot(data: bytes) -> Saved | None:
    """Return a snapshot as it was written; None if this release cannot read it: the journal can."""
    try:
        saved = msgspec.msgpack.decode(data, type=Saved)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return saved if saved.format in READABLE else None


def point_of(ruleset: Ruleset[Any], saved: Saved) -> Point | None:
    """Return where to go on from; None if these rules do not know its events or its state
    any more.
    """
    kind = GenericAlias(tuple, (Union[ruleset.events, Asked], ...))  # noqa: UP007
    try:
        start: Record = msgspec.convert(saved.start, ruleset.state_type)
        events = msgspec.convert(saved.log, kind)
    except msgspec.ValidationError:
        return None
    if msgspec.msgpack.encode(start) != msgspec.msgpack.encode(saved.start):
        return None  # a field came or went: only the journal's events tell its value
    log: list[Entry[Any]] = []
    for at, event in enumerate(events):
        entry = next_entry(ruleset, log[-1].state if log else start, event)
        if at in saved.raised:
            state = msgspec.structs.replace(entry.state, rolls=saved.raised[at])
            entry = Entry(event, state, entry.ops)
        log.append(entry)
    return Point(saved.version, Mark(start, saved.base, log, len(log), saved.questions, {}))


def _raised(mark: Mark[Any]) -> dict[int, int]:
    """Return where an undo raised the count of draws: at questions, which change nothing
    themselves.
    """
    raised: dict[int, int] = {}
    rolls = mark.start.rolls
    for at, entry in enumerate(mark.log[: mark.length]):
        if isinstance(entry.event, Asked) and entry.state.rolls != rolls:
            raised[at] = entry.state.rolls
        rolls = entry.state.rolls
    return raised
