"""The tables that this process uses, since it has visitors there or hosts their battles."""

import asyncio
from itertools import count
from typing import Protocol

import structlog

from protocol.ids import BattleId, PlayerId, TableId
from server.battles import Resources
from server.players import Visitor
from server.runtime import Lifetime, Refusal
from server.store import StoreError
from server.tables.documents import KIND, decode, write
from server.tables.guests import is_guest
from server.tables.outside import Outside
from server.tables.seats import TableDoc, is_member
from server.tables.table import Table

NOBODY = "nobody"

log = structlog.get_logger(__name__)


def no_such_table() -> Refusal:
    """Return the refusal for a table that does not exist and for one that a visitor may not see:
    the same for both, so that it reveals nothing.
    """
    return Refusal("unknown", "There is no such table, or you are not invited to it.")


class Processes(Protocol):
    """What the tables in use need of the other processes on the store."""

    async def abler(self, table: TableId) -> str:
        """Return a living process that has the content of a table's battle if this one has not,
        else "".
        """
        ...

    async def lives(self, process: str) -> bool:
        """Return whether a process is alive. Raises StoreError."""
        ...

    def moved(self, process: str, table: TableId) -> None:
        """Tell a process that it may have become a table's host, or may be it no longer."""
        ...

    def departed(self, table: Table) -> None:
        """Tell the host of a table that nobody is connected to it through this process any more."""
        ...

    def drop_requests(self, table: Table, visitor: Visitor) -> None:
        """Drop the requests of a visitor that the table's host has not answered yet."""
        ...

    def take_up(self, battle: BattleId) -> None:
        """Begin to recover a battle from its journal."""
        ...

    def is_taking_up(self, battle: BattleId) -> bool:
        """Return whether a battle is being recovered from its journal."""
        ...


class TableRegistry:
    """The tables in use, by id. Each is opened once; concurrent callers share the task."""

    def __init__(
        self, resources: Resources, life: Lifetime, outside: Outside[Table], processes: Processes
    ) -> None:
        self._resources, self._life = resources, life
        self._outside, self._processes = outside, processes
        self.tables: dict[TableId, Table] = {}
        self._opening: dict[TableId, asyncio.Task[Table]] = {}
        self._leaving: dict[TableId, asyncio.Task[None]] = {}
        self._claims = count(1)

    async def table(self, table: TableId) -> Table:
        """Return a table in use, opened from the store if necessary. Raises `Refusal`, StoreError.

        The caller calls `forget_if_idle` when done with it.
        """
        if (found := self.tables.get(table)) is not None:
            return found
        task = self._opening.get(table)
        if task is None:
            task = self._life.share(self._open(table))
            self._opening[table] = task
            task.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(task)

    async def _open(self, table: TableId) -> Table:
        if leaving := self._leaving.get(table):
            await asyncio.wait([leaving])
        try:
            found = await self._resources.store.get(KIND, table)
        except ValueError:
            found = None
        if found is None:
            raise no_such_table()
        claim = next(self._claims)
        host = await self.host_of(table, claim)
        # Where we are about to stop and nobody hosts it, somebody else will.
        other = "" if host == self._life.owner else host or NOBODY
        doc, revision = decode(found[1]), found[0]
        opened = Table(self._resources, doc, revision, self._outside, other, claim)
        self.add(opened)
        if opened.calls_for_room:
            self._processes.take_up(opened.doc.state.battles[-1].battle)
        return opened

    async def host_of(self, table: TableId, claim: int) -> str:
        """Return the process that hosts a table. If no living one does, this process becomes the
        host, or one that has the content of the table's battle if this one has not; "" if this one
        is about to stop. Raises StoreError.
        """
        life, fleet = self._life, self._resources.store.fleet
        heir = "" if life.is_draining else await self._processes.abler(table) or life.owner
        mark = claim if heir == life.owner else 0
        host = await fleet.host(KIND, table, heir, claim=mark)
        if host not in ("", life.owner) and not await self._processes.lives(host):
            dead, host = host, await fleet.host(KIND, table, heir, host, mark)
            if host == life.owner:
                self._processes.moved(dead, table)  # it may be alive again by now
        if heir and host == heir != life.owner:
            self._processes.moved(heir, table)  # it has not asked for the table, so it may not know
        return host

    async def create(self, doc: TableDoc) -> Table:
        """Write a new table to the store, host it and return it. Raises StoreError."""
        name, store, claim = doc.state.table, self._resources.store, next(self._claims)
        revision = await write(store, doc, 0)
        await store.fleet.host(KIND, name, self._life.owner, claim=claim)
        table = Table(self._resources, doc, revision, self._outside, claim=claim)
        self.add(table)
        return table

    async def unhost(self, table: Table) -> None:
        """Stop hosting a table. Raises StoreError."""
        fleet = self._resources.store.fleet
        await fleet.unhost(KIND, table.id, self._life.owner, table.claim)

    def add(self, table: Table) -> None:
        """Add a table to those in use."""
        self.tables[table.id] = table

    async def part(self, table: Table, players: frozenset[PlayerId]) -> None:
        """Disconnect players who are no longer members or guests of a private table."""
        for visitor in tuple(table.visitors):
            who = visitor.player
            # Whoever has been invited again meanwhile stays.
            if who in players and not (is_member(table.doc, who) or is_guest(table.doc, who)):
                self._processes.drop_requests(table, visitor)
                table.leave(visitor)
                visitor.bye("removed", "You are no longer a member or guest of this table.")
        self.forget_if_idle(table)

    def forget_if_idle(self, table: Table) -> None:
        """Drop a table from memory, and stop hosting it, if nobody uses it. Its document stays in
        the store.
        """
        if not table.is_idle or self.tables.get(table.id) is not table:
            return
        if not table.is_hosted:
            self._processes.departed(table)
        elif any(self._processes.is_taking_up(line.battle) for line in table.doc.state.battles):
            return
        else:
            task = self._life.spawn(self._unhost(table))
            self._leaving[table.id] = task
            task.add_done_callback(lambda _: self._leaving.pop(table.id, None))
        del self.tables[table.id]
        table.close()

    async def _unhost(self, table: Table) -> None:
        try:
            await self.unhost(table)
        except StoreError as fault:
            log.warning("table.not_unhosted", table=table.id, error=str(fault))
