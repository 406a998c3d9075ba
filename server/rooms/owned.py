"""The battles that this process plays: begun or taken up, kept by their leases, and let go of."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog

from protocol.tables import BattleLine
from server.rooms.battles import BattleStore
from server.rooms.deadlines import Running
from server.rooms.fair_share import FairShare
from server.rooms.games import Games
from server.rooms.library import Library
from server.rooms.losing import look_into
from server.rooms.outlasting import outlast, until_back
from server.rooms.packs import Packs
from server.rooms.record import BattleRecord
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Room, Services
from server.rooms.seats import finished, has_played, is_lost, is_on, put_aside, resumed
from server.rooms.table import Table
from server.rooms.unattended import clocks_of, keep_clocks
from server.store.base import Lease
from server.store.errors import PASSING, LeaseHeld, StoreError, UnknownBattle
from server.tasks import Tasks

TAKEN_UP_AT_ONCE = 8
AGAIN_AFTER = 0.2

log = structlog.get_logger(__name__)


class Tables(Protocol):
    """The tables, as the battles need them."""

    packs: Packs

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables in use here."""
        ...

    async def table(self, table: str) -> Table:
        """A table in use, or from the store. Raises `Refusal`, StoreError."""
        ...

    def forget_if_idle(self, table: Table) -> None:
        """Let go of a table that nobody uses."""
        ...

    def held(self, table: Table, owner: str) -> None:
        """Another process plays a battle of a table that we host."""
        ...

    def room_opened(self, table: Table, room: Room) -> None:
        """A battle is played here from now on."""
        ...

    def room_lost(self, table: Table, room: Room) -> None:
        """A battle is not played here any more, and is not over."""
        ...


class Means(NamedTuple):
    """What it takes to play battles. `lease` in seconds."""

    services: Services
    games: Games
    battles: BattleStore
    library: Library
    lease: float
    spawn: Callable[[Coroutine[Any, Any, None]], object]


