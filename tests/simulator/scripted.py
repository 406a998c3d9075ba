"""The store's own code and scripts as the truth: `RedisStore` on a simulated server.

Everything of journals, leases, snapshots, documents, hosts and signs of life is done by the scripts
in `server/store/scripts`, so that they meet the same faults as the processes do; and each call of a
journal or document is asked of a store in memory as well, which must say the same. Letters and
channels, which have no script, stay those of `Truth`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from server.store import keys
from server.store.address import Address
from server.store.base import Lease, Store
from server.store.client import Client
from server.store.durability import EVERYSEC
from server.store.errors import LeaseHeld, StoreError
from server.store.fleet import Signs
from server.store.memory import MemoryStore
from server.store.memory_fleet import MemoryFleet
from server.store.redis_fleet import RedisFleet
from server.store.redis_store import RedisStore
from server.store.scripts import APPEND, Script
from tests.simulator.keyspace import Keyspace
from tests.simulator.truth import Truth

ADDRESS = Address.parse("redis://127.0.0.1:1")
"""Nobody ever connects to it."""


class _Client(Client):
    """Commands and scripts on the simulated server."""

    def __init__(self, server: Keyspace) -> None:
        self._server, self._shard = server, False

    async def command(self, *parts: Any) -> Any:
        found = self._server.command(*parts)
        if parts[0] in ("XRANGE", "XREVRANGE"):
            return [(name, dict([fields])) for name, fields in found]
        return found

    async def script(self, script: Script, keys: list[str], *parts: Any) -> Any:
        names = [key.encode() for key in keys]
        return self._server.run(script.source, names, [_part(part) for part in parts])

    async def durable(self, script: Script, keys: list[str], *parts: Any) -> Any:
        return await self.script(script, keys, *parts)


class _Link:
    """Appends on the simulated server."""

    def __init__(self, server: Keyspace) -> None:
        self._server = server

    async def call(self, *parts: Any, durable: bool = False) -> Any:
        name, sha, count, *rest = (_part(part) for part in parts)
        assert (name, sha, durable) == (b"EVALSHA", APPEND.sha, True)
        return self._server.run(APPEND.source, rest[: int(count)], rest[int(count) :])


def _part(part: Any) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode()


class _Server(RedisStore):
    """The store's code on the simulated server."""

    def __init__(self, server: Keyspace) -> None:
        Store.__init__(self, "scripts", EVERYSEC)
        self._address, self._publish = ADDRESS, ADDRESS.publish
        self._client = self._vital = _Client(server)
        self._link: Any = _Link(server)


class _Fleet(MemoryFleet):
    """Signs and hosts by scripts; letters and channels in memory."""

    def __init__(self, server: Keyspace, *means: Any) -> None:
        super().__init__(*means)
        client = _Client(server)
        self._scripts = RedisFleet(ADDRESS, client, client, Any, 1.0)  # type: ignore[arg-type]

    async def sign(self, process: str, seconds: float, contents: str = "") -> Signs:
        return await self._scripts.sign(process, seconds, contents)

    async def resign(self, process: str) -> None:
        await self._scripts.resign(process)

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        return await self._scripts.host(kind, name, process, instead_of, claim)

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        await self._scripts.unhost(kind, name, process, claim)


