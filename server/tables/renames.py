"""Keeps the names of members in tables' documents up to date.

Whoever renames a player writes the name first and the tables afterwards; whoever makes a player a
member writes the table first and reads the name afterwards. So one of the two sees what the other
has written, in whichever process. A battle keeps the names with which it began.
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
    """Updates the names that tables show for their members."""

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
        """Show a player who has said hello by their present name, at all tables where they have
        been.
        """
        if who.renamed:
            for visitor in self._connections.of(who.player):
                visitor.name = who.name
            self._life.spawn(self._show_everywhere(who))

    def check(self, table: TableId, player: PlayerId) -> None:
        """Correct, in the background, the name of a player who was just made a member, if it has
        changed meanwhile.
        """
        self._life.spawn(self._show((table,), player))

    async def _show_everywhere(self, who: Identity) -> None:
        if await self._show(who.tables, who.player):
            try:
                await self._players.note_shown(who.player, who.name)
            except (Refusal, StoreError) as fault:
                log.warning("name.not_shown", player=who.player, error=str(fault))

    async def _show(self, tables: Iterable[TableId], player: PlayerId) -> bool:
        """Update a player's name at these tables, however long the store is away. Return whether it
        was done.
        """
        for table in tables:
            try:
                work = partial(self._show_at, table, player)
                await outlast(self._resources.store, self._resources.clock, work)
            except StoreError as fault:
                log.warning("name.not_shown", player=player, table=table, error=str(fault))
                return False
        return True

    async def _show_at(self, table: TableId, player: PlayerId) -> None:
        """Update a player's name at one table, until it is right. Raises StoreError."""
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
        """Return a member's present name if the table shows another one, else "".

        Reads the stored document, without opening the table. Raises StoreError.
        """
        found = await self._resources.store.get(KIND, table)
        shown = seats.name_of(decode(found[1]), player) if found is not None else ""
        name = await self._players.name_of(player) if shown else None
        return name if name is not None and name != shown else ""
