"""Cleans up the store in regular rounds.

A round writes the replay files of finished battles that could not be written before. It puts
running battles that nobody has touched for long aside (see `replays.library`): they leave the
memory, and whoever comes back to the table opens them again. It deletes tables and players that
nobody has used for very long (see `expiry`). It lists tables that a process of an early release has
written meanwhile, while a fleet was upgraded only in part.
"""

import random
from functools import partial

import structlog

from protocol.ids import BattleId
from protocol.replies import Opening
from server.battles import Room, Unreadable, commit_in
from server.cluster import Orphans
from server.runtime import Refusal, Timer
from server.service.context import Context
from server.service.expiry import forget
from server.store import Conflict, Fenced, LeaseHeld, StoreError, UnknownBattle
from server.tables import list_again, put_aside

# Seconds. Not at the start, when battles are taken up, and not in all processes at the same time;
# then often enough that what is kept for days goes on its day. The lease covers one battle's work.
FIRST_ROUND = (60.0, 300.0)
ROUND = 6 * 3600.0
LEASE = 60.0

log = structlog.get_logger(__name__)


class Housekeeping:
    """The rounds of one process. Several processes may make theirs at once: writes are revisioned.

    `untouched`: seconds after its last commit from which a battle is put aside; None for never.
    """

    def __init__(self, context: Context, orphans: Orphans, untouched: float | None) -> None:
        self._context, self._orphans, self._untouched = context, orphans, untouched
        self._store, self._clock = context.resources.store, context.resources.clock
        limits = context.people.limits
        lives = (untouched, limits.table_life, limits.identity_life)
        self._round = min([ROUND, *(life / 4 for life in lives if life)])
        self._next: Timer | None = None

    def begin(self) -> None:
        """Make rounds from now on, the first at a random time, so that processes take turns."""
        self._later(min(self._round, random.uniform(*FIRST_ROUND)))

    def stop(self) -> None:
        """Make no further round."""
        if self._next is not None:
            self._next.cancel()

    def _later(self, seconds: float) -> None:
        self._next = self._clock.call_later(seconds, self._start)

    def _start(self) -> None:
        self._context.life.spawn(self._again())

    async def _again(self) -> None:
        self._later(self._round * random.uniform(0.9, 1.1))
        try:
            await self.look_round()
        except StoreError as fault:
            log.warning("round.broken_off", error=str(fault))

    async def look_round(self) -> None:
        """Make one round. Raises StoreError."""
        for battle in await self._context.battles.library.unsettled():
            phase = await self._context.battles.store.phase(battle)
            if phase == "over":
                await self._context.battles.library.put_away(battle)
            elif phase == "on" and await self._is_untouched(battle):
                await self._put_aside(battle)
        if await list_again(self._store):
            await self._orphans.take_up()
        await forget(self._context)

    async def _is_untouched(self, battle: BattleId) -> bool:
        """Return whether the last commit is `untouched` seconds old and nobody is at the table."""
        room = self._context.battles.owned.rooms.get(battle)
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
        table = self._context.tables.tables.get(room.record.opening.table)
        return table is not None and table.is_attended

    async def _put_aside(self, battle: BattleId) -> None:
        room = self._context.battles.owned.rooms.get(battle)
        try:
            if room is not None:
                lease = room.lease
            else:
                lease = await self._store.acquire(battle, owner=self._context.life.owner, ttl=LEASE)
            if not await self._context.battles.library.put_aside(battle, lease):
                if room is None:
                    await self._store.release(lease)
                return
        except (LeaseHeld, Fenced, Conflict, UnknownBattle, Refusal, Unreadable) as fault:
            log.info("battle.left_alone", battle=battle, reason=str(fault))
            return
        if room is not None:
            await self._let_go(room)

    async def _let_go(self, room: Room) -> None:
        """Stop the room of a battle that was put aside, and note it in the table's document.

        Without the note another process would look for the journal, which is gone.
        """
        table = self._context.tables.tables.get(room.record.opening.table)
        if table is None or table.room is not room:
            room.lose()
            return
        await table.change(partial(put_aside, battle=room.battle))
        await self._context.battles.owned.let_go(table)
        self._context.tables.forget_if_idle(table)