class ScriptedTruth(Truth):
    """What really stands in the store, as its scripts leave it."""

    def __init__(self, time: Callable[[], float]) -> None:
        super().__init__(time)
        self._server = Keyspace(self._clock, self._say)
        self._store = _Server(self._server)
        self._fleet = _Fleet(self._server, self._clock, self._check, self._has)
        self.fleet = self._fleet
        self._memory = MemoryStore(self._clock)

    def _say(self, channel: bytes, message: bytes) -> None:
        self._fleet.tell(channel.decode(), message)

    def _field(self, key: str, *field: str) -> Any:
        return self._server.command("HGET" if field else "GET", key, *field)

    # What the checker wants to know

    def _epoch(self, battle: str) -> int:
        return int(self._field(keys.of(battle, "epoch")))

    def journal(self, battle: str) -> list[bytes]:
        found = self._server.command("XRANGE", keys.of(battle, "log"), "0-0", "+")
        return [fields[1] for _, fields in found]

    def length(self, battle: str) -> int:
        found: int = self._server.command("XLEN", keys.of(battle, "log"))
        return found

    def everything(self) -> list[str]:
        found = (keys.battle_of(name.decode()) for name in self._server.names(b"hw:{", b":log"))
        return sorted(battle for battle in found if battle is not None)

    def seed(self, battle: str) -> bytes:
        found: bytes = self._field(keys.of(battle, "meta"), "seed")
        return found

    def document(self, kind: str, name: str) -> tuple[int, bytes] | None:
        key = keys.document(kind, name)
        revision = self._field(key, "r")
        return None if revision is None else (int(revision), self._field(key, "d"))

    def documents(self, kind: str) -> list[str]:
        return [name.decode() for name in self._server.command("SMEMBERS", keys.documents(kind))]

    # What the processes do

    async def _both(self, name: str, *args: Any, **named: Any) -> Any:
        """Ask the scripts and the store in memory; give the scripts' answer. Raises theirs."""
        memory = await _outcome(getattr(self._memory, name), *map(_copy, args), **named)
        scripts = await _outcome(getattr(self._store, name), *args, **named)
        if _words(scripts) != _words(memory):
            self.wrong.append(f"{name}{args}: the scripts say {scripts!r}, memory {memory!r}")
        if isinstance(scripts, Exception):
            raise scripts
        return scripts

    async def create(
        self, battle: str, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease: Lease = await self._both("create", battle, meta, first, owner=owner, ttl=ttl)
        self._note(lease, 1)
        self._granted(battle, ttl)
        return lease

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        await self._both("append", lease, version, entry)
        self._note(lease, version)

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        stands: bool = await self._both("settle", lease, version, entry)
        return stands

    async def read(
        self, battle: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = await self._both("read", battle, after, limit)
        return found

    async def last(self, battle: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._both("last", battle)
        return found

    async def meta(self, battle: str) -> dict[str, bytes]:
        found: dict[str, bytes] = await self._both("meta", battle)
        return found

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        await self._both("put_meta", lease, values)

    async def battles(self, *, over: bool = True) -> list[str]:
        everything = self.everything()
        wanted = (1, 2) if over else (1,)
        kinds = await self._store._endless(everything)
        return [name for name, kind in zip(everything, kinds, strict=True) if kind in wanted]

    async def expire(self, battle: str, seconds: float | None) -> None:
        await self._both("expire", battle, seconds)

    async def put_aside(self, lease: Lease, version: int) -> None:
        await self._both("put_aside", lease, version)

    async def restore(self, battle: str, entries: Sequence[bytes]) -> None:
        await self._both("restore", battle, entries)

    async def acquire(self, battle: str, *, owner: str, ttl: float) -> Lease:
        lease: Lease = await self._both("acquire", battle, owner=owner, ttl=ttl)
        self._granted(battle, ttl)
        return lease

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        leases = list(leases)
        lost: list[Lease] = await self._both("renew", leases, ttl=ttl)
        for lease in leases:
            if lease not in lost:
                self._granted(lease.battle, ttl)
        return lost

    async def release(self, lease: Lease) -> None:
        await self._both("release", lease)

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        await self._both("put_snapshot", lease, version, data)
        await self._both("snapshot", lease.battle)

    async def snapshot(self, battle: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._both("snapshot", battle)
        return found

    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        revision: int = await self._both("put", kind, name, data, expect, lists)
        return revision

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._both("get", kind, name)
        return found

    async def ids(self, kind: str, within: str = "") -> list[str]:
        found: list[str] = await self._both("ids", kind, within)
        return found

    async def delete(self, kind: str, name: str) -> bool:
        was: bool = await self._both("delete", kind, name)
        return was

    async def ping(self) -> float:
        return 0.0


async def _outcome(ask: Callable[..., Any], *args: Any, **named: Any) -> Any:
    try:
        return await ask(*args, **named)
    except (StoreError, ValueError) as fault:
        return fault


def _words(outcome: Any) -> str:
    """An outcome as it is compared: that of a held lease without the time that is left."""
    if isinstance(outcome, LeaseHeld):
        return f"held by {outcome.owner}"
    return repr(outcome)


def _copy(value: Any) -> Any:
    if isinstance(value, Lease):
        return Lease(value.battle, value.owner, value.epoch)
    return list(map(_copy, value)) if isinstance(value, list) else value
