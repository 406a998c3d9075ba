"""Tables that go from one living process to another, and their battles with them.

Their visitors stay where they are: this process relays from then on. A battle is left at its next
quiet point, and requests without an answer are answered by its new host.
"""

import asyncio
from typing import TYPE_CHECKING

import structlog

from server.rooms.refusal import Refusal
from server.rooms.table import KIND, Table
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

AT_ONCE = 16

log = structlog.get_logger(__name__)


async def hand_over(hall: "Hall") -> None:
    """Give all tables to the other processes, if there are any, before this one ends."""
    try:
        await hall.pulse.beat()
    except StoreError as fault:
        log.warning("tables.not_handed_over", error=str(fault))
        return
    if not hall.pulse.others:
        return
    hall.is_draining = True
    try:
        await hall.pulse.beat()  # from now on nobody leaves a table to us for our packs
    except StoreError as fault:
        log.warning("process.still_offers_packs", error=str(fault))
    few = asyncio.Semaphore(AT_ONCE)
    hosted = [table for table in hall.tables.values() if table.is_hosted]
    await asyncio.gather(*(_give_up(hall, table, few) for table in hosted))


async def _give_up(hall: "Hall", table: Table, few: asyncio.Semaphore) -> None:
    heirs = tuple(table.elsewhere) or (hall.pulse.anyone(),)
    async with few:
        try:
            await hall.owned.let_go(table)
            await hall.in_use.unhost(table)
        except StoreError as fault:
            log.warning("table.not_handed_over", table=table.id, error=str(fault))
            return
    for heir in heirs:
        hall.hosting.moved(heir, table.id)
    hall.relaying.resolve(table)


async def move(hall: "Hall", table: Table, heir: str) -> None:
    """Let one other process host a table that we host. Raises `Refusal`, StoreError."""
    told = {*table.elsewhere, heir}
    room, store = table.room, hall.services.store
    running = hall.owned.running.get(room.battle) if room is not None else None
    if await store.fleet.host(KIND, table.id, heir, instead_of=hall.owner) != heir:
        raise Refusal("paused", "The table is moving to another process. Try again.")
    await hall.relaying.resolve(table)
    if room is not None and running is not None:
        await asyncio.wait([running])
        await store.release(room.lease)
    for each in sorted(told):
        hall.hosting.moved(each, table.id)
    hall.forget_if_idle(table)
    log.info("table.moved", table=table.id, host=heir)
