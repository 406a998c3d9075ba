"""The open connections to each primary of a store that is several servers.

Nothing connects anew on its own here: a primary that was lost may be none any more when it is back.
So each time the topology is asked first, and a primary that it names gets new connections. It is
asked when one is lost, and every second besides, as a server that has lost its place may be silent
or even answer.
"""

import asyncio
from collections.abc import Callable

import structlog

from server.runtime import Tasks
from server.store.interface import StoreError, StoreState, StoreUnavailable
from server.store.redis import Address, RedisStore, reason_of
from server.store.routed.topology import Topology

log = structlog.get_logger(__name__)

LOOK_EVERY = 1.0
PATIENCE = 2.0
FIRST_DELAY, LONGEST_DELAY = 0.02, 0.5
"""Seconds: between two looks at who the primaries are; for connecting to one of them; and before
the next look where one failed, doubled each time.
"""


class Shards:
    """An open `RedisStore` for each primary. `changed(reason)` is called whenever their set has
    changed; the reason is "" if all of them are open.
    """

    def __init__(
        self,
        topology: Topology,
        made: Callable[[Address], RedisStore],
        changed: Callable[[str], None],
    ) -> None:
        self._topology, self._made, self._changed = topology, made, changed
        self._open: dict[str, RedisStore] = {}
        self._hurry = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._seen = 0
        self._tasks, self._closing = Tasks(), Tasks()
        self._reason = ""

    async def open(self) -> None:
        """Connect to all primaries. Raises what `RedisStore.open` and `Topology.look` do."""
        await self._topology.look()
        primaries = self._topology.primaries()
        if not primaries:
            raise StoreUnavailable(f"{self._topology.name} has no primaries", sent=False)
        for name, address in primaries.items():
            await self._connect(name, address)
        self._tasks.keep(self._keep, "store shards")

    async def close(self) -> None:
        """Close all connections."""
        await self._tasks.close()
        for name in tuple(self._open):
            self._drop(name)
        await asyncio.gather(*self._closing, return_exceptions=True)
        await self._topology.close()

    @property
    def all(self) -> dict[str, RedisStore]:
        """Return the stores of all primaries, by name. Raises StoreUnavailable if one of them is
        not open.
        """
        if self._topology.primaries().keys() - self._open.keys():
            raise StoreUnavailable(self._reason or "a primary is away", sent=False)
        return dict(self._open)

    def at(self, key: str) -> RedisStore:
        """Return the store of the primary that has a key or channel. Raises StoreUnavailable if it
        is not open.
        """
        found = self._open.get(self._topology.of(key))
        if found is None:
            raise StoreUnavailable(self._reason or "its primary is away", sent=False)
        return found

    async def look(self) -> None:
        """Ask the topology now, and connect to the primaries that it names. Raises StoreError."""
        if self._looking is None:
            self._looking = self._tasks.share(self._look(), "store look")
        await asyncio.shield(self._looking)

    async def _look(self) -> None:
        try:
            await self._topology.look()
            await self._adapt()
        finally:
            self._looking = None

    async def _connect(self, name: str, address: Address) -> None:
        shard = self._made(address)
        try:
            async with asyncio.timeout(PATIENCE):
                await shard.open()
        except TimeoutError:
            raise StoreUnavailable(f"{address} does not answer", sent=False) from None
        self._open[name] = shard
        shard.on_state(lambda state: self._lost(name, shard, state))
        self._lost(name, shard, shard.state)

    def _lost(self, name: str, shard: RedisStore, state: StoreState) -> None:
        if state.up or self._open.get(name) is not shard:
            return
        log.warning("store.primary_lost", primary=name, reason=state.reason)
        self._reason = state.reason
        self._drop(name)
        self._hurry.set()
        self._changed(state.reason)

    def _drop(self, name: str) -> None:
        self._closing.start(self._open.pop(name).close(), "store shard closing")

    async def _adapt(self) -> None:
        """Close the stores of servers that are primaries no more, and connect to new primaries."""
        wanted, before = self._topology.primaries(), set(self._open.values())
        for name in self._open.keys() - wanted.keys():
            log.warning("store.primary_replaced", primary=name)
            self._drop(name)
        new = [self._connect(*each) for each in wanted.items() if each[0] not in self._open]
        ends = await asyncio.gather(*new, return_exceptions=True)
        faults = [end for end in ends if end is not None]
        if not wanted:
            faults = [StoreUnavailable(f"{self._topology.name} has no primaries", sent=False)]
        self._reason = reason_of(faults[0]) if faults else ""
        if set(self._open.values()) != before or self._topology.changes != self._seen:
            self._seen = self._topology.changes
            log.info("store.primaries", primaries=sorted(self._open))
            self._changed(self._reason)
        if faults:
            raise faults[0]

    async def _keep(self) -> None:
        delay = FIRST_DELAY
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._hurry.wait()
            except TimeoutError:
                pass
            self._hurry.clear()
            try:
                await self.look()
                delay = FIRST_DELAY
            except StoreError as fault:
                self._reason = reason_of(fault)
                if self._topology.primaries().keys() - self._open.keys():
                    self._changed(self._reason)
                    await asyncio.sleep(delay)
                    delay = min(delay * 2, LONGEST_DELAY)
                    self._hurry.set()
