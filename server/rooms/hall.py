"""The rooms' front door: the net layer hands every request in here; answers come by the visitor.

A hall holds the tables in use in this process. It hosts some of them and plays their battles; at
the others, which another process on the same store hosts, it relays. It takes battles up again at
the start and where their process has died, prolongs its leases, and lets go of what nobody uses.
"""

import asyncio
import random
import secrets
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import Any, TypeVar

import structlog

from protocol.replies import Reply
from protocol.requests import (
    Chat,
    Consent,
    Hello,
    Intent,
    Ping,
    Preview,
    Request,
    Standing,
    Start,
    Undo,
)
from protocol.tables import TableLine
from server.rooms import leftovers, moves
from server.rooms.battles import BattleStore
from server.rooms.clock import Timer
from server.rooms.contents import told
from server.rooms.desk import serve
from server.rooms.films import Films
from server.rooms.games import Games
from server.rooms.gate import Door, Gate
from server.rooms.greeting import greet
from server.rooms.hosting import Hosting
from server.rooms.identity import Players
from server.rooms.in_use import TablesInUse
from server.rooms.letters import (
    AnyLetter,
    Asks,
    Attends,
    Changed,
    Departs,
    Obeyed,
    Orders,
    SignedOut,
)
from server.rooms.library import Library
from server.rooms.limits import Limits
from server.rooms.listing import Listing
from server.rooms.moving import hand_over
from server.rooms.operator.obeying import Obedience
from server.rooms.operator.orders import Command
from server.rooms.outlasting import outlast, outlast_briefly
from server.rooms.owned import Means, Owned
from server.rooms.packs import Packs
from server.rooms.post import Post
from server.rooms.present import Present
from server.rooms.previewing import Previews
from server.rooms.pulse import Pulse
from server.rooms.quota import Quota
from server.rooms.refusal import Refusal
from server.rooms.relaying import Relaying
from server.rooms.room import Room, Services
from server.rooms.slicing import Slicer
from server.rooms.table import Table
from server.rooms.tailing import Tailing
from server.rooms.visitor import Visitor
from server.rooms.watching import behold
from server.store.base import StoreState
from server.store.errors import StoreError, StoreUnavailable
from server.store.replay_shelf import Shelf
from server.tasks import Tasks

T = TypeVar("T")

LEASE_SECONDS = 2.0
ADOPTED_AFTER = (0.1, 0.5)

log = structlog.get_logger(__name__)


