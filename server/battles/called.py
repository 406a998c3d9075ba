"""The battle that a session calls for: everything about it follows from the session and the call.

So whoever takes a session up can create it, and creating it twice is creating it once.
"""

import hashlib
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.events import BattleStopped, Called
from protocol.ids import NO_BATTLE, BattleId, CallId
from protocol.replies import Closing, Opening, SeatOf
from protocol.tables import BattleLine, TableState
from server.battles.games import Games
from server.battles.records import BattleRecord, RecordedBattle, commit_in, new_record
from server.rules.engine.dice import commitment
from server.rules.engine.foresight import Slices
from server.rules.engine.ruleset import Record, Ruleset


class Beginning(NamedTuple):
    """A called battle before its first commit, its seed, and its line in the table's document."""

    record: BattleRecord
    seed: bytes
    line: BattleLine


def called_id(session: BattleId, call: CallId) -> BattleId:
    """Return the id of the battle that a call of a session is for, of the form of every
    battle's.
    """
    return BattleId(f"b{hashlib.sha256(f'{session}:{call}'.encode()).hexdigest()[:32]}")


def beginning_of(
    games: Games, session: BattleRecord, called: Called, table: TableState
) -> Beginning:
    """Return the battle of a call. Only the names of who sits there are the table's. Raises
    `Refusal`.
    """
    opening, seed = session.opening, session.seed_of(called.call)
    seats = tuple(each.seat for each in opening.seats)
    meant = games.called_for(opening.encounter, called.spec, seats)
    pinned = replace(
        opening,
        battle=called_id(opening.battle, called.call),
        game=meant.built.ruleset.name,
        encounter=meant.encounter,
        difficulty=meant.difficulty,
        options={},
        seats=_seats(opening, table),
        fingerprint=meant.built.ruleset.fingerprint,
        content=games.find(meant.encounter).content,
        commitment=commitment(seed),
        time=opening.time + session.shown.ms,
        session=opening.battle,
        call=called.call,
        part=0,
        follows=NO_BATTLE,
    )
    record = new_record(meant.built.ruleset, meant.built.start, pinned, seed)
    return Beginning(record, seed, line_of(pinned))


def line_of(opening: Opening) -> BattleLine:
    """Return a battle's line in its table's document, as long as it is on."""
    time, session = opening.time, opening.session
    return BattleLine(opening.battle, opening.encounter, time, session=session, part=opening.part)


def is_ended(frames: list[bytes]) -> bool:
    """Return whether a battle's own rules have ended it. Raises `Unreadable`.

    An operator's end is none: what stood then is nobody's outcome.
    """
    last = commit_in(frames[-1])
    first = last.events[0] if last.events else None
    match first:
        case BattleStopped() | ["stopped", *_]:
            return False
        case _:
            return isinstance(last.pinned, Closing)


def last_state(frames: list[bytes], ruleset: Ruleset[Any]) -> Slices[Record]:
    """Return the state at a journal's end, folded from its diffs: no rule has a say in it.

    Raises msgspec's ValidationError where this release knows no such state, and `Unreadable`.
    """
    recorded = RecordedBattle(frames[:1])
    yield from recorded.adding(frames[1:])
    snapshot = yield from recorded.showing(recorded.last)
    state: Record = msgspec.convert(snapshot.state, ruleset.state_type)
    return state


def _seats(opening: Opening, table: TableState) -> tuple[SeatOf, ...]:
    """Return the session's seats, with those who hold them now."""
    chairs = {chair.seat: chair for chair in table.chairs}
    names = {member.player: member.name for member in table.members}
    return tuple(
        SeatOf(each.seat, names.get(chairs[each.seat].player, ""), chairs[each.seat].bot)
        if each.seat in chairs
        else each
        for each in opening.seats
    )
