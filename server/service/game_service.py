"""The entrance of the service: the net layer hands in requests, the `Visitor` carries the answers.

It hosts some of the tables in use in this process and plays their battles; at those that another
process hosts it relays. It recovers battles at the start and where their process has died, renews
its leases with each heartbeat, and drops tables that nobody uses.
"""

import asyncio
import random
import secrets
from typing import assert_never

import structlog

from protocol.requests import Hello, Intent, Request
from server.cluster import (
    Answers,
    AnyMessage,
    Asks,
    Attends,
    Changed,
    Departs,
    Doc,
    Moved,
    News,
    Obeyed,
    Orders,
    Shows,
    SignedOut,
    Spoken,
    write_contents,
)
from server.players import Visitor
from server.runtime import STORE_FULL, Refusal, Timer
from server.service.call import Call
from server.service.composition import Composition
from server.service.handlers import moves
from server.service.request_table import REQUESTS
from server.store import (
    StoreError,
    StoreFull,
    StoreState,
    StoreUnavailable,
    outlast,
    outlast_briefly,
)
from server.tables import Table

ADOPTED_AFTER = (0.1, 0.5)
"""Seconds, at random between these, before a process without visitors at a dead process's tables
takes their battles over: those that have visitors there come first, and not all others at once.
"""

log = structlog.get_logger(__name__)


