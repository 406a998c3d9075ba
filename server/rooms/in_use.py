"""The tables that this process has visitors at or battles of, hosted here or elsewhere."""

import asyncio
from itertools import count
from typing import TYPE_CHECKING

import structlog

from server.rooms.refusal import Refusal
from server.rooms.seats import TableDoc, is_member
from server.rooms.table import KIND, Table, decode, write
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

NOBODY = "nobody"

log = structlog.get_logger(__name__)


def no_such_table() -> Refusal:
    """The one answer about a table that is not there, and about one that somebody may not see."""
    return Refusal("unknown", "There is no such table, or you are not invited to it.")


class TablesInUse:
    """Tables by id. One is opened once, however many ask for it."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._claims = count(1)

    async def table(self, table: str) -> Table:
        """A table in use, or from the store. Raises `Refusal`, StoreError."""
        if (found := self.tables.get(table)) is not None:
            return found
        task = self._opening.get(table)
        if task is None:
            task = self._hall.share(self._open(table))
            self._opening[table] = task
            task.add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(task)

    async def _open(self, table: str) -> Table:
        if leaving := self._leaving.get(table):
            await asyncio.wait([leaving])
        try:
            found = await self._hall.services.store.get(KIND, table)
        except ValueError:
            found = None
        if found is None:
            raise no_such_table()
        claim = next(self._claims)
        host = await self.host_of(table, claim)
        # Where we are about to stop and nobody hosts it, somebody else will.
        other = "" if host == self._hall.owner else host or NOBODY
        doc, revision = decode(found[1]), found[0]
        opened = Table(self._hall.services, doc, revision, self._hall, other, claim)
        self.add(opened)
        if opened.calls_for_room:
            self._hall.take_up(opened.doc.state.battles[-1].battle)
        return opened

    async def host_of(self, table: str, claim: int) -> str:
        """The process that hosts a table: we, where nobody does who is alive; but one that has the
        content of its battle, where we have not and it is alive. Raises StoreError.
        """
        hall, fleet = self._hall, self._hall.services.store.fleet
        heir = "" if hall.is_draining else await hall.packs.abler(table) or hall.owner
        mark = claim if heir == hall.owner else 0
        host = await fleet.host(KIND, table, heir, claim=mark)
        if host not in ("", hall.owner) and not await hall.pulse.lives(host):
            dead, host = host, await fleet.host(KIND, table, heir, host, mark)
            if host == hall.owner:
                hall.hosting.moved(dead, table)  # it may be alive again by now
        if heir and host == heir != hall.owner:
            hall.hosting.moved(heir, table)  # it has not asked for the table, so it may not know
        return host

    async def create(self, doc: TableDoc) -> Table:
        """Write a new table down, host it and take it into use. Raises StoreError."""
        name, store, claim = doc.state.table, self._hall.services.store, next(self._claims)
        revision = await write(store, doc, 0)
        await store.fleet.host(KIND, name, self._hall.owner, claim=claim)
        table = Table(self._hall.services, doc, revision, self._hall, claim=claim)
        self.add(table)
        return table

    async def unhost(self, table: Table) -> None:
        """Host a table no longer. Raises StoreError."""
        fleet = self._hall.services.store.fleet
        await fleet.unhost(KIND, table.id, self._hall.owner, table.claim)

    def add(self, table: Table) -> None:
        """Take a table into use."""
        self.tables[table.id] = table

    async def part(self, table: Table, players: frozenset[str]) -> None:
        """Members of a private table are none any more: nothing of it is shown to them."""
        for visitor in tuple(table.visitors):
            # Whoever has been invited again meanwhile stays.
            if visitor.player in players and not is_member(table.doc, visitor.player):
                self._hall.relaying.drop(table, visitor)
                table.leave(visitor)
                visitor.bye("removed", "You are no longer a member of this table.")
        self.forget_if_idle(table)

    def forget_if_idle(self, table: Table) -> None:
        """Let go of a table that nobody uses; the store has it."""
        if not table.is_idle or self.tables.get(table.id) is not table:
            return
        if not table.is_hosted:
            self._hall.relaying.depart(table)
        elif any(line.battle in self._hall.owned.taking_up for line in table.doc.state.battles):
            return
        else:
            task = self._hall.spawn(self._unhost(table))
            self._leaving[table.id] = task
            task.add_done_callback(lambda _: self._leaving.pop(table.id, None))
        del self.tables[table.id]
        table.close()

    async def _unhost(self, table: Table) -> None:
        try:
            await self.unhost(table)
        except StoreError as fault:
            log.warning("table.not_unhosted", table=table.id, error=str(fault))
