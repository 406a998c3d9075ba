"""Names at tables: the documents of tables follow the names of their members.

Whoever gives somebody another name writes that name first and the tables afterwards; whoever makes
somebody a member writes the table first and reads the name afterwards. So one of the two finds what
the other has written, in whatever process. A battle keeps the names with which it was begun.
"""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import structlog

from protocol.tables import Member
from server.rooms import seats
from server.rooms.identity import Identity
from server.rooms.outlasting import outlast
from server.rooms.refusal import Refusal
from server.rooms.table import KIND, decode
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

log = structlog.get_logger(__name__)


def follow(hall: "Hall", who: Identity) -> None:
    """Somebody has come, maybe with another name: show it wherever they are and have been."""
    if who.renamed:
        for visitor in hall.present.of(who.player):
            visitor.name = who.name
        hall.spawn(_show_everywhere(hall, who))


def check(hall: "Hall", table: str, player: str) -> None:
    """Somebody was made a member by the name of a moment ago: see that it is the right one."""
    hall.spawn(_show(hall, (table,), player))


async def _show_everywhere(hall: "Hall", who: Identity) -> None:
    if await _show(hall, who.tables, who.player):
        try:
            await hall.players.note_shown(who.player, who.name)
        except (Refusal, StoreError) as fault:
            log.warning("name.not_shown", player=who.player, error=str(fault))


async def _show(hall: "Hall", tables: Iterable[str], player: str) -> bool:
    """Let tables show the name that somebody has now, however long the store is away."""
    for table in tables:
        try:
            work = partial(_show_at, hall, table, player)
            await outlast(hall.services.store, hall.services.clock, work)
        except StoreError as fault:
            log.warning("name.not_shown", player=player, table=table, error=str(fault))
            return False
    return True


async def _show_at(hall: "Hall", table: str, player: str) -> None:
    """Raises StoreError."""
    while name := await _missing(hall, table, player):
        try:
            opened = await hall.table(table)
        except Refusal:
            return
        try:
            await opened.is_current()
            await opened.change(partial(seats.renamed, who=Member(player, name)))
        finally:
            hall.forget_if_idle(opened)


async def _missing(hall: "Hall", table: str, player: str) -> str:
    """The present name of a member whom a table shows by another one, "" where all is well.

    Opens the table for nobody. Raises StoreError.
    """
    found = await hall.services.store.get(KIND, table)
    shown = seats.name_of(decode(found[1]), player) if found is not None else ""
    name = await hall.players.name_of(player) if shown else None
    return name if name is not None and name != shown else ""
