"""Tables and players that nobody has used for long are deleted: the store does not grow for ever.

One document after the other, so that the store and everybody else come in between. A document is
written once more before it goes, at the revision that was read: whoever has come meanwhile has
written it, and keeps it. What an early release has written tells no date; its time begins when it
is first seen here.
"""

import contextlib

import msgspec
import structlog
from msgspec.structs import replace

from protocol.ids import PlayerId
from server.players import PlayerDoc, identity
from server.service.context import Context
from server.store import Conflict, StoreError, UnknownBattle
from server.tables import KIND, PROGRESS, TableDoc, decode, is_playing, seats_held, write

log = structlog.get_logger(__name__)


async def forget_tables(context: Context, life: float) -> int:
    """Delete the tables to which nobody has come for `life` seconds. Returns how many.

    A table whose battle runs is kept, unless the battle was put aside and is out of the store.
    Raises StoreError.
    """
    store, count = context.resources.store, 0
    for table in await store.ids(KIND):
        found = await store.get(KIND, table)
        if found is None or table in context.tables.tables:
            continue
        doc, now = decode(found[1]), context.resources.clock.unix_ms() // 1000
        last = max([doc.used, *(line.started // 1000 for line in doc.state.battles[-1:])])
        if last and now - last < life:
            continue
        try:
            if not last:
                await write(store, replace(doc, used=now), found[0])
            elif not await _is_needed(context, doc):
                await write(store, doc, found[0])
                await store.delete(KIND, table)
                await store.delete(PROGRESS, table)
                count += 1
        except Conflict:
            continue
    if count:
        log.info("tables.forgotten", count=count)
    return count


async def _is_needed(context: Context, doc: TableDoc) -> bool:
    """Return whether another process hosts a table, or its battle has a journal."""
    store, table = context.resources.store, doc.state.table
    host = await store.fleet.host(KIND, table, "", claim=0)
    if host and host != context.life.owner and await context.cluster.heartbeat.lives(host):
        return True
    if not is_playing(doc):
        return False
    going = [
        line.battle for line in doc.state.battles if not line.over
    ]  # a session, and its battle
    for battle in going:
        if await store.last(battle) is not None:
            return True
    for battle in going:
        with contextlib.suppress(UnknownBattle):
            await store.expire(battle, 0)  # its seed, which nobody can use without the table
    return False


async def forget_players(context: Context, life: float) -> int:
    """Delete the players who have not come for `life` seconds. Returns how many.

    Whoever holds a seat in a running battle is kept. Raises StoreError.
    """
    store, count = context.resources.store, 0
    for player in map(PlayerId, await store.ids(identity.KIND)):
        found = await store.get(identity.KIND, player)
        if found is None or context.people.connections.of(player):
            continue
        doc = msgspec.msgpack.decode(found[1], type=PlayerDoc)
        now = context.resources.clock.unix_ms() // 1000
        if doc.seen and now - doc.seen < life:
            continue
        try:
            if not doc.seen:
                data = msgspec.msgpack.encode(replace(doc, seen=now))
                await store.put(identity.KIND, player, data, found[0])
            elif not await _plays(context, player, doc):
                await store.put(identity.KIND, player, found[1], found[0])
                await store.delete(identity.KIND, player)
                await context.people.players.ladder.forget(player)
                count += 1
        except Conflict:
            continue
    if count:
        log.info("players.forgotten", count=count)
    return count


async def _plays(context: Context, player: PlayerId, doc: PlayerDoc) -> bool:
    """Return whether a player holds a seat in a running battle."""
    for table in doc.tables or ((doc.table,) if doc.table else ()):
        found = await context.resources.store.get(KIND, table)
        if found is not None:
            there = decode(found[1])
            if is_playing(there) and seats_held(there, player):
                return True
    return False


async def forget(context: Context) -> None:
    """Delete expired tables, then expired players; a failing store is logged.

    Tables first: a player who holds a seat at a table that goes is not kept for its sake.
    """
    try:
        if context.people.limits.table_life:
            await forget_tables(context, context.people.limits.table_life)
        if context.people.limits.identity_life:
            await forget_players(context, context.people.limits.identity_life)
    except StoreError as fault:
        log.warning("round.broken_off", error=str(fault))
