"""The production store: Redis or Valkey, 6.2 or later, on a socket, over TCP or TLS.

Appends of all rooms share one pipelined link (`link`), whose state is the store's state.
Everything else goes over a small pool (`client`).

Where replicas count, nobody may see what they might not have: an append is published once enough of
them have it and not by the script, and `read` waits for them before it gives anything away.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from protocol.ids import BattleId
from server.store.interface import (
    AppendTold,
    Conflict,
    Durability,
    KeysMoved,
    Lease,
    Store,
    StoreFull,
    StoreState,
    StoreUnavailable,
    keys,
)
from server.store.redis import scripts
from server.store.redis.address import Address
from server.store.redis.append import append_command
from server.store.redis.audit import audit
from server.store.redis.client import StoreClient
from server.store.redis.faults import understood
from server.store.redis.fleet import RedisFleet
from server.store.redis.fullness import Fullness
from server.store.redis.link import StoreLink
from server.store.redis.listing import journals
from server.store.redis.mux import ErrorReply
from server.store.redis.replies import ScriptMissing, battle_error, error, journal_entry
from server.store.redis.restoring import restore
from server.store.redis.values import flat, ms_of, ttl_of

log = structlog.get_logger(__name__)

PAGE = 1000  # entries, keys or leases of one command: longer ones would hold up others
TIMEOUT = 10.0  # seconds for a reply: a store that fails over is back by then


class RedisStore(Store):
    """A `Store` on one server. `timeout`: seconds of silence after which it counts as down."""

    def __init__(
        self, address: Address, durability: Durability, *, timeout: float = TIMEOUT
    ) -> None:
        super().__init__(str(address), durability)
        self._address = address
        replicas = durability.replicas
        self._publish = "" if replicas else address.publish
        self._timeout = timeout
        self._link = StoreLink(
            address,
            replicas=replicas,
            timeout=timeout,
            on_up=self._came_back,
            on_down=self._went_away,
        )
        self._full = Fullness(self._has_room, self._room_changed)
        client = partial(
            StoreClient, address, replicas=replicas, timeout=timeout, on_full=self._full.note
        )
        self._client = client()
        # Heartbeats and leases must not queue behind anything that others do.
        self._vital = client(connections=2)
        self._fleet = RedisFleet(address, self._client, self._vital, self._link, timeout)
        self.fleet = self._fleet

    async def open(self) -> None:
        """Connect, and check how durable the store is; `notes` then tells what is weaker than
        asked.

        Raises StoreUnavailable, StoreRefused, StoreFormat; no connection is left open then.
        """
        try:
            await self._link.open()
            self.notes = await self._examine()
        except BaseException:
            await self.close()
            raise
        for note in self.notes:
            log.warning("store.note", note=note)

    async def memory(self) -> tuple[int, int]:
        """See Store."""
        found = await self._client.command("INFO", "memory")
        if not isinstance(found, dict):  # a server that only looks like one of ours
            return 0, 0
        return int(found.get("used_memory", 0)), int(found.get("maxmemory", 0))

    async def _examine(self) -> tuple[str, ...]:
        return await audit(self._client, self._address, self.name, self.durability)

    async def _has_room(self) -> None:
        await self._client.command("SETRANGE", keys.FORMAT_KEY, 0, "")  # a write of nothing

    async def close(self) -> None:
        """See Store."""
        await self._full.close()
        await self._fleet.close()
        await self._link.close()
        await self._client.close()
        await self._vital.close()

    def _went_away(self, reason: str) -> None:
        self._set_state(StoreState(up=False, reason=reason))

    async def _came_back(self) -> None:
        await self._client.refresh()
        await self._vital.refresh()
        if self._link.connected:
            self._room_changed(self._full.why)

    def _room_changed(self, why: str) -> None:
        """Set the state to down with `why` while the store has no room, to up for ""."""
        if self._link.connected:
            self._set_state(StoreState(up=not why, reason=why))

    # Journals

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        """See Store."""
        names = keys.of_each(battle, "log", "epoch", "lease", "meta")
        said = (self._publish, keys.of(battle, "feed"))
        with understood(battle):
            epoch: int = await self._client.durable(
                scripts.CREATE, names, owner, ttl_of(ttl), first, *said, *flat(meta)
            )
        await self._announce(battle, 1, first)
        return Lease(battle, owner, epoch)

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        """See Store."""
        # A store that was started anew has lost its scripts. Nothing has run then, so the same
        # append goes again.
        while True:
            try:
                await self._send_append(lease, version, entry)
                await self._announce(lease.battle, version, entry)
                return
            except ErrorReply as reply:
                found = battle_error(str(reply), lease.battle, lease.epoch, version - 1)
            if not isinstance(found, ScriptMissing):
                raise self._noted(found)
            await self._load_append()

    def begin_append(self, lease: Lease, version: int, entry: bytes, told: AppendTold) -> None:
        """See Store."""
        if not self._publish:
            return super().begin_append(lease, version, entry, told)
        return self._link.send(append_command(lease, version, entry, self._publish), told)

    def append_fault(self, lease: Lease, version: int, fault: BaseException) -> BaseException:
        """See Store. A script that the store has lost (`SCRIPT FLUSH`) has written nothing."""
        if not isinstance(fault, ErrorReply):
            return fault
        found = battle_error(str(fault), lease.battle, lease.epoch, version - 1)
        if isinstance(found, ScriptMissing):
            return StoreUnavailable("it has lost our script", sent=False)
        return self._noted(found)

    def _send_append(self, lease: Lease, version: int, entry: bytes) -> asyncio.Future[Any]:
        log_key, epoch, feed = keys.of_append(lease.battle)
        call = ("EVALSHA", scripts.APPEND.sha, 2, log_key, epoch, lease.epoch, version, entry)
        return self._link.call(*call, self._publish, feed, durable=True)

    def _noted(self, found: Exception) -> Exception:
        """Return an append's error, after acting on what it tells of the store."""
        if isinstance(found, StoreFull):
            self._full.note(found.reason)
        if isinstance(found, StoreUnavailable) and not isinstance(found, KeysMoved):
            # It answers and takes no writes, as a replica that was a primary: a new connection may
            # find the one that is.
            self._link.reconnect(found.reason)
        return found

    async def _announce(self, battle: BattleId, version: int, entry: bytes) -> None:
        """Publish an entry that replicas have acknowledged, where the script does not publish."""
        if not self._publish:
            news = b"%d %b" % (version, entry)
            with contextlib.suppress(ErrorReply):  # a forbidden channel: `audit` has said so
                await self._link.call(self._address.publish, keys.of(battle, "feed"), news)

    async def _load_append(self) -> None:
        with understood():
            await self._link.call("SCRIPT", "LOAD", scripts.APPEND.source)

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        """See Store."""
        stands, epoch = await self._fenced(
            scripts.SETTLE,
            lease,
            keys.of_each(lease.battle, "log", "epoch", "lease"),
            lease.owner,
            version,
            entry,
            durable=True,
        )
        lease.epoch = epoch
        if stands:
            await self._announce(lease.battle, version, entry)
        return bool(stands)

    async def _fenced(
        self,
        script: scripts.Script,
        lease: Lease,
        names: list[str],
        *values: bytes | str | int,
        expected: int = 0,
        durable: bool = False,
    ) -> Any:
        run = self._client.durable if durable else self._client.script
        with understood(lease.battle, lease.epoch, expected):
            return await run(script, names, lease.epoch, *values)

    async def _read(self, *parts: bytes | str | int) -> Any:
        with understood():
            return await self._client.command(*parts)

    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """See Store."""
        name = keys.of(battle, "log")
        found: list[tuple[int, bytes]] = []
        while limit is None or len(found) < limit:
            count = PAGE if limit is None else min(PAGE, limit - len(found))
            page = await self._read("XRANGE", name, f"{after + 1}-0", "+", "COUNT", count)
            found += [journal_entry(one) for one in page]
            if len(page) < count:
                break
            after = found[-1][0]
        # Nobody may be shown what a failover could still take back.
        if found and self.durability.replicas:
            await self._confirm(battle)
        return found

    async def _confirm(self, battle: BattleId) -> None:
        """Wait until enough replicas have all that is written now. Raises NotReplicated."""
        with understood():
            await self._client.durable(scripts.CONFIRM, [keys.of(battle, "epoch")])

    async def last(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        name = keys.of(battle, "log")
        found = await self._read("XREVRANGE", name, "+", "-", "COUNT", 1)
        return journal_entry(found[0]) if found else None

    async def meta(self, battle: BattleId) -> dict[str, bytes]:
        """See Store."""
        found: dict[bytes, bytes] = await self._read("HGETALL", keys.of(battle, "meta"))
        return {name.decode(): value for name, value in found.items()}

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        """See Store."""
        names = keys.of_each(lease.battle, "log", "epoch", "meta")
        await self._fenced(scripts.PUT_META, lease, names, *flat(values))

    async def battles(self, *, over: bool = True) -> list[BattleId]:
        """See Store."""
        with understood():
            return await journals(self._client, PAGE, over=over)

    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        """See Store."""
        names = keys.of_each(battle, "log", "epoch", "meta", "snapshot")
        after = "" if seconds is None else ms_of(seconds)
        with understood(battle):
            await self._client.script(scripts.EXPIRE, names, after)

    async def put_aside(self, lease: Lease, version: int) -> None:
        """See Store."""
        names = keys.of_each(lease.battle, "log", "epoch", "lease", "snapshot")
        await self._fenced(scripts.PUT_ASIDE, lease, names, version, expected=version)

    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        """See Store."""
        with understood(battle):
            await restore(self._client, battle, entries)

    # Leases

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        """See Store."""
        names = keys.of_each(battle, "log", "epoch", "lease")
        with understood(battle):
            epoch: int = await self._client.durable(scripts.ACQUIRE, names, owner, ttl_of(ttl))
        if not self._publish and (last := await self.last(battle)) is not None:
            await self._announce(battle, *last)  # its writer may have died before it could
        return Lease(battle, owner, epoch)

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        """See Store."""
        by_owner: dict[str, list[Lease]] = {}
        for lease in leases:
            by_owner.setdefault(lease.owner, []).append(lease)
        lost: list[Lease] = []
        for owner, ours in by_owner.items():
            # In pages: a script with the keys of thousands would hold the store, and with it
            # everybody's appends.
            for start in range(0, len(ours), PAGE):
                lost += await self._renew(owner, ours[start : start + PAGE], ttl)
        return lost

    async def _renew(self, owner: str, leases: list[Lease], ttl: float) -> list[Lease]:
        asked = [lease.epoch for lease in leases]
        names = [keys.of_each(one.battle, "epoch", "lease") for one in leases]
        with understood():
            kept = await self._vital.of_each(scripts.RENEW, names, (owner, ttl_of(ttl)), asked)
        # A settle that has raised the epoch meanwhile makes the answer meaningless: ask next time.
        return [
            lease
            for lease, epoch, good in zip(leases, asked, kept, strict=True)
            if not good and lease.epoch == epoch
        ]

    async def release(self, lease: Lease) -> None:
        """See Store."""
        names = keys.of_each(lease.battle, "epoch", "lease")
        with understood():
            await self._client.script(scripts.RELEASE, names, lease.owner, lease.epoch)

    # Snapshots

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        """See Store."""
        names = keys.of_each(lease.battle, "log", "epoch", "snapshot")
        await self._fenced(scripts.PUT_SNAPSHOT, lease, names, version, data, expected=version)

    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        name = keys.of(battle, "snapshot")
        version, data = await self._read("HMGET", name, keys.VERSION, keys.DATA)
        return None if version is None else (int(version), data)

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
        lists = lists or {}
        names = [keys.document(kind, name), keys.documents(kind)]
        names += [keys.documents(kind, within) for within in lists]
        must, is_in = "" if expect is None else expect, map(int, lists.values())
        try:
            revision: int = await self._client.durable(
                scripts.PUT_DOCUMENT, names, must, name, data, *is_in
            )
        except ErrorReply as reply:
            code, _, rest = str(reply).partition(" ")
            if code == "CONFLICT":
                raise Conflict(f"{kind} {name}", expect or 0, int(rest)) from None
            raise error(str(reply)) from None
        return revision

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """See Store."""
        key = keys.document(kind, name)
        revision, data = await self._read("HMGET", key, keys.REVISION, keys.DATA)
        return None if revision is None else (int(revision), data)

    async def ids(self, kind: str, within: str = "") -> list[str]:
        """See Store."""
        found: Iterable[bytes] = await self._read("SMEMBERS", keys.documents(kind, within))
        return sorted(name.decode() for name in found)

    async def delete(self, kind: str, name: str) -> bool:
        """See Store."""
        names = [keys.document(kind, name), keys.documents(kind)]
        names += [keys.documents(kind, within) for within in keys.LISTS]
        with understood():
            return bool(await self._client.script(scripts.DELETE_DOCUMENT, names, name))

    async def ping(self) -> float:
        """See Store."""
        begun = time.perf_counter()
        with understood():
            await self._link.call("PING")
        return time.perf_counter() - begun
