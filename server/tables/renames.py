"""Names at tables: the documents of tables follow the names of their members.

Whoever gives somebody another name writes that name first and the tables afterwards; whoever makes
somebody a member writes the table first and reads the name afterwards. So one of the two finds what
the other has written, in whatever process. A battle keeps the names with which it was begun.
"""

from collections.abc import Iterable
from functools import partial

import structlog

from protocol.ids import PlayerId, TableId
from protocol.tables import Member
from server.battles import Resources
from server.players import Connections, Identity, Players
from server.runtime import Lifetime, Refusal
from server.store import StoreError, outlast
from server.tables import members, seats
from server.tables.documents import KIND, decode
from server.tables.registry import TableRegistry

log = structlog.get_logger(__name__)


class Renames:
    """Lets tables show the names that their members have now."""

    def __init__(
        self,
        resources: Resources,
        life: Lifetime,
        players: Players,
        connections: Connections,
        tables: TableRegistry,
    ) -> None:
        self._resources, self._life = resources, life
        self._players, self._connections, self._tables = players, connections, tables

    def follow(self, who: Identity) -> None:
        """Show somebody who has come, maybe with another name, by that name wherever they are and
        have been.
        """
        if who.renamed:
            for visitor in self._connections.of(who.player):
                visitor.name = who.name
            self._life.spawn(self._show_everywhere(who))

    def check(self, table: TableId, player: PlayerId) -> None:
        """Correct the name of somebody who was made a member by the name of a moment ago."""
        self._life.spawn(self._show((table,), player))

    async def _show_everywhere(self, who: Identity) -> None:
        if await self._show(who.tables, who.player):
            try:
                await self._players.note_shown(who.player, who.name)
            except (Refusal, StoreError) as fault:
                log.warning("name.not_shown", player=who.player, error=str(fault))

    async def _show(self, tables: Iterable[TableId], player: PlayerId) -> bool:
        """Let tables show the name that somebody has now, however long the store is away."""
        for table in tables:
            try:
                work = partial(self._show_at, table, player)
                await outlast(self._resources.store, self._resources.clock, work)
            except StoreError as fault:
                log.warning("name.not_shown", player=player, table=table, error=str(fault))
                return False
        return True

    async def _show_at(self, table: TableId, player: PlayerId) -> None:
        """Raises StoreError."""
        while name := await self._missing(table, player):
            try:
                opened = await self._tables.table(table)
            except Refusal:
                return
            try:
                await opened.is_current()
                await opened.change(partial(members.renamed, who=Member(player, name)))
            finally:
                self._tables.forget_if_idle(opened)

    async def _missing(self, table: TableId, player: PlayerId) -> str:
        """Return the present name of a member whom a table shows by another one, "" where all is
        well.

        Opens the table for nobody. Raises StoreError.
        """
        found = await self._resources.store.get(KIND, table)
        shown = seats.name_of(decode(found[1]), player) if found is not None else ""
        name = await self._players.name_of(player) if shown else None
        return name if name is not None and name != shown else ""