class Hall:
    """All tables and battles of one server process.

    `owner` names the process to others on the store; it has its battles and tables for `lease`
    seconds from each sign of life. `server` is told to clients. Finished battles are put on the
    `shelf`, their journals kept for `retention` seconds, or for ever.
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
        limits: Limits | None = None,
        door: Door | None = None,
    ) -> None:
        store, clock = services.store, services.clock
        self.services, self.games, self.server = services, games, server
        self.owner = owner or secrets.token_hex(8)
        self.limits = limits or Limits()
        self.players = Players(store, lambda: clock.unix_ms() // 1000, self.limits.step)
        self.present = Present(self.limits)
        self.gate = Gate(self.players, store, clock, door or Door())
        self.battles = BattleStore(store, games, self.owner, lease)
        slicer = Slicer()
        self.previews = Previews(slicer)
        self.library = Library(self.battles, clock, self.spawn, shelf, retention)
        self.films = Films(self.library, clock, slicer)
        self.is_draining = self.is_closed = False
        self.listing = Listing(store, clock, self.spawn)
        self.post = Post(store, self.owner, clock, self.spawn, self._deliver)
        news = self._died, self._lapsed, self._content
        self.pulse = Pulse(store.fleet, self.owner, clock, lease, *news)
        self.hosting, self.relaying = Hosting(self), Relaying(self)
        self.tailing = Tailing(self)
        means = Means(services, games, self.battles, self.library, lease, self.spawn)
        self.owned, self.quota = Owned(means, self), Quota(self)
        self.in_use, self.packs = TablesInUse(self), Packs(self)
        self.command = Command(self, Obedience(self))
        self._tasks = Tasks()
        self._beat: Timer | None = None
        self._put_right: asyncio.Task[None] | None = None

    @property
    def rooms(self) -> dict[str, Room]:
        """The battles that this process plays."""
        return self.owned.rooms

    @property
    def lines(self) -> dict[str, TableLine]:
        """The public tables of all processes."""
        return self.listing.lines

    # Life

    async def open(self) -> None:
        """Learn the public tables and start to take up the battles that nobody plays.

        Goes on over short outages of the store. Raises StoreError.
        """
        store, clock = self.services.store, self.services.clock
        await outlast_briefly(store, clock, self.pulse.beat)
        self.services.store.on_state(self._store_changed)
        self._tasks.keep(self.post.read, "post")
        await outlast_briefly(store, clock, self.gate.open)
        await self.listing.open()
        await leftovers.take_up(self)
        self._put_right = self.spawn(leftovers.put_right(self))
        self._beat_later()

    async def settled(self) -> None:
        """Return once every battle found at the start has been taken up, or given up."""
        if self._put_right is not None:
            await self._put_right
        await asyncio.gather(*self.owned.taking_up.values())

    async def hand_over(self) -> None:
        """Give all tables to the other processes, if there are any; see `moving`."""
        await hand_over(self)

    async def close(self) -> None:
        """Stop all rooms where they stand and give their leases back. Visitors are the caller's."""
        await self.drop()
        await self.owned.release()
        try:
            await self.services.store.fleet.resign(self.owner)
        except StoreError as fault:
            log.warning("process.not_resigned", error=str(fault))

    async def drop(self) -> None:
        """Stop everything where it stands, without a word to anybody."""
        self.is_closed = True
        if self._beat is not None:
            self._beat.cancel()
        self.listing.close()
        self.library.close()
        self.films.close()
        for table in self.tables.values():
            table.close()
        tasks = [*self._tasks.cancel(), *self.owned.drop()]
        await asyncio.gather(*tasks, return_exceptions=True)

    # Visitors

    async def hello(self, visitor: Visitor, request: Hello) -> None:
        """Let somebody in: told by `welcome`, or refused. A second hello is refused."""
        await greet(self, visitor, request)

    async def handle(self, visitor: Visitor, request: Request, once: str = "") -> None:
        """Grant or refuse one request. Never raises, except when cancelled.

        `once`: what makes a request from another process count once, see `Asks`.
        """
        if isinstance(request, Hello):
            await self.hello(visitor, request)
            return
        if not visitor.player:
            visitor.refuse(request.ref, "too_early", "Say hello first.")
            return
        if isinstance(request, (Intent, Undo, Consent, Standing)):
            moves.take(self, self._place(visitor), visitor, request)
            return
        if isinstance(request, Preview):
            await self.previews.answer(visitor, request)
            return
        try:
            table = self._place(visitor)
            if isinstance(request, (Start, Chat, Ping)) and table and not table.is_hosted:
                await self.relaying.ask(table, visitor, request, once)
            else:
                await serve(self, visitor, request, once)
        except Refusal as no:
            visitor.refuse(request.ref, no.code, no.text, no.rule)
        except StoreUnavailable:
            visitor.refuse(request.ref, "paused", "The store is away. Try again in a moment.")
        except StoreError as fault:
            log.warning("store.error", doing=type(request).__name__, error=str(fault))
            visitor.refuse(request.ref, "paused", "It cannot be recorded now. Try again later.")
        except Exception:
            error = secrets.token_hex(4)
            log.exception("request.failed", error=error, request=type(request).__name__)
            visitor.refuse(request.ref, "defect", f"Something went wrong. Error {error}.")

    def _place(self, visitor: Visitor) -> Table | None:
        return self.tables.get(visitor.place.id) if visitor.place is not None else None

    def depart(self, visitor: Visitor) -> None:
        """The connection is gone."""
        table = self._place(visitor)
        self.present.leave(visitor)
        visitor.look_at(None)
        if table is not None:
            self.relaying.drop(table, visitor)
            table.leave(visitor)
            self.forget_if_idle(table)

    # Tables and battles, for the desk and others

    @property
    def tables(self) -> dict[str, Table]:
        """The tables in use here."""
        return self.in_use.tables

    async def table(self, table: str) -> Table:
        """A table in use, or from the store. Raises `Refusal`, StoreError."""
        return await self.in_use.table(table)

    def forget_if_idle(self, table: Table) -> None:
        """Let go of a table that nobody uses; the store has it."""
        self.in_use.forget_if_idle(table)

    def take_up(self, battle: str) -> None:
        """Begin to take a battle over from its journal, where we host its table."""
        self.owned.take_up(battle)

    # What tables and battles tell

    def changed(self, table: Table) -> None:
        """We have written a table's document, or found it written."""
        self.listing.changed(table.doc)
        if table.is_hosted:
            self.hosting.show(table)
        else:
            self.relaying.changed(table)

    def unsure(self, table: Table) -> None:
        """What came of writing a table's document is found out as soon as the store is back."""
        self.spawn(self.hosting.settle(table))

    def news(self, table: Table, battle: str, reply: Reply, mark: str = "") -> None:
        """We host a table, and tell everybody something."""
        self.hosting.news(table, battle, reply, mark)

    def attend(self, table: Table, *, fully: bool) -> None:
        """Another process hosts a table, and who is here may have changed."""
        self.relaying.attend(table, fully=fully)

    def part(self, table: Table, players: frozenset[str]) -> None:
        """Members of a private table are none any more."""
        self.spawn(self.in_use.part(table, players))

    def behold(self, table: Table, battle: str, visitors: Iterable[Visitor]) -> None:
        """Let somebody watch a battle, or what they may see of it, from now on."""
        self.spawn(behold(self, table, battle, visitors))

    def wanted(self, table: Table) -> None:
        """Somebody has come to a battle that was put aside."""
        self.take_up(table.doc.state.battles[-1].battle)

    def held(self, table: Table, owner: str) -> None:
        """Another process plays a battle of a table that we host: it may not know that we do."""
        self.hosting.moved(owner, table.id)

    def room_opened(self, table: Table, room: Room) -> None:
        """A battle is played here from now on."""
        self.relaying.room_opened(table, room)

    def room_lost(self, table: Table, room: Room) -> None:
        """A battle is not played here any more, and is not over."""
        self.relaying.room_lost(table, room)

    # Other processes

    def _deliver(self, sender: str, letter: AnyLetter) -> None:
        if isinstance(letter, (Orders, Obeyed)):
            self.command.hear(sender, letter)
        elif isinstance(letter, SignedOut):
            self.present.sign_out(letter.player, letter.generation)
        elif isinstance(letter, (Attends, Departs, Changed, Asks)):
            self.hosting.hear(sender, letter)
        else:
            self.relaying.hear(sender, letter)

    def _beat_later(self) -> None:
        if not self.is_closed:
            self._beat = self.services.clock.call_later(self.pulse.due, self._start_beat)

    def _start_beat(self) -> None:
        self.spawn(self._live_on())

    async def _live_on(self) -> None:
        """Prolong our leases, then give a sign of life: whoever sees it end finds them ended."""
        try:
            await self.owned.renew()
            await self.pulse.beat()
        except StoreError as fault:
            log.warning("lease.not_renewed", error=str(fault))
        finally:
            self._beat_later()
        self.relaying.check()
        self.relaying.expire()

    def _died(self, processes: frozenset[str]) -> None:
        log.warning("process.died", processes=sorted(processes))
        for process in sorted(processes):
            self.post.forget(process)
        self.hosting.died(processes)
        self.spawn(self._adopt())

    def _content(self) -> str:
        """What we play with; who is about to stop offers nothing."""
        return "" if self.is_draining else told(self.games.contents())

    def _lapsed(self) -> None:
        """Others may have taken us for dead, and our tables over."""
        log.warning("process.lapsed")
        self.spawn(self._look_again())

    def _store_changed(self, state: StoreState) -> None:
        """A store that was replaced may have lost letters: they are no part of any promise."""
        if state.up and not self.is_closed:
            self.spawn(self._look_again())

    async def _look_again(self) -> None:
        for table in tuple(self.tables.values()):
            table.host = ""  # whoever hosts it has forgotten that we have visitors there
            await self.relaying.resolve(table)

    async def _adopt(self) -> None:
        """Take up what nobody plays any more, after those had a chance who have players there."""
        await self.services.clock.sleep(random.uniform(*ADOPTED_AFTER))
        try:
            again = partial(leftovers.take_up, self)
            await outlast(self.services.store, self.services.clock, again)
            await leftovers.put_right(self)
        except StoreError as fault:
            log.error("battles.not_adopted", error=str(fault))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Do something that nobody waits for, in a task of its own, which ends with the hall."""
        return self._tasks.start(work)

    def share(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Do something for whoever awaits the task, which ends with the hall."""
        return self._tasks.share(work)
