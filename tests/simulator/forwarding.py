"""What the stores of the simulator have in common: every call is passed on by its name."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from protocol.ids import BattleId
from server.store import Lease, Store


class ForwardingStore(Store):
    """A store that passes its calls on; what it does with each says `_forward`."""

    @abstractmethod
    async def _forward(self, name: str, *args: Any, **named: Any) -> Any:
        """Return or raise what the call of this name comes to."""

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease: Lease = await self._forward("create", battle, meta, first, owner=owner, ttl=ttl)
        return lease

    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = await self._forward("read", battle, after, limit)
        return found

    async def last(self, battle: BattleId) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._forward("last", battle)
        return found

    async def meta(self, battle: BattleId) -> dict[str, bytes]:
        found: dict[str, bytes] = await self._forward("meta", battle)
        return found

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        await self._forward("put_meta", lease, values)

    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        await self._forward("expire", battle, seconds)

    async def put_aside(self, lease: Lease, version: int) -> None:
        await self._forward("put_aside", lease, version)

    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        await self._forward("restore", battle, tuple(entries))

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        lease: Lease = await self._forward("acquire", battle, owner=owner, ttl=ttl)
        return lease

    async def release(self, lease: Lease) -> None:
        await self._forward("release", lease)

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        await self._forward("put_snapshot", lease, version, data)

    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._forward("snapshot", battle)
        return found

    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        revision: int = await self._forward("put", kind, name, data, expect, lists)
        return revision

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._forward("get", kind, name)
        return found

    async def ids(self, kind: str, within: str = "") -> list[str]:
        found: list[str] = await self._forward("ids", kind, within)
        return found

    async def delete(self, kind: str, name: str) -> bool:
        was: bool = await self._forward("delete", kind, name)
        return was


def copied(value: Any) -> Any:
    """A value with copies of its leases: what the store does to one is not known at once."""
    if isinstance(value, Lease):
        return Lease(value.battle, value.owner, value.epoch)
    return list(map(copied, value)) if isinstance(value, list) else value
