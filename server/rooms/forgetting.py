"""Tables and players that nobody has used for long are deleted: the store does not grow for ever.

One document after the other, so that the store and everybody else come in between. A document is
written once more before it goes, at the revision that was read: whoever has come meanwhile has
written it, and keeps it. What an early release has written tells no date; its time begins when it
is first seen here.
"""

import contextlib
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec.structs import replace

from server.rooms import identity
from server.rooms.identity import PlayerDoc
from server.rooms.seats import TableDoc, is_playing, seats_held
from server.rooms.table import KIND, decode, write
from server.store.errors import Conflict, StoreError, UnknownBattle

if TYPE_CHECKING:
    from server.rooms.hall import Hall

log = structlog.get_logger(__name__)


async def forget_tables(hall: "Hall", life: float) -> int:
    """Delete the tables to which nobody has come for `life` seconds; gives how many.

    A table whose battle runs is kept, unless the battle was put aside and is out of the store.
    Raises StoreError.
    """
    store, count = hall.services.store, 0
    for table in await store.ids(KIND):
        found = await store.get(KIND, table)
        if found is None or table in hall.tables:
            continue
        doc, now = decode(found[1]), hall.services.clock.unix_ms() // 1000
        last = max([doc.used, *(line.started // 1000 for line in doc.state.battles[-1:])])
        if last and now - last < life:
            continue
        try:
            if not last:
                await write(store, replace(doc, used=now), found[0])
            elif not await _is_needed(hall, doc):
                await write(store, doc, found[0])
                await store.delete(KIND, table)
                count += 1
        except Conflict:
            continue
    if count:
        log.info("tables.forgotten", count=count)
    return count


async def _is_needed(hall: "Hall", doc: TableDoc) -> bool:
    """Whether a process hosts a table, or its battle goes on."""
    store, table = hall.services.store, doc.state.table
    host = await store.fleet.host(KIND, table, "", claim=0)
    if host and host != hall.owner and await hall.pulse.lives(host):
        return True
    if not is_playing(doc):
        return False
    battle = doc.state.battles[-1].battle
    if await store.last(battle) is not None:
        return True
    with contextlib.suppress(UnknownBattle):
        await store.expire(battle, 0)  # its seed, which nobody can use without the table
    return False


async def forget_players(hall: "Hall", life: float) -> int:
    """Delete the players who have not come for `life` seconds; gives how many.

    Whoever holds a seat in a running battle is kept. Raises StoreError.
    """
    store, count = hall.services.store, 0
    for player in await store.ids(identity.KIND):
        found = await store.get(identity.KIND, player)
        if found is None or hall.present.of(player):
            continue
        doc = msgspec.msgpack.decode(found[1], type=PlayerDoc)
        now = hall.services.clock.unix_ms() // 1000
        if doc.seen and now - doc.seen < life:
            continue
        try:
            if not doc.seen:
                data = msgspec.msgpack.encode(replace(doc, seen=now))
                await store.put(identity.KIND, player, data, found[0])
            elif not await _plays(hall, player, doc):
                await store.put(identity.KIND, player, found[1], found[0])
                await store.delete(identity.KIND, player)
                count += 1
        except Conflict:
            continue
    if count:
        log.info("players.forgotten", count=count)
    return count


async def _plays(hall: "Hall", player: str, doc: PlayerDoc) -> bool:
    """Whether somebody holds a seat in a battle that is not over."""
    for table in doc.tables or ((doc.table,) if doc.table else ()):
        found = await hall.services.store.get(KIND, table)
        if found is not None:
            there = decode(found[1])
            if is_playing(there) and seats_held(there, player):
                return True
    return False


async def forget(hall: "Hall") -> None:
    """Forget what the server's limits say. Tables first, as players are kept for them."""
    try:
        if hall.limits.table_life:
            await forget_tables(hall, hall.limits.table_life)
        if hall.limits.identity_life:
            await forget_players(hall, hall.limits.identity_life)
    except StoreError as fault:
        log.warning("round.broken_off", error=str(fault))
