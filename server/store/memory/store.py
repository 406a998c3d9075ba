"""A store in memory, for tests and throw-away servers: same rules, nothing survives the process.

`fail(...)` and `recover()` play a store that goes away, also in the middle of an append.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from protocol.ids import BattleId
from server.store.interface import (
    EVERYSEC,
    Conflict,
    Fenced,
    Lease,
    LeaseHeld,
    Store,
    StoreState,
    StoreUnavailable,
    UnknownBattle,
)
from server.store.interface.keys import LISTS, OVER, checked, of
from server.store.memory.fleet import MemoryFleet


@dataclass(slots=True)
class _Journal:
    meta: dict[str, bytes]
    entries: list[bytes]
    epoch: int = 0
    owner: str = ""
    owned_until: float = 0.0
    gone_at: float | None = None
    snapshot: tuple[int, bytes] | None = None


class MemoryStore(Store):
    """A `Store` in dictionaries. `clock` returns the seconds by which leases and expiry run."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__("memory", EVERYSEC)
        self._clock = clock
        self._journals: dict[str, _Journal] = {}
        self._aside: dict[str, _Journal] = {}
        self._documents: dict[str, dict[str, tuple[int, bytes]]] = {}
        self._lists: dict[tuple[str, str], dict[str, None]] = {}
        self._apply_next = 0
        self._fleet = MemoryFleet(clock, self._check, self._has)
        self.fleet = self._fleet

    def fail(self, reason: str = "it was told to fail", *, applied: int = 0) -> None:
        """Take the store down, with `reason` in its state. The next `applied` appends are written,
        although each of them raises StoreUnavailable.
        """
        self._apply_next = applied
        self._set_state(StoreState(up=False, reason=reason))

    def recover(self) -> None:
        """Bring the store up again, with its data as they were."""
        self._apply_next = 0
        self._set_state(StoreState(up=True))

    def _check(self, *names: str) -> None:
        for name in names:
            checked(name)
        if not self.state.up:
            raise StoreUnavailable(self.state.reason)

    def _has(self, kind: str, name: str) -> bool:
        return name in self._documents.get(kind, {})

    def _add(self, battle: BattleId, journal: _Journal, entry: bytes) -> None:
        journal.entries.append(entry)
        self._fleet.tell(of(battle, "feed"), b"%d %b" % (len(journal.entries), entry))

    def _find(self, battle: BattleId) -> _Journal | None:
        self._check(battle)
        return self._peek(battle)

    def _peek(self, battle: BattleId) -> _Journal | None:
        journal = self._journals.get(battle)
        if journal and journal.gone_at is not None and journal.gone_at <= self._clock():
            del self._journals[battle]
            return None
        return journal

    def _laid(self, battle: BattleId) -> _Journal | None:
        """Return what was kept of a battle that was put aside, None if there is none."""
        journal = self._aside.get(battle)
        if journal and journal.gone_at is not None and journal.gone_at <= self._clock():
            del self._aside[battle]
            return None
        return journal

    def _get(self, battle: BattleId) -> _Journal:
        journal = self._find(battle)
        if journal is None:
            raise UnknownBattle(battle)
        return journal

    def _held(self, lease: Lease) -> _Journal:
        journal = self._get(lease.battle)
        if journal.epoch != lease.epoch:
            raise Fenced(lease.battle, lease.epoch, journal.epoch)
        return journal

    def _take(self, battle: BattleId, journal: _Journal, owner: str, ttl: float) -> Lease:
        journal.epoch += 1
        journal.owner = owner
        journal.owned_until = self._clock() + ttl
        return Lease(battle, owner, journal.epoch)

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        """See Store."""
        found = self._find(battle)
        if found:
            raise Conflict(f"battle {battle}", 0, len(found.entries))
        journal = self._journals[battle] = _Journal(dict(meta), [first])
        return self._take(battle, journal, owner, ttl)

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        """See Store."""
        if not self.state.up and self._apply_next > 0:
            self._apply_next -= 1
            journal = self._peek(lease.battle)
            if journal and journal.epoch == lease.epoch and version == len(journal.entries) + 1:
                self._add(lease.battle, journal, entry)
        journal = self._held(lease)
        if version != len(journal.entries) + 1:
            raise Conflict(f"battle {lease.battle}", version - 1, len(journal.entries))
        self._add(lease.battle, journal, entry)

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        """See Store."""
        journal = self._get(lease.battle)
        ours = journal.owner == lease.owner and journal.owned_until > self._clock()
        if journal.epoch != lease.epoch and not ours:
            raise Fenced(lease.battle, lease.epoch, journal.epoch)
        if version > len(journal.entries):
            journal.epoch += 1
        lease.epoch = journal.epoch
        return version <= len(journal.entries) and journal.entries[version - 1] == entry

    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """See Store."""
        journal = self._find(battle)
        entries = journal.entries if journal else []
        until = None if limit is None else after + limit
        return list(enumerate(entries[after:until], after + 1))

    async def last(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        journal = self._find(battle)
        return (len(journal.entries), journal.entries[-1]) if journal else None

    async def meta(self, battle: BattleId) -> dict[str, bytes]:
        """See Store."""
        journal = self._find(battle) or self._laid(battle)
        return dict(journal.meta) if journal else {}

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        """See Store."""
        self._held(lease).meta.update(values)

    async def battles(self, *, over: bool = True) -> list[BattleId]:
        """See Store."""
        self._check()
        endless = [
            BattleId(name) for name, found in self._journals.items() if found.gone_at is None
        ]
        return sorted(one for one in endless if over or OVER not in self._journals[one].meta)

    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        """See Store."""
        journal = self._find(battle) or self._laid(battle)
        if journal is None:
            raise UnknownBattle(battle)
        journal.gone_at = None if seconds is None else self._clock() + seconds
        if seconds is None and battle in self._journals:
            journal.meta[OVER] = b"1"

    async def put_aside(self, lease: Lease, version: int) -> None:
        """See Store."""
        journal = self._held(lease)
        if version != len(journal.entries):
            raise Conflict(f"battle {lease.battle}", version, len(journal.entries))
        journal.entries, journal.snapshot, journal.owned_until = [], None, 0.0
        self._aside[lease.battle] = self._journals.pop(lease.battle)

    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        """See Store."""
        if journal := self._find(battle):
            raise Conflict(f"battle {battle}", 0, len(journal.entries))
        if self._laid(battle) is None:
            raise UnknownBattle(battle)
        self._journals[battle] = self._aside.pop(battle)
        self._journals[battle].entries = list(entries)

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        """See Store."""
        journal = self._get(battle)
        remaining = journal.owned_until - self._clock()
        if remaining > 0 and journal.owner != owner:
            raise LeaseHeld(battle, journal.owner, remaining)
        return self._take(battle, journal, owner, ttl)

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        """See Store."""
        lost = []
        for lease in leases:
            journal = self._find(lease.battle)
            if journal is None:
                lost.append(lease)
                continue
            held = journal.owned_until > self._clock()
            if (journal.owner == lease.owner) if held else (journal.epoch == lease.epoch):
                journal.owner = lease.owner
                journal.owned_until = self._clock() + ttl
            else:
                lost.append(lease)
        return lost

    async def release(self, lease: Lease) -> None:
        """See Store."""
        journal = self._find(lease.battle)
        if journal and journal.epoch == lease.epoch and journal.owner == lease.owner:
            journal.owned_until = 0.0

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        """See Store."""
        journal = self._held(lease)
        if version > len(journal.entries):
            raise Conflict(f"battle {lease.battle}", version, len(journal.entries))
        if journal.snapshot is None or journal.snapshot[0] <= version:
            journal.snapshot = (version, data)

    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        """See Store."""
        journal = self._find(battle)
        return journal.snapshot if journal else None

    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        """See Store."""
        self._check(kind, name)
        documents = self._documents.setdefault(kind, {})
        found = documents[name][0] if name in documents else 0
        if expect is not None and expect != found:
            raise Conflict(f"{kind} {name}", expect, found)
        documents[name] = (found + 1, data)
        for within, is_in in (lists or {}).items():
            self._lists.setdefault((kind, within), {}).pop(name, None)
            if is_in:
                self._lists[kind, within][name] = None
        return found + 1

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """See Store."""
        self._check(kind, name)
        return self._documents.get(kind, {}).get(name)

    async def ids(self, kind: str, within: str = "") -> list[str]:
        """See Store."""
        self._check(kind)
        found = self._lists.get((kind, within)) if within else self._documents.get(kind)
        return sorted(found or ())

    async def delete(self, kind: str, name: str) -> bool:
        """See Store."""
        self._check(kind, name)
        for within in LISTS:
            self._lists.get((kind, within), {}).pop(name, None)
        return self._documents.get(kind, {}).pop(name, None) is not None

    async def ping(self) -> float:
        """See Store."""
        self._check()
        return 0.0

    async def close(self) -> None:
        """See Store."""