class GameService(Composition):
    """All tables and battles of one server process; see `Composition` for what it is made of."""

    _beat: Timer | None = None
    _put_right: asyncio.Task[None] | None = None

    # Life

    async def open(self) -> None:
        """Read the public tables and start to recover the battles that no process plays.

        Waits through short outages of the store. Raises StoreError. The heartbeat comes before all
        else: without one, others would take this process for dead as soon as it claims something.
        """
        store, clock = self.resources.store, self.resources.clock
        await outlast_briefly(store, clock, self.heartbeat.beat)
        self.resources.store.on_state(self._store_changed)
        self.life.keep(self.mailbox.read, "mailbox")
        await outlast_briefly(store, clock, self.authentication.open)
        await self.lobby.open()
        await self._orphans.take_up()
        self._put_right = self.life.spawn(self._orphans.put_right())
        self._beat_later()

    async def settled(self) -> None:
        """Wait until every battle found at the start has been recovered, or given up."""
        if self._put_right is not None:
            await self._put_right
        await asyncio.gather(*self.owned.taking_up.values())

    async def hand_over(self) -> None:
        """Give all tables to the other processes, if there are any, before `close`."""
        await self.handing_over.give_all()

    async def close(self) -> None:
        """Stop all rooms at once and release their leases. The caller disconnects the visitors.

        Rooms stop first: a lease released earlier could be taken while its room still appends.
        """
        await self.drop()
        await self.owned.release()
        try:
            await self.resources.store.fleet.leave(self.life.owner)
        except StoreError as fault:
            log.warning("process.not_resigned", error=str(fault))

    async def drop(self) -> None:
        """Cancel all tasks and wait for them; release no lease and tell no other process.

        Tests use it alone to let a process die.
        """
        cancelled = self.life.close()
        if self._beat is not None:
            self._beat.cancel()
        self.lobby.close()
        self.library.close()
        self.recorded_battles.close()
        for table in self.tables.values():
            table.close()
        tasks = [*cancelled, *self.owned.drop()]
        await asyncio.gather(*tasks, return_exceptions=True)

    # Visitors

    async def handle(self, visitor: Visitor, request: Request, once: str = "") -> None:
        """Grant or refuse one request. Never raises, except when cancelled.

        `once` makes a request that another process has passed on count once, see `Asks`.
        """
        if not visitor.player and not isinstance(request, Hello):
            visitor.refuse(request.ref, "too_early", "Say hello first.")
            return
        row = REQUESTS[type(request)]
        try:
            await row.handle(Call(self.context, visitor, request, once, row.delay))
        except Exception as fault:
            self._turn_down(visitor, request, fault)

    def move(self, visitor: Visitor, intent: Intent) -> None:
        """Pass one answer on to its battle, or refuse it. Neither waits nor raises."""
        if not visitor.player:
            visitor.refuse(intent.ref, "too_early", "Say hello first.")
            return
        try:
            moves.submit(self.context, visitor, intent)
        except Exception as fault:
            self._turn_down(visitor, intent, fault)

    def _turn_down(self, visitor: Visitor, request: Request, fault: Exception) -> None:
        match fault:
            case Refusal():
                visitor.refuse(request.ref, fault.code, fault.text, fault.rule)
            case StoreUnavailable():
                visitor.refuse(request.ref, "paused", "The store is away. Try again in a moment.")
            case StoreFull():
                visitor.refuse(request.ref, "paused", STORE_FULL)
            case StoreError():
                log.warning("store.error", doing=type(request).__name__, error=str(fault))
                text = "It cannot be recorded now. Try again later."
                visitor.refuse(request.ref, "paused", text)
            case _:
                error, name = secrets.token_hex(4), type(request).__name__
                log.error("request.failed", error=error, request=name, exc_info=fault)
                visitor.refuse(request.ref, "defect", f"Something went wrong. Error {error}.")

    def _place(self, visitor: Visitor) -> Table | None:
        return self.tables.get(visitor.place.id) if visitor.place is not None else None

    def depart(self, visitor: Visitor) -> None:
        """Remove a visitor whose connection has closed, and its requests that wait for a host."""
        table = self._place(visitor)
        self.connections.leave(visitor)
        visitor.look_at(None)
        if table is not None:
            self.relay.passed.drop(table, visitor)
            table.leave(visitor)
            self.forget_if_idle(table)

    # Other processes

    def _deliver(self, sender: str, message: AnyMessage) -> None:
        if isinstance(message, (Orders, Obeyed)):
            self.command.hear(sender, message)
        elif isinstance(message, SignedOut):
            self.connections.sign_out(message.player, message.generation)
        elif isinstance(message, (Attends, Departs, Changed, Asks)):
            self.host.hear(sender, message)
        elif isinstance(message, (Answers, Doc, Spoken, News, Shows, Moved)):
            self.relay.hear(sender, message)
        else:
            assert_never(message)

    def _beat_later(self) -> None:
        if not self.life.is_closed:
            self._beat = self.resources.clock.call_later(self.heartbeat.due, self._start_beat)

    def _start_beat(self) -> None:
        self.life.spawn(self._live_on())

    async def _live_on(self) -> None:
        """Renew the leases, then give a heartbeat.

        In this order, so that the leases have run out by the time that others see no heartbeat.
        """
        try:
            await self.owned.renew()
            await self.heartbeat.beat()
        except StoreError as fault:
            log.warning("lease.not_renewed", error=str(fault))
        finally:
            self._beat_later()
        self.relay.check()
        self.relay.passed.expire()

    def _died(self, processes: frozenset[str]) -> None:
        log.warning("process.died", processes=sorted(processes))
        for process in sorted(processes):
            self.mailbox.forget(process)
        self.host.died(processes)
        self.life.spawn(self._adopt())

    def _content(self) -> str:
        """Return this process's content; "" while draining, so that nobody leaves tables to it."""
        return "" if self.is_draining else write_contents(self.games.contents())

    def _lapsed(self) -> None:
        """Ask again who hosts each table: others may have taken this process for dead."""
        log.warning("process.lapsed")
        self.life.spawn(self._look_again())

    def _store_changed(self, state: StoreState) -> None:
        """Ask again who hosts each table once the store is back: messages may be lost with it.

        Messages are not durable: a replica that took over need not have them.
        """
        if state.up and not self.life.is_closed:
            self.life.spawn(self._look_again())

    async def _look_again(self) -> None:
        for table in tuple(self.tables.values()):
            table.host_unknown()  # whoever hosts it has forgotten that we have visitors there
            await self.relay.resolve(table)

    async def _adopt(self) -> None:
        """Recover dead processes' battles, after processes with visitors there had time to."""
        await self.resources.clock.sleep(random.uniform(*ADOPTED_AFTER))
        try:
            again = self._orphans.take_up
            await outlast(self.resources.store, self.resources.clock, again)
            await self._orphans.put_right()
        except StoreError as fault:
            log.error("battles.not_adopted", error=str(fault))
