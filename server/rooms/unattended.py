"""Running battles that nobody is at leave the memory after a while: their journals are enough.

Their table's document says so (`TableDoc.aside`), so that no process takes them up only because
nobody plays them. Who comes to the table brings the battle back, in whatever process; the clocks
that ran have run on meanwhile.
"""

from typing import TYPE_CHECKING

import msgspec
import structlog

from server.rooms.clock import Timer
from server.rooms.deadlines import Due, Running
from server.rooms.record import BattleRecord
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.store.base import Store
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

CLOCKS = "clocks"
LOOKS = 4  # in the time after which a battle is put aside
AT_ONCE = 8

log = structlog.get_logger(__name__)


class Clocks(msgspec.Struct, frozen=True, array_like=True):
    """Running clocks as stored: of which version, and when each runs down (Unix milliseconds)."""

    version: int
    until: tuple[tuple[Due, int], ...]


async def keep_clocks(store: Store, room: Room) -> None:
    """Keep the clocks of a battle that is about to be put aside. Raises StoreError."""
    now, version = room.services.clock.unix_ms(), room.record.shown.version
    until = tuple((due, now + ms) for due, ms in room.autopilot.clocks.items())
    data = msgspec.msgpack.encode(Clocks(version, until))
    await store.put_meta(room.lease, {CLOCKS: data})


async def clocks_of(store: Store, record: BattleRecord, now: int) -> Running:
    """The clocks of a battle that was put aside, `now` in Unix milliseconds. Raises StoreError."""
    data = (await store.meta(record.opening.battle)).get(CLOCKS)
    kept = msgspec.msgpack.decode(data, type=Clocks) if data is not None else None
    if kept is None or kept.version != record.shown.version:
        return {}
    return {due: until - now for due, until in kept.until}


class Unattended:
    """Puts the battles of one process aside, `after` so many seconds; never where that is 0."""

    def __init__(self, hall: "Hall", after: float) -> None:
        self._hall, self._after = hall, after
        self._clock = hall.services.clock
        self._since: dict[str, float] = {}
        self._next: Timer | None = None

    def begin(self) -> None:
        """Look round from now on."""
        if self._after:
            self._next = self._clock.call_later(self._after / LOOKS, self._look_round)

    def stop(self) -> None:
        """Put nothing aside any more."""
        if self._next is not None:
            self._next.cancel()

    def _look_round(self) -> None:
        self.begin()
        now, since = self._clock.now(), self._since
        waiting = [room for room in self._hall.rooms.values() if not _is_needed(room)]
        self._since = {room.battle: since.get(room.battle, now) for room in waiting}
        due = [room for room in waiting if now - self._since[room.battle] >= self._after]
        if due:
            self._hall.spawn(self._put_aside(due))

    async def _put_aside(self, rooms: list[Room]) -> None:
        for room in rooms:
            table = self._hall.tables.get(room.record.opening.table)
            if table is None or table.room is not room or table.is_attended:
                continue
            if table.start_lock.locked() or not table.is_hosted or self._hall.is_draining:
                continue
            try:
                await self._hall.owned.put_aside(table, room)
            except (StoreError, Refusal) as fault:
                log.warning("battle.not_put_aside", battle=room.battle, error=str(fault))
            if table.calls_for_room:  # somebody has come meanwhile
                self._hall.wanted(table)
            else:
                self._hall.forget_if_idle(table)


def _is_needed(room: Room) -> bool:
    """Whether somebody is there, or the battle goes on without."""
    alone = room.services.bots_alone and (room.seating.has_bots or room.autopilot.clocks)
    return room.seating.is_attended or bool(alone) or room.record.shown.over