class Owned:
    """The rooms of this process."""

    def __init__(self, means: Means, tables: Tables) -> None:
        self._means, self._tables = means, tables
        self._store, self._clock = means.services.store, means.services.clock
        self.rooms: dict[str, Room] = {}
        self._share = FairShare(self._clock)
        self.taking_up: dict[str, asyncio.Task[None]] = {}
        self.unread: dict[str, str] = {}
        self.running: dict[str, asyncio.Task[None]] = {}
        self._tasks = Tasks()
        self._few = asyncio.Semaphore(TAKEN_UP_AT_ONCE)
        self._is_closed = False

    def open(
        self,
        table: Table,
        record: BattleRecord,
        lease: Lease,
        asked: float,
        clocks: Running | None = None,
    ) -> Room:
        """Play a battle in a task of its own, before those who followed it here.

        `asked`: when the lease was asked for; from then on it counts, not from when the journal has
        been read. `clocks` that ran when it was put aside run on.
        """
        opening = record.opening
        following = table.following
        if following is not None and following.battle != opening.battle:
            following = None
        room = Room(
            self._means.services,
            record,
            lease,
            self._means.games.find(opening.encounter),
            table.doc.state.settings,
            table.doc.state.chairs,
            partial(self._ended, table),
            following.audience if following is not None else None,
            self._share,
        )
        room.seating.here, room.seating.is_attended = table.here, table.is_attended
        room.autopilot.go_on(clocks or {})
        room.audience.outside = table.tell_watchers
        for visitor in room.audience.visitors:
            visitor.turn_to(room)
        room.sure_until = asked + self._means.lease
        table.room = self.rooms[opening.battle] = room
        task = self._tasks.start(self._run(table, room))
        self.running[opening.battle] = task
        task.add_done_callback(lambda _: _forget(self.running, room.battle, task))
        log.info("battle.opened", table=table.id, battle=room.battle, version=record.shown.version)
        self._tables.room_opened(table, room)
        return room

    def take_up(self, battle: str) -> None:
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

    async def _take_up(self, battle: str) -> None:
        while True:
            try:
                async with self._few:
                    table = await self._table_of(battle)
                    if not table.is_hosted:
                        self._tables.forget_if_idle(table)
                        return
                    if battle in self.rooms or is_lost(table.doc, battle):
                        return  # it was begun here meanwhile, or given up
                    asked = self._clock.now()
                    record, lease = await self._means.battles.take_up(battle)
                if await self._go_on(table, record, lease, asked) or self._is_closed:
                    return
            except LeaseHeld as held:
                self._tables.held(table, held.owner)
                await self._clock.sleep(min(held.remaining, self._means.lease) + 0.02)
            except PASSING:
                await until_back(self._store, self._clock, AGAIN_AFTER)
            except (Unreadable, Refusal, UnknownBattle) as fault:
                if isinstance(fault, UnknownBattle) and await self._lies_aside(battle):
                    return  # whoever looks at it brings it back
                log.error("battle.unreadable", battle=battle, error=str(fault))
                await self._look_into(battle, str(fault))
                return
            except Exception:
                log.exception("battle.not_taken_up", battle=battle)
                return

    async def _lies_aside(self, battle: str) -> bool:
        try:
            return await self._means.library.lies_aside(battle)
        except StoreError:
            return False

    async def _look_into(self, battle: str, why: str) -> None:
        """A battle cannot be taken up: it may be lost. Where it is not, it waits as it is."""
        self.unread[battle] = why
        library, clock = self._means.library, self._clock
        for table in tuple(self._tables.tables.values()):
            if has_played(table.doc, battle):
                await self._insist(battle, partial(look_into, table, battle, library, clock))
                if table.is_hosted and is_on(table.doc.state, battle):
                    self._means.spawn(self._tables.packs.seek(table, battle))
                else:
                    self.unread.pop(battle, None)
                self._tables.forget_if_idle(table)

    async def _table_of(self, battle: str) -> Table:
        meta = await self._store.meta(battle)
        if "table" not in meta:
            raise Unreadable("the journal has lost its table")
        return await self._tables.table(meta["table"].decode())

    async def _go_on(self, table: Table, record: BattleRecord, lease: Lease, asked: float) -> bool:
        """False where it has to be taken up once more, or by whoever has come to host the table."""
        battle, opening = record.opening.battle, record.opening
        if (begun := self.rooms.get(battle)) is not None:  # meanwhile, under an epoch before ours
            begun.lose()
            await asyncio.wait([self.running[battle]])
            return False
        if record.shown.over:
            await self._finish(table, battle, lease)
            return True
        if table.following is not None and table.following.battle == battle:
            # Our epoch is the latest, so nothing comes after what the record holds.
            await table.following.look_again()
        if not table.is_hosted or self._is_closed:
            await self._store.release(lease)
            return False
        clocks: Running = {}
        if table.doc.aside:
            clocks = await clocks_of(self._store, record, self._clock.unix_ms())
        self.open(table, record, lease, asked, clocks)
        line = BattleLine(battle, opening.encounter, opening.time)
        await self._insist(battle, partial(table.change, partial(resumed, battle=line)))
        return True

    async def _run(self, table: Table, room: Room) -> None:
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
        if table.room is room:
            table.room = None
        if self._is_closed:
            return
        if room.lost:
            self._tables.room_lost(table, room)
        elif room.record.shown.over:
            self._means.spawn(self._finish(table, room.battle, room.lease))

    async def _finish(self, table: Table, battle: str, lease: Lease) -> None:
        async def finish() -> None:
            await table.change(partial(finished, battle=battle, now=self._clock.unix_ms()))
            await self._store.release(lease)
            await self._means.library.put_away(battle)

        await self._insist(battle, finish)
        self._tables.forget_if_idle(table)

    async def _insist(self, battle: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something however long the store is away."""
        try:
            await outlast(self._store, self._clock, work)
        except StoreError as fault:
            log.error("battle.not_written", battle=battle, error=str(fault))

    async def renew(self) -> None:
        """Prolong all leases. Raises StoreError."""
        rooms = dict(self.rooms)
        if not rooms:
            return
        leases = [room.lease for room in rooms.values()]
        until = self._clock.now() + self._means.lease
        lost = await self._store.renew(leases, ttl=self._means.lease)
        for room in rooms.values():
            room.sure_until = until
        for lease in lost:
            log.warning("lease.lost", battle=lease.battle)
            rooms[lease.battle].lose()

    async def put_aside(self, table: Table, room: Room) -> None:
        """Let a running battle go that nobody is at; its journal is enough. Raises StoreError.

        First the table says so, or the next process to look would take the battle up at once.
        """
        await table.change(partial(put_aside, battle=room.battle))
        if table.doc.aside:
            await keep_clocks(self._store, room)
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
        """Stop all rooms where they stand; gives the tasks that are being cancelled."""
        self._is_closed = True
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


def _forget(tasks: dict[str, asyncio.Task[None]], battle: str, task: asyncio.Task[None]) -> None:
    if tasks.get(battle) is task:
        del tasks[battle]
