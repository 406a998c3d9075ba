"""Running battles that nobody is at leave the memory after a while: their journals are enough.

Their table's document says so (`TableDoc.aside`), so that no process takes them up only because
nobody plays them. Who comes to the table brings the battle back, in whatever process; the clocks
that ran have run on meanwhile.
"""

import asyncio

import structlog

from protocol.ids import BattleId
from server.battles import Room
from server.cluster.owned_battles import OwnedBattles
from server.runtime import Clock, Lifetime, Refusal, Timer
from server.store import StoreError
from server.tables import TableRegistry

LOOKS = 4  # in the time after which a battle is put aside

log = structlog.get_logger(__name__)


class Unattended:
    """Puts the battles of one process aside, `after` so many seconds; never where that is 0."""

    def __init__(
        self, clock: Clock, life: Lifetime, tables: TableRegistry, owned: OwnedBattles, after: float
    ) -> None:
        self._clock, self._life, self._tables, self._owned = clock, life, tables, owned
        self._after = after
        self._since: dict[BattleId, float] = {}
        self._next: Timer | None = None
        self._at_work: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start looking at regular intervals."""
        if self._after:
            self._next = self._clock.call_later(self._after / LOOKS, self._look_round)

    def stop(self) -> None:
        """Stop looking."""
        if self._next is not None:
            self._next.cancel()

    def _look_round(self) -> None:
        self.begin()
        now, since = self._clock.now(), self._since
        waiting = [room for room in self._owned.rooms.values() if not _is_needed(room)]
        self._since = {room.battle: since.get(room.battle, now) for room in waiting}
        due = [room for room in waiting if now - self._since[room.battle] >= self._after]
        # A second round beside one that waits for the store would put aside what has come back.
        if due and (self._at_work is None or self._at_work.done()):
            self._at_work = self._life.spawn(self._put_aside(due))

    async def _put_aside(self, rooms: list[Room]) -> None:
        for room in rooms:
            table = self._tables.tables.get(room.record.opening.table)
            if table is None or table.room is not room or table.is_attended:
                continue
            if table.start_lock.locked() or not table.is_hosted or self._life.is_draining:
                continue
            try:
                await self._owned.put_aside(table, room)
            except (StoreError, Refusal) as fault:
                log.warning("battle.not_put_aside", battle=room.battle, error=str(fault))
            if table.calls_for_room:  # somebody has come meanwhile
                self._owned.bring_back(table)
            else:
                self._tables.forget_if_idle(table)


def _is_needed(room: Room) -> bool:
    """Return whether somebody is there, or the battle goes on without."""
    alone = room.resources.bots_alone and (room.drivers.has_bots or room.autopilot.clocks)
    return room.drivers.is_attended or bool(alone) or room.record.shown.over
