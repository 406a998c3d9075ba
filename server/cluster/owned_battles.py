"""The battles that this process plays: begun or taken up, kept by their leases, and let go of."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import structlog

from protocol.ids import BattleId
from server.battles import (
    AllClocks,
    BattleRecord,
    BattleStore,
    Games,
    IdleBeats,
    Resources,
    Room,
    Unreadable,
    line_of,
    meta_of,
    wishes_in,
)
from server.cluster.battle_tables import BattleTables
from server.cluster.called_battles import CalledBattles
from server.cluster.kept_clocks import NO_CLOCKS, clocks_of, keep_clocks
from server.cluster.lost_battles import look_into
from server.cluster.rating import rate
from server.players import Ladder
from server.replays import Library
from server.runtime import FairShare, Refusal, Tasks
from server.store import Conflict, Fenced, Lease, LeaseHeld, StoreError, UnknownBattle, outlast
from server.tables import (
    Table,
    finished,
    has_played,
    is_lost,
    is_on,
    is_playing,
    put_aside,
    remembered,
    resumed,
    wishes_of,
)

TAKEN_UP_AT_ONCE = 8  # battles: each is read whole into memory
AGAIN_AFTER = 0.2  # seconds, after the store is back, before a failed take-over is tried again
LEASE_OVER = 0.02
"""Seconds after a held lease should have run out, before it is asked for again: what is left of it
is told in milliseconds, and asking one too early would cost another wait."""

log = structlog.get_logger(__name__)


class OwnerSurroundings(NamedTuple):
    """What it takes to play battles. `lease` in seconds."""

    resources: Resources
    games: Games
    battles: BattleStore
    library: Library
    ladder: Ladder
    lease: float
    spawn: Callable[[Coroutine[Any, Any, None]], object]


class OwnedBattles:
    """The rooms of this process."""

    def __init__(self, surroundings: OwnerSurroundings, tables: BattleTables) -> None:
        self._surroundings, self._tables = surroundings, tables
        self._store, self._clock = surroundings.resources.store, surroundings.resources.clock
        self.rooms: dict[BattleId, Room] = {}
        self._share, self.beats = FairShare(self._clock), IdleBeats(self._clock)
        self.taking_up: dict[BattleId, asyncio.Task[None]] = {}
        self.unread: dict[BattleId, str] = {}
        self._marked: set[BattleId] = set()
        self.running: dict[BattleId, asyncio.Task[None]] = {}
        self._tasks = Tasks()
        self._called = CalledBattles(
            surroundings.resources, surroundings.games, surroundings.battles, surroundings.library
        )
        self._few = asyncio.Semaphore(TAKEN_UP_AT_ONCE)
        self._is_closed = False

    def open(
        self,
        table: Table,
        record: BattleRecord,
        lease: Lease,
        asked: float,
        clocks: AllClocks = NO_CLOCKS,
        wishes: bytes | None = None,
    ) -> Room:
        """Play a battle in a task of its own, before those who followed it here.

        `asked`: when the lease was asked for; from then on it counts, not from when the journal has
        been read. `clocks` that ran when it was put aside run on, and seats are asked about
        abilities as they have said at the table; `wishes` are those that were kept with the battle.
        """
        opening = record.opening
        following = table.following
        if following is not None and following.battle != opening.battle:
            following = None
        room = Room(
            self._surroundings.resources,
            record,
            lease,
            self._surroundings.games.find(opening.encounter),
            table.doc.state.settings,
            table.doc.state.chairs,
            partial(self._ended, table),
            following.audience if following is not None else None,
            self._share,
            table.note_wishes,
        )
        room.drivers.here, room.drivers.is_attended = table.here, table.is_attended
        # Who waited for somebody in a session does not begin to wait anew in each of its battles.
        room.autopilot.go_on_waiting(table.back_by)
        room.autopilot.go_on(clocks)
        room.autopilot.wish_on(wishes_of(table.doc, wishes_in(wishes)))
        room.audience.outside = table.tell_watchers
        for visitor in room.audience.visitors:
            visitor.turn_to(room)
        room.sure_until = asked + self._surroundings.lease
        self.rooms[opening.battle] = room
        table.play(room)
        task = self._tasks.start(self._run(table, room))
        self.running[opening.battle] = task
        # By task, not by battle alone: a battle that is lost and taken up again has a new one.
        task.add_done_callback(lambda _: _forget(self.running, room.battle, task))
        log.info("battle.opened", table=table.id, battle=room.battle, version=record.shown.version)
        self._tables.room_opened(table, room)
        room.autopilot.tell_wishes(room.audience.tell)
        return room

    def take_up(self, battle: BattleId) -> None:
        """Begin to take a battle over from its journal, as soon as its lease is free.

        Only where we host its table: whoever else does plays the battle.
        """
        before = self.taking_up.get(battle)
        if battle in self.rooms or self._is_closed or not (before is None or before.done()):
            return
        self.unread.pop(battle, None)
        task = self._tasks.start(self._take_up(battle))
        self.taking_up[battle] = task
        task.add_done_callback(lambda _: _forget(self.taking_up, battle, task))

    async def _take_up(self, battle: BattleId) -> None:
        try_it = partial(self._try_to_take_up, battle)
        try:
            while not await outlast(self._store, self._clock, try_it, pause=AGAIN_AFTER):
                pass  # its lease was held, and should be free now
        except (Unreadable, Refusal, UnknownBattle) as fault:
            if isinstance(fault, UnknownBattle) and await self._lies_aside(battle):
                return  # whoever looks at it brings it back
            log.error("battle.unreadable", battle=battle, error=str(fault))
            await self._look_into(battle, str(fault))
        except Exception:
            log.exception("battle.not_taken_up", battle=battle)

    async def _try_to_take_up(self, battle: BattleId) -> bool:
        """Take a battle over unless there is no need. Raises `Unreadable`, `Refusal`, StoreError.

        Returns False, once its lease has run out, where another process held that.
        """
        try:
            # Held while reading only: a wait for a lease inside would let eight held leases stop
            # all others.
            async with self._few:
                table = await self._table_of(battle)
                if not table.is_hosted:
                    self._tables.forget_if_idle(table)
                    return True
                if battle in self.rooms or is_lost(table.doc, battle):
                    return True  # it was begun here meanwhile, or given up
                # Before the request, not after its answer: the lease may have begun to count at
                # once.
                asked = self._clock.now()
                record, lease = await self._surroundings.battles.take_up(battle)
        except LeaseHeld as held:
            self._tables.held(table, held.owner)
            await self._clock.sleep(min(held.remaining, self._surroundings.lease) + LEASE_OVER)
            return False
        return await self._go_on(table, record, lease, asked) or self._is_closed

    async def _lies_aside(self, battle: BattleId) -> bool:
        with suppress(StoreError):
            return await self._surroundings.library.lies_aside(battle)
        return False

    async def _look_into(self, battle: BattleId, why: str) -> None:
        """Give a battle up that is lost for good; else look for a process that can play it."""
        self.unread[battle] = why
        library, clock = self._surroundings.library, self._clock
        for table in tuple(self._tables.tables.values()):
            if has_played(table.doc, battle):
                await self._insist(battle, partial(look_into, table, battle, library, clock))
                if table.is_hosted and is_on(table.doc.state, battle):
                    self._surroundings.spawn(self._tables.seek(table, battle))
                else:
                    self.unread.pop(battle, None)
                    self.go_on(table)
                self._tables.forget_if_idle(table)

    async def _table_of(self, battle: BattleId) -> Table:
        table = (await meta_of(self._store, battle)).table
        if table is None:
            raise Unreadable("the journal has lost its table")
        return await self._tables.table(table)

    async def _go_on(self, table: Table, record: BattleRecord, lease: Lease, asked: float) -> bool:
        """Play a recovered battle. Returns False where it has to be taken up once more."""
        battle = record.opening.battle
        try:
            waits = await self._called.settle(table, record, lease)
        except (Conflict, Fenced):
            return False  # others have had the session since
        if (begun := self.rooms.get(battle)) is not None:  # meanwhile, under an epoch before ours
            begun.lose()
            await asyncio.wait([self.running[battle]])
            return False
        if table.following is not None and table.following.battle == battle:
            # Our epoch is the latest, so nothing comes after what the record holds.
            await table.following.look_again()
        if record.shown.over:
            await self._finish(table, record, lease)
            return True
        wishes = (await meta_of(self._store, battle)).wishes
        if not table.is_hosted or self._is_closed:
            # Not ours to play: free at once, so that the host need not wait for it to run out.
            await self._store.release(lease)
            return False
        if waits is not None:
            await self._store.release(lease)
            await table.change(partial(resumed, battle=waits))
            self.take_up(waits.battle)
            return True
        clocks = NO_CLOCKS
        await table.is_current()  # whoever put it aside may not have known that we host
        if table.doc.aside:
            clocks = await clocks_of(self._store, record, self._clock.unix_ms())
        self.open(table, record, lease, asked, clocks, wishes)
        await self._resumed(table, record)
        return True

    async def _resumed(self, table: Table, record: BattleRecord) -> None:
        line = line_of(record.opening)
        await self._insist(line.battle, partial(table.change, partial(resumed, battle=line)))

    async def _called_for(self, table: Table, room: Room) -> None:
        """Release a session that has called for a battle, and look for that as recovery does."""
        await self._insist(room.battle, partial(self._store.release, room.lease))
        self.go_on(table)

    def go_on(self, table: Table) -> None:
        """Take up what a table plays, unless it is in memory or waits for somebody to come."""
        if table.calls_for_room:
            self._surroundings.spawn(self._bring_in(table.doc.state.battles[-1].battle))

    async def _bring_in(self, battle: BattleId) -> None:
        """Take up a battle, also a session that was put aside while its battle was on."""
        if await self._lies_aside(battle):
            with suppress(StoreError, Unreadable):
                await self._surroundings.library.reopen(battle)
        self.take_up(battle)

    def bring_back(self, table: Table) -> None:
        """Take up a battle that its table calls put aside; one that is in memory is only noted."""
        battle = table.doc.state.battles[-1].battle
        room = self.rooms.get(battle)
        if room is None:
            self.take_up(battle)
        elif battle not in self._marked:
            self._marked.add(battle)
            task = self._tasks.start(self._resumed(table, room.record))
            task.add_done_callback(lambda _: self._marked.discard(battle))

    async def _run(self, table: Table, room: Room) -> None:
        self.beats.keep_for(room.record)
        try:
            await room.run()
        except Exception:
            log.exception("room.failed", battle=room.battle)
            room.lose()
            visitors = tuple(room.audience.visitors)
            self._ended(table, room)
            for visitor in visitors:
                visitor.bye("moved", "The battle has to be taken up again. Connect again.")

    def _ended(self, table: Table, room: Room) -> None:
        if self.rooms.get(room.battle) is room:
            del self.rooms[room.battle]
        self.beats.drop(room.record)
        table.stop_playing(room)
        if self._is_closed:
            return
        leads_on = room.record.shown.call is not None or room.record.opening.session
        table.keep_absences(room.autopilot.back_by if leads_on and not room.lost else {})
        if room.lost:
            self._tables.room_lost(table, room)
            return
        if room.record.shown.over:
            self._surroundings.spawn(self._finish(table, room.record, room.lease))
        elif room.record.shown.call is not None:
            self._surroundings.spawn(self._called_for(table, room))

    async def _finish(self, table: Table, record: BattleRecord, lease: Lease) -> None:
        battle = record.opening.battle
        ending = self._surroundings.battles.ending(record)

        async def finish() -> None:
            now, around = self._clock.unix_ms(), self._surroundings
            await rate(around.ladder, around.games, table, record, now // 1000)
            # Before the end is noted: once it is, nobody comes here again for this battle.
            if (said := (await meta_of(self._store, battle)).wishes) is not None:
                await table.change(partial(remembered, kept=wishes_in(said)))
            await table.change(partial(finished, battle=battle, now=now, ending=ending))
            await self._store.release(lease)
            if not is_playing(table.doc):  # else its session needs it, and puts it away then
                await self._surroundings.library.put_away(battle)

        await self._insist(battle, finish)
        self.go_on(table)
        self._tables.forget_if_idle(table)

    async def _insist(
        self, battle: BattleId, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Retry work until the store takes it. A lasting failure is logged."""
        try:
            await outlast(self._store, self._clock, work)
        except StoreError as fault:
            log.error("battle.not_written", battle=battle, error=str(fault))

    async def renew(self) -> None:
        """Renew all leases. Raises StoreError."""
        rooms = dict(self.rooms)
        if not rooms:
            return
        leases = [room.lease for room in rooms.values()]
        # Before asking: when the answer comes, some of the time may have gone.
        until = self._clock.now() + self._surroundings.lease
        lost = await self._store.renew(leases, ttl=self._surroundings.lease)
        for room in rooms.values():
            room.sure_until = until
        for lease in lost:
            log.warning("lease.lost", battle=lease.battle)
            rooms[lease.battle].lose()

    async def put_aside(self, table: Table, room: Room) -> None:
        """Let a running battle go that nobody is at; its journal is enough. Raises StoreError.

        The table says so before the lease is free, or the next to look would take the battle up at
        once; and its clocks are kept before that, as whoever comes then asks for them.
        """
        await keep_clocks(self._store, room)
        await table.change(partial(put_aside, battle=room.battle))
        if table.doc.aside and table.room is room and not table.is_attended:
            await self.let_go(table)
            log.info("battle.put_aside", table=table.id, battle=room.battle)

    async def let_go(self, table: Table) -> None:
        """Stop a room after what it does now, and give its lease back. Raises StoreError."""
        room = table.room
        if room is None:
            return
        room.lose()
        if task := self.running.get(room.battle):
            await asyncio.wait([task])
        await self._store.release(room.lease)

    def drop(self) -> list[asyncio.Task[None]]:
        """Cancel all rooms at once. Returns their tasks, which the caller awaits."""
        self._is_closed = True
        self.beats.close()
        tasks = [*self.taking_up.values(), *self.running.values()]
        for task in tasks:
            task.cancel()
        return tasks

    async def release(self) -> None:
        """Give the leases of stopped rooms back, so that others may go on at once."""
        for room in tuple(self.rooms.values()):
            try:
                await self._store.release(room.lease)
            except StoreError as fault:
                log.warning("lease.not_released", battle=room.battle, error=str(fault))
        self.rooms.clear()


def _forget(
    tasks: dict[BattleId, asyncio.Task[None]], battle: BattleId, task: asyncio.Task[None]
) -> None:
    if tasks.get(battle) is task:
        del tasks[battle]
