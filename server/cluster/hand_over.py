"""Tables that go from one living process to another, and their battles with them.

Their visitors stay where they are: this process relays from then on. A battle is left at its next
quiet point, and requests without an answer are answered by its new host.
"""

import asyncio

import structlog

from server.battles import Resources
from server.cluster.owned_battles import OwnedBattles
from server.cluster.processes import Mailbox, Moved, ProcessHeartbeat
from server.cluster.relay import Relay
from server.runtime import Lifetime, Refusal
from server.store import StoreError
from server.tables import KIND, Table, TableRegistry

AT_ONCE = 16  # tables given up at a time, each with a few round trips to the store

log = structlog.get_logger(__name__)


class HandOver:
    """Gives tables of this process to others."""

    def __init__(
        self,
        resources: Resources,
        life: Lifetime,
        tables: TableRegistry,
        owned: OwnedBattles,
        relay: Relay,
        mailbox: Mailbox,
        heartbeat: ProcessHeartbeat,
    ) -> None:
        self._resources, self._life, self._tables = resources, life, tables
        self._owned, self._relay, self._mailbox, self._heartbeat = owned, relay, mailbox, heartbeat

    async def give_all(self) -> None:
        """Give all tables to the other processes, if there are any, before this one ends."""
        try:
            await self._heartbeat.beat()
        except StoreError as fault:
            log.warning("tables.not_handed_over", error=str(fault))
            return
        if not self._heartbeat.others:
            return
        self._life.drain()
        try:
            await self._heartbeat.beat()  # from now on nobody leaves a table to us for our packs
        except StoreError as fault:
            log.warning("process.still_offers_packs", error=str(fault))
        few = asyncio.Semaphore(AT_ONCE)
        hosted = [table for table in self._tables.tables.values() if table.is_hosted]
        await asyncio.gather(*(self._give_up(table, few) for table in hosted))

    async def _give_up(self, table: Table, few: asyncio.Semaphore) -> None:
        heirs = tuple(table.elsewhere) or (self._heartbeat.anyone(),)
        async with few:
            try:
                # First the battle: who hosts the table next would else wait until our lease runs
                # out.
                await self._owned.let_go(table)
                await self._tables.unhost(table)
            except StoreError as fault:
                log.warning("table.not_handed_over", table=table.id, error=str(fault))
                return
        for heir in heirs:
            self._mailbox.send(heir, Moved(table.id))
        self._relay.resolve(table)

    async def move(self, table: Table, heir: str) -> None:
        """Let one other process host a table that we host. Raises `Refusal`, StoreError."""
        told = {*table.elsewhere, heir}
        room, store = table.room, self._resources.store
        # Looked up before: once another process hosts the table, the room leaves it.
        running = self._owned.running.get(room.battle) if room is not None else None
        if await store.fleet.host(KIND, table.id, heir, instead_of=self._life.owner) != heir:
            raise Refusal("paused", "The table is moving to another process. Try again.")
        await self._relay.resolve(table)
        if room is not None and running is not None:
            await asyncio.wait([running])
            await store.release(room.lease)
        for each in sorted(told):
            self._mailbox.send(each, Moved(table.id))
        self._tables.forget_if_idle(table)
        log.info("table.moved", table=table.id, host=heir)
