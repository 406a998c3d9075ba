"""The rooms' front door: the net layer hands every request in here; answers come by the visitor.

A hall holds the tables in use and the battles that this process owns. It takes battles up again at
the start, prolongs their leases, and lets go of what nobody uses.
"""

import asyncio
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any, Literal

import structlog

from protocol.replies import Closing, Welcome
from protocol.requests import Consent, Hello, Intent, Request, Standing, Undo
from protocol.tables import BattleLine, TableLine
from server.rooms.archive import Film, commit_in
from server.rooms.battles import BattleStore
from server.rooms.clock import Timer
from server.rooms.desk import serve
from server.rooms.games import Games
from server.rooms.identity import Players
from server.rooms.library import Library, Shelf
from server.rooms.record import BattleRecord
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Room, Services
from server.rooms.seats import finished, is_playing, line_of, started
from server.rooms.table import KIND, Table, decode
from server.rooms.visitor import Visitor
from server.store.base import Lease
from server.store.errors import LeaseHeld, StoreError, StoreUnavailable, UnknownBattle

LEASE_SECONDS = 5.0
RENEWALS = 3.3  # in the time of one lease, so that a few may fail
TAKEN_UP_AT_ONCE = 8

log = structlog.get_logger(__name__)


class Hall:
    """All tables and battles of one server process.

    `owner` names the process in the store's leases, which last `lease` seconds; `server` is told to
    clients. Finished battles are put on the `shelf`, their journals kept for `retention` seconds,
    or for ever.
    """

    def __init__(
        self,
        services: Services,
        games: Games,
        *,
        owner: str = "",
        server: str = "",
        lease: float = LEASE_SECONDS,
        retention: float | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.services, self.games, self.server = services, games, server
        self.owner = owner or secrets.token_hex(8)
        self.players = Players(services.store)
        self.battles = BattleStore(services.store, games, self.owner, lease)
        self.library = Library(self.battles, shelf, retention)
        self.tables: dict[str, Table] = {}
        self.lines: dict[str, TableLine] = {}
        self.rooms: dict[str, Room] = {}
        self._lease = lease
        self._tasks: set[asyncio.Task[Any]] = set()
        self._taking_up: dict[str, asyncio.Task[None]] = {}
        self._few = asyncio.Semaphore(TAKEN_UP_AT_ONCE)
        self._renewal: Timer | None = None
        self._is_closed = False

    # Life

    async def open(self) -> None:
        """Learn the public tables and start to take up the battles that are not over.

        Raises StoreError.
        """
        playing: dict[str, str] = {}
        for table in await self.services.store.ids(KIND):
            found = await self.services.store.get(KIND, table)
            if found is not None:
                doc = decode(found[1])
                if doc.state.settings.public:
                    self.lines[table] = line_of(doc)
                if is_playing(doc):
                    playing[doc.state.battles[-1].battle] = table
        over: list[str] = []
        for battle in await self.services.store.battles():
            phase = await self._phase(battle)
            if phase == "on":
                self.take_up(battle)
                continue
            if phase == "over":
                over.append(battle)
            if battle in playing:
                await (await self.table(playing[battle])).change(partial(finished, battle=battle))
        self._spawn(self._put_away(over))
        self._renew_later()

    async def _phase(self, battle: str) -> Literal["on", "over", "broken"]:
        """Whether a battle goes on, is over, or can be neither played nor shown."""
        last = await self.services.store.last(battle)
        try:
            if last is None:
                return "broken"
            return "over" if isinstance(commit_in(last[1]).pinned, Closing) else "on"
        except Unreadable as fault:
            log.error("battle.unreadable", battle=battle, error=str(fault))
            return "broken"

    async def settled(self) -> None:
        """Return once every battle found at the start has been taken up, or given up."""
        await asyncio.gather(*self._taking_up.values())

    async def close(self) -> None:
        """Stop all rooms where they stand and give their leases back. Visitors are the caller's."""
        self._is_closed = True
        if self._renewal is not None:
            self._renewal.cancel()
        tasks = [*self._tasks, *self._taking_up.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in tuple(self.rooms.values()):
            try:
                await self.services.store.release(room.lease)
            except StoreError as fault:
                log.warning("lease.not_released", battle=room.battle, error=str(fault))
        self.rooms.clear()

    # Visitors

    async def hello(self, visitor: Visitor, request: Hello) -> None:
        """Let somebody in: told by `welcome`, or refused. A second hello is refused."""
        try:
            if visitor.player:
                raise Refusal("not_now", "You have said hello already.")
            who = await self.players.hello(request.token, request.name)
        except Refusal as no:
            visitor.refuse(request.ref, no.code, no.text, no.rule)
        except StoreError as fault:
            log.warning("store.error", doing="hello", error=str(fault))
            visitor.refuse(request.ref, "paused", "The store is away. Say hello again in a moment.")
        else:
            visitor.player, visitor.name = who.player, who.name
            visitor.tell(
                Welcome(request.ref, who.player, who.name, who.token, who.table, self.server)
            )

    async def handle(self, visitor: Visitor, request: Request) -> None:
        """Grant or refuse one request. Never raises, except when cancelled."""
        if isinstance(request, Hello):
            await self.hello(visitor, request)
            return
        if not visitor.player:
            visitor.refuse(request.ref, "too_early", "Say hello first.")
            return
        if isinstance(request, (Intent, Undo, Consent, Standing)):
            show = visitor.show
            if isinstance(show, Room):
                show.submit(visitor, request)
            else:
                visitor.refuse(request.ref, "not_now", "You are not watching a running battle.")
            return
        try:
            await serve(self, visitor, request)
        except Refusal as no:
            visitor.refuse(request.ref, no.code, no.text, no.rule)
        except StoreUnavailable:
            visitor.refuse(request.ref, "paused", "The store is away. Try again in a moment.")
        except Exception:
            error = secrets.token_hex(4)
            log.exception("request.failed", error=error, request=type(request).__name__)
            visitor.refuse(request.ref, "defect", f"Something went wrong. Error {error}.")

    def depart(self, visitor: Visitor) -> None:
        """The connection is gone."""
        table = self.tables.get(visitor.place.id) if visitor.place is not None else None
        visitor.look_at(None)
        if table is not None:
            table.leave(visitor)
            self.forget_if_idle(table)

    async def replay_file(self, battle: str) -> bytes:
        """A battle as a replay file. Raises `Refusal`, `Unreadable`, StoreError."""
        return await self.library.file(battle)

    async def film(self, battle: str) -> Film:
        """A battle to look at. Raises `Refusal`, `Unreadable`, StoreError."""
        return await self.library.film(battle)

    # Tables and rooms, for the desk

    async def table(self, table: str) -> Table:
        """A table in use, or from the store. Raises `Refusal`, StoreError."""
        if table not in self.tables:
            try:
                found = await self.services.store.get(KIND, table)
            except ValueError:
                found = None
            if found is None:
                raise Refusal("unknown", "There is no such table.")
            if table not in self.tables:
                self.add(Table(self.services, decode(found[1]), found[0], self.changed))
        return self.tables[table]

    def add(self, table: Table) -> None:
        """Take a table into use."""
        self.tables[table.id] = table

    def changed(self, table: Table) -> None:
        """A table's document has changed."""
        if table.doc.state.settings.public:
            self.lines[table.id] = line_of(table.doc)
        else:
            self.lines.pop(table.id, None)

    def forget_if_idle(self, table: Table) -> None:
        """Let go of a table that nobody uses; the store has it."""
        if not table.visitors and table.room is None and not table.start_lock.locked():
            self.tables.pop(table.id, None)

    def open_room(self, table: Table, record: BattleRecord, lease: Lease) -> Room:
        """Play a battle in a task of its own."""
        opening = record.opening
        room = Room(
            self.services,
            record,
            lease,
            self.games.find(opening.encounter),
            table.doc.state.settings,
            table.doc.state.chairs,
            self._ended,
        )
        room.seating.here = table.here
        table.room = self.rooms[opening.battle] = room
        self._spawn(self._run(room))
        log.info("battle.opened", table=table.id, battle=room.battle, version=record.shown.version)
        return room

    async def room_of(self, battle: str, seconds: float = 10.0) -> Room | None:
        """The room of a battle, waiting a little where it is being taken up; None if not here."""
        task = self._taking_up.get(battle)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)
        return self.rooms.get(battle)

    def take_up(self, battle: str) -> None:
        """Begin to take a battle over from its journal, as soon as its lease is free."""
        if battle in self._taking_up or battle in self.rooms or self._is_closed:
            return
        task = asyncio.get_running_loop().create_task(self._take_up(battle))
        self._taking_up[battle] = task
        task.add_done_callback(lambda _: self._taking_up.pop(battle, None))

    async def _take_up(self, battle: str) -> None:
        while True:
            try:
                async with self._few:
                    record, lease = await self.battles.take_up(battle)
                    table = await self.table(record.opening.table)
                if record.shown.over:
                    await self.services.store.release(lease)
                    return
                self.open_room(table, record, lease)
                opening = record.opening
                line = BattleLine(battle, opening.encounter, opening.time)
                await table.change(partial(started, battle=line))
                return
            except LeaseHeld as held:
                await self.services.clock.sleep(held.remaining + 0.05)
            except StoreUnavailable:
                await self.services.store.wait_up()
                await self.services.clock.sleep(0.2)
            except (Unreadable, Refusal, UnknownBattle) as fault:
                log.error("battle.unreadable", battle=battle, error=str(fault))
                return
            except Exception:
                log.exception("battle.not_taken_up", battle=battle)
                return

    async def _run(self, room: Room) -> None:
        try:
            await room.run()
        except Exception:
            log.exception("room.failed", battle=room.battle)
            room.lose()
            self._ended(room)
            for visitor in tuple(room.audience.visitors):
                visitor.bye("moved", "The battle has to be taken up again. Connect again.")
            self.take_up(room.battle)

    def _ended(self, room: Room) -> None:
        self.rooms.pop(room.battle, None)
        table = self.tables.get(room.record.opening.table)
        if table is not None and table.room is room:
            table.room = None
        if room.lost:
            self.take_up(room.battle)
        elif table is not None and room.record.shown.over:
            self._spawn(self._finish(room, table))

    async def _finish(self, room: Room, table: Table) -> None:
        store = self.services.store
        while True:
            try:
                await table.change(partial(finished, battle=room.battle))
                await store.release(room.lease)
                await self.library.put_away(room.battle)
                break
            except StoreUnavailable:
                await store.wait_up()
                await self.services.clock.sleep(0.2)
            except StoreError as fault:
                log.error("battle.not_finished", battle=room.battle, error=str(fault))
                break
        self.forget_if_idle(table)

    async def _put_away(self, battles: list[str]) -> None:
        """What a process before this one left undone with battles that are over."""
        for battle in battles:
            try:
                await self.library.put_away(battle)
            except StoreError as fault:
                log.warning("battle.not_put_away", battle=battle, error=str(fault))

    # Leases

    def _renew_later(self) -> None:
        if not self._is_closed:
            self._renewal = self.services.clock.call_later(
                self._lease / RENEWALS, lambda: self._spawn(self._renew())
            )

    async def _renew(self) -> None:
        self._renew_later()
        rooms = dict(self.rooms)
        if not rooms:
            return
        try:
            leases = [room.lease for room in rooms.values()]
            lost = await self.services.store.renew(leases, ttl=self._lease)
        except StoreError as fault:
            log.warning("lease.not_renewed", error=str(fault))
            return
        for lease in lost:
            log.warning("lease.lost", battle=lease.battle)
            rooms[lease.battle].lose()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
