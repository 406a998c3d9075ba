"""A store that is several servers: a primary that changes (Sentinel), or a cluster's shards.

Each primary is a `RedisStore`; what concerns a battle or a kind of documents goes to the one that
has its keys, which all lie in one slot. While one of them is away the store counts as down, though
what concerns the others goes on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from protocol.ids import BattleId
from server.store.interface import (
    Durability,
    KeysMoved,
    Lease,
    Store,
    StoreState,
    StoreUnavailable,
    keys,
)
from server.store.redis import TIMEOUT, Address, RedisStore
from server.store.routed.cluster import ClusterTopology
from server.store.routed.fleet import RoutedFleet
from server.store.routed.sentinel import SentinelTopology
from server.store.routed.shards import Shards
from server.store.routed.topology import Several, Topology

BREATH = 0.01  # seconds, see `StoreClient.command`
TRIES = 4  # of one command whose keys move on again and again

T = TypeVar("T")


class RoutedStore(Store):
    """A `Store` on the primaries that a `Several` leads to. `timeout`: as for `RedisStore`."""

    def __init__(
        self, several: Several, durability: Durability, *, timeout: float = TIMEOUT
    ) -> None:
        is_cluster = several.kind == "cluster"
        topology: Topology = (ClusterTopology if is_cluster else SentinelTopology)(several)
        super().__init__(topology.name, durability)

        def made(address: Address) -> RedisStore:
            return RedisStore(address, durability, timeout=timeout)

        self._shards = Shards(topology, made, self._changed)
        self._fleet = RoutedFleet(self._shards, self._at)
        self.fleet = self._fleet

    async def open(self) -> None:
        """See RedisStore."""
        try:
            await self._shards.open()
            shards = self._shards.all.values()
        except BaseException:
            await self.close()
            raise
        self.notes = tuple(dict.fromkeys(note for shard in shards for note in shard.notes))

    async def memory(self) -> tuple[int, int]:
        """See Store."""
        found = [await each.memory() for each in tuple(self._shards.all.values())]
        limited = [(used, most) for used, most in found if most]
        return max(limited, key=lambda one: one[0] / one[1], default=(0, 0))

    async def close(self) -> None:
        """See Store."""
        await self._shards.close()

    def _changed(self, reason: str) -> None:
        self._fleet.moved()
        self._set_state(StoreState(up=not reason, reason=reason))

    async def _at(self, key: str, ask: Callable[[RedisStore], Awaitable[T]]) -> T:
        """Return what `ask` returns for the shard that has a key. If the key has moved, the
        topology is asked again and the request repeated. Raises what `ask` raises, and
        StoreUnavailable.
        """
        for _ in range(TRIES):
            try:
                return await ask(self._shards.at(key))
            except KeysMoved:
                await self._shards.look()
            except StoreUnavailable as fault:
                if not fault.sent:
                    await asyncio.sleep(BREATH)  # see Client.command
                raise
        raise StoreUnavailable("the cluster is moving these keys just now", sent=False)

    async def _of(self, battle: BattleId, ask: Callable[[RedisStore], Awaitable[T]]) -> T:
        return await self._at(keys.of(battle, "log"), ask)

    async def _in(self, kind: str, ask: Callable[[RedisStore], Awaitable[T]]) -> T:
        return await self._at(keys.documents(kind), ask)

    # Journals

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        """See Store."""
        return await self._of(
            battle, lambda at: at.create(battle, meta, first, owner=owner, ttl=ttl)
        )

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        """See Store."""
        await self._of(lease.battle, lambda at: at.append(lease, version, entry))

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        """See Store."""
        return await self._of(lease.battle, lambda at: at.settle(lease, version, entry))

    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """See Store."""
        return await self._of(battle, lambda at: at.read(battle, after, limit))

    async def last(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        return await self._of(battle, lambda at: at.last(battle))

    async def meta(self, battle: BattleId) -> dict[str, bytes]:
        """See Store."""
        return await self._of(battle, lambda at: at.meta(battle))

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        """See Store."""
        await self._of(lease.battle, lambda at: at.put_meta(lease, values))

    async def battles(self, *, over: bool = True) -> list[BattleId]:
        """See Store."""
        shards = self._shards.all.values()
        found = await asyncio.gather(*(shard.battles(over=over) for shard in shards))
        return sorted({battle for battles in found for battle in battles})

    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        """See Store."""
        await self._of(battle, lambda at: at.expire(battle, seconds))

    async def put_aside(self, lease: Lease, version: int) -> None:
        """See Store."""
        await self._of(lease.battle, lambda at: at.put_aside(lease, version))

    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        """See Store."""
        await self._of(battle, lambda at: at.restore(battle, entries))

    # Leases

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        """See Store."""
        return await self._of(battle, lambda at: at.acquire(battle, owner=owner, ttl=ttl))

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        """See Store. Leases of a shard that is away are neither prolonged nor returned."""
        shares: dict[RedisStore, list[Lease]] = {}
        away: StoreUnavailable | None = None
        for lease in leases:
            try:
                shard = self._shards.at(keys.of(lease.battle, "epoch"))
                shares.setdefault(shard, []).append(lease)
            except StoreUnavailable as fault:
                away = fault
        lost: list[Lease] = []
        for shard, share in shares.items():
            try:
                lost += await shard.renew(share, ttl=ttl)
            except KeysMoved as fault:
                away = fault
                await self._shards.look()
        if away is not None and not lost:
            raise away
        return lost

    async def release(self, lease: Lease) -> None:
        """See Store."""
        await self._of(lease.battle, lambda at: at.release(lease))

    # Snapshots

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        """See Store."""
        await self._of(lease.battle, lambda at: at.put_snapshot(lease, version, data))

    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        return await self._of(battle, lambda at: at.snapshot(battle))

    # Documents

    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        """See Store."""
        return await self._in(kind, lambda at: at.put(kind, name, data, expect, lists))

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """See Store."""
        return await self._in(kind, lambda at: at.get(kind, name))

    async def ids(self, kind: str, within: str = "") -> list[str]:
        """See Store."""
        return await self._in(kind, lambda at: at.ids(kind, within))

    async def delete(self, kind: str, name: str) -> bool:
        """See Store."""
        return await self._in(kind, lambda at: at.delete(kind, name))

    async def ping(self) -> float:
        """See Store: the seconds until the last of all shards has answered."""
        begun = time.perf_counter()
        await asyncio.gather(*(shard.ping() for shard in self._shards.all.values()))
        return time.perf_counter() - begun
