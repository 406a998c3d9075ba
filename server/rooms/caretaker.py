"""Looks round the store now and then, for what nobody needs there any more.

Finished battles whose file could not be written yet are put away. Battles that go on, but that
nobody has touched for long, are put aside (see `library`): where they are in memory here they end
there, and whoever comes back to the table opens them again. Tables and players that nobody has used
for very long are forgotten (see `forgetting`). Tables that a process of an early release has
written since its fleet was upgraded in part are put into their lists.
"""

import random
from functools import partial
from typing import TYPE_CHECKING

import structlog

from protocol.replies import Opening
from server.rooms import leftovers
from server.rooms.archive import commit_in
from server.rooms.clock import Timer
from server.rooms.forgetting import forget
from server.rooms.listing import list_again
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.seats import put_aside
from server.store.errors import Conflict, Fenced, LeaseHeld, StoreError, UnknownBattle

if TYPE_CHECKING:
    from server.rooms.hall import Hall

FIRST_ROUND = (60.0, 300.0)
ROUND = 6 * 3600.0
LEASE = 60.0

log = structlog.get_logger(__name__)


class Caretaker:
    """One process's care for the store that all share. Rounds of several do each other no harm.

    `untouched`: seconds after its last commit from which a battle is put aside; None for never.
    """

    def __init__(self, hall: "Hall", untouched: float | None) -> None:
        self._hall, self._untouched = hall, untouched
        self._store, self._clock = hall.services.store, hall.services.clock
        lives = (untouched, hall.limits.table_life, hall.limits.identity_life)
        self._round = min([ROUND, *(life / 4 for life in lives if life)])
        self._next: Timer | None = None

    def begin(self) -> None:
        """Make rounds from now on, not at the same moment as other processes."""
        self._later(min(self._round, random.uniform(*FIRST_ROUND)))

    def stop(self) -> None:
        """Make no further round."""
        if self._next is not None:
            self._next.cancel()

    def _later(self, seconds: float) -> None:
        self._next = self._clock.call_later(seconds, self._start)

    def _start(self) -> None:
        self._hall.spawn(self._again())

    async def _again(self) -> None:
        self._later(self._round * random.uniform(0.9, 1.1))
        try:
            await self.look_round()
        except StoreError as fault:
            log.warning("round.broken_off", error=str(fault))

    async def look_round(self) -> None:
        """One round. Raises StoreError."""
        for battle in await self._hall.library.unsettled():
            phase = await self._hall.battles.phase(battle)
            if phase == "over":
                await self._hall.library.put_away(battle)
            elif phase == "on" and await self._is_untouched(battle):
                await self._put_aside(battle)
        if await list_again(self._store):
            await leftovers.take_up(self._hall)
        await forget(self._hall)

    async def _is_untouched(self, battle: str) -> bool:
        """Whether nobody has moved, or is looking, for long."""
        room = self._hall.rooms.get(battle)
        if self._untouched is None or (room is not None and self._somebody_is_there(room)):
            return False
        first, last = await self._store.read(battle, limit=1), await self._store.last(battle)
        if not first or last is None:
            return False
        opening = commit_in(first[0][1]).pinned
        if not isinstance(opening, Opening):
            return False
        touched = opening.time + commit_in(last[1]).ms
        return self._clock.unix_ms() - touched >= self._untouched * 1000

    def _somebody_is_there(self, room: Room) -> bool:
        table = self._hall.tables.get(room.record.opening.table)
        return table is not None and table.is_attended

    async def _put_aside(self, battle: str) -> None:
        room = self._hall.rooms.get(battle)
        try:
            if room is not None:
                lease = room.lease
            else:
                lease = await self._store.acquire(battle, owner=self._hall.owner, ttl=LEASE)
            if not await self._hall.library.put_aside(battle, lease):
                if room is None:
                    await self._store.release(lease)
                return
        except (LeaseHeld, Fenced, Conflict, UnknownBattle, Refusal, Unreadable) as fault:
            log.info("battle.left_alone", battle=battle, reason=str(fault))
            return
        if room is not None:
            await self._let_go(room)

    async def _let_go(self, room: Room) -> None:
        """Its journal is gone, so nobody may take the battle up before it has been reopened."""
        table = self._hall.tables.get(room.record.opening.table)
        if table is None or table.room is not room:
            room.lose()
            return
        await table.change(partial(put_aside, battle=room.battle))
        await self._hall.owned.let_go(table)
        self._hall.forget_if_idle(table)
