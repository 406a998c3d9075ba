"""The store's own code and scripts as the truth: `RedisStore` on a simulated server.

Everything of journals, leases, snapshots, documents, hosts and signs of life is done by the scripts
in `server/store/scripts`, so that they meet the same faults as the processes do; and each call of a
journal or document is asked of a store in memory as well, which must say the same. Messages and
channels, which have no script, stay those of `Truth`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from protocol.ids import BattleId
from server.store import EVERYSEC, Heartbeats, Lease, LeaseHeld, Store, StoreError, keys
from server.store.memory import MemoryStore
from server.store.memory.fleet import MemoryFleet
from server.store.redis import Address, RedisStore
from server.store.redis.client import StoreClient
from server.store.redis.fleet import RedisFleet
from server.store.redis.listing import endless
from server.store.redis.scripts import APPEND, Script
from tests.simulator.forwarding import ForwardingStore, copied
from tests.simulator.keyspace import Keyspace
from tests.simulator.truth import Truth

ADDRESS = Address.parse("redis://127.0.0.1:1")
"""Nobody ever connects to it."""


class _Client(StoreClient):
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
    """Signs and hosts by scripts; messages and channels in memory."""

    def __init__(self, server: Keyspace, *means: Any) -> None:
        super().__init__(*means)
        client = _Client(server)
        self._scripts = RedisFleet(ADDRESS, client, client, Any, 1.0)  # type: ignore[arg-type]

    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        return await self._scripts.heartbeat(process, seconds, contents)

    async def leave(self, process: str) -> None:
        await self._scripts.leave(process)

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        return await self._scripts.host(kind, name, process, instead_of, claim)

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        await self._scripts.unhost(kind, name, process, claim)


class ScriptedTruth(ForwardingStore, Truth):
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

    def _epoch(self, battle: BattleId) -> int:
        return int(self._field(keys.of(battle, "epoch")))

    def journal(self, battle: BattleId) -> list[bytes]:
        found = self._server.command("XRANGE", keys.of(battle, "log"), "0-0", "+")
        return [fields[1] for _, fields in found]

    def length(self, battle: BattleId) -> int:
        found: int = self._server.command("XLEN", keys.of(battle, "log"))
        return found

    def everything(self) -> list[BattleId]:
        found = (keys.battle_of(name.decode()) for name in self._server.names(b"hw:{", b":log"))
        return sorted(battle for battle in found if battle is not None)

    def seed(self, battle: BattleId) -> bytes:
        found: bytes = self._field(keys.of(battle, "meta"), "seed")
        return found

    def document(self, kind: str, name: str) -> tuple[int, bytes] | None:
        key = keys.document(kind, name)
        revision = self._field(key, "r")
        return None if revision is None else (int(revision), self._field(key, "d"))

    def documents(self, kind: str) -> list[str]:
        return [name.decode() for name in self._server.command("SMEMBERS", keys.documents(kind))]

    # What the processes do

    async def _forward(self, name: str, *args: Any, **named: Any) -> Any:
        """Ask the scripts and the store in memory; give the scripts' answer. Raises theirs."""
        memory = await _outcome(getattr(self._memory, name), *map(copied, args), **named)
        scripts = await _outcome(getattr(self._store, name), *args, **named)
        if _words(scripts) != _words(memory):
            self.wrong.append(f"{name}{args}: the scripts say {scripts!r}, memory {memory!r}")
        if isinstance(scripts, Exception):
            raise scripts
        return scripts

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease: Lease = await super().create(battle, meta, first, owner=owner, ttl=ttl)
        self._note(lease, 1)
        self._granted(battle, ttl)
        return lease

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        await self._forward("append", lease, version, entry)
        self._note(lease, version)

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        stands: bool = await self._forward("settle", lease, version, entry)
        return stands

    async def battles(self, *, over: bool = True) -> list[BattleId]:
        everything = self.everything()
        wanted = (1, 2) if over else (1,)
        kinds = await endless(self._store._client, everything)
        return [name for name, kind in zip(everything, kinds, strict=True) if kind in wanted]

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        lease: Lease = await super().acquire(battle, owner=owner, ttl=ttl)
        self._granted(battle, ttl)
        return lease

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        leases = list(leases)
        lost: list[Lease] = await self._forward("renew", leases, ttl=ttl)
        for lease in leases:
            if lease not in lost:
                self._granted(lease.battle, ttl)
        return lost

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        await super().put_snapshot(lease, version, data)
        await self.snapshot(lease.battle)

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
