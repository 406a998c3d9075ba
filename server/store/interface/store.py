"""What a store of journals can do, whatever it is made of.

A battle's journal is a sequence of opaque entries, versions 1, 2, 3 ... without a gap. One owner
at a time may append: it holds a lease, and the lease carries an epoch. Time decides who may try
to own a battle, the epoch decides who may write: every take-over raises it, and the store refuses
a write under an older one however late that write arrives.

An append that returns is durable as the store's `durability` says. One that raises
StoreUnavailable may or may not have happened; `settle` finds out, and makes sure that the answer
stays true. Any other StoreError means that nothing was written.

A process learns by `on_state` and `wait_up` that the store went away and came back. What several
processes on one store have to say to each other goes over its `fleet`.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from protocol.ids import BattleId
from server.runtime import Tasks
from server.store.interface.durability import Durability
from server.store.interface.fleet import Fleet

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class Lease:
    """The right of `owner` to append to a battle, by the fencing number `epoch`, which
    `Store.settle` may raise in place.
    """

    battle: BattleId
    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class StoreState:
    """Whether the store can be reached; `reason` is a sentence for people, empty when it can."""

    up: bool
    reason: str = ""


Listener = Callable[[StoreState], None]
AppendTold = Callable[[Any], None]
"""Is told what has become of an append, see `Store.begin_append`."""


class Store(ABC):
    """Journals, leases, snapshots, and the documents of tables and identities.

    Ids of battles, kinds and documents are 1 to 64 of `A-Z a-z 0-9 _ -` (else ValueError); times
    are seconds. Every method may raise StoreUnavailable, StoreRefused or StoreFailed, every
    writing one StoreFull besides; further errors are named where they arise.
    """

    fleet: Fleet

    def __init__(self, name: str, durability: Durability) -> None:
        self.name = name
        self.durability = durability
        self.notes: tuple[str, ...] = ()
        self.state = StoreState(up=True)
        self._up = asyncio.Event()
        self._up.set()
        self._listeners: list[Listener] = []
        self._appends = Tasks()

    def on_state(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change between up and down. Returns a function that ends it."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    async def memory(self) -> tuple[int, int]:
        """Return the bytes in use and the limit in bytes of the server whose memory is fullest; a
        limit of 0 means none.
        """
        return 0, 0

    async def wait_up(self) -> None:
        """Wait until the store can be reached. Other tasks run at least once meanwhile."""
        await asyncio.sleep(0)
        await self._up.wait()

    def _set_state(self, state: StoreState) -> None:
        if state == self.state:
            return
        self.state = state
        if state.up:
            self._up.set()
        else:
            self._up.clear()
        for listener in tuple(self._listeners):
            try:
                listener(state)
            except Exception:
                log.exception("store.listener_failed")

    # Journals

    @abstractmethod
    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        """Create a journal and return its lease for `ttl` seconds: meta data, `first` as version 1
        and the lease are written all or not at all.

        Raises Conflict if the battle has a journal already (`found` is its last version). After
        StoreUnavailable the caller creates it again: Conflict then means that the first try has
        happened (ids of battles are used once), and `acquire` gives the lease.
        """

    @abstractmethod
    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        """Write `entry` as `version`, durably, and publish it to the battle's channel.

        Raises Fenced, Conflict (`found` is the last version), UnknownBattle, NotReplicated. After
        StoreUnavailable, and after being cancelled, it is unknown whether the entry was written:
        the caller asks `settle`.
        """

    def begin_append(self, lease: Lease, version: int, entry: bytes, told: AppendTold) -> None:
        """Begin an `append` without waiting. `told` is called once, and not before this returns:
        with the exception by which it failed, which the caller gives to `append_fault`, or with
        anything else once it is written.

        A store overrides this if it can write without a task of its own.
        """

        def tell(append: asyncio.Task[None]) -> None:
            cancelled = append.cancelled()
            told(asyncio.CancelledError() if cancelled else append.exception())

        append = self._appends.share(self.append(lease, version, entry), "append")
        append.add_done_callback(tell)

    def append_fault(self, lease: Lease, version: int, fault: BaseException) -> BaseException:
        """Return what `append` would have raised where `begin_append` has told of a fault."""
        return fault

    @abstractmethod
    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        """Return whether `version` of the journal is exactly `entry`, after an append that raised
        StoreUnavailable.

        False is final: the same step raises the lease's epoch, so that the store refuses that
        append if it arrives later. Raises Fenced, UnknownBattle.
        """

    @abstractmethod
    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Return the versions above `after` with their entries, ascending, at most `limit` of them;
        an empty list for an unknown battle.
        """

    @abstractmethod
    async def last(self, battle: BattleId) -> tuple[int, bytes] | None:
        """Return the last version and its entry, or None for an unknown battle."""

    @abstractmethod
    async def meta(self, battle: BattleId) -> dict[str, bytes]:
        """Return the battle's meta data; empty for an unknown battle."""

    @abstractmethod
    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        """Add or replace some of the meta data. Raises Fenced, UnknownBattle."""

    @abstractmethod
    async def battles(self, *, over: bool = True) -> list[BattleId]:
        """Return the ids, sorted, of the journals that have no expiry.

        `over`: include those that `expire` was told to keep. Each of these adds no more than its
        name to what the call costs.
        """

    @abstractmethod
    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        """Let everything of a finished battle be deleted after `seconds`. None: keep it without
        limit, and leave it out of `battles(over=False)`.

        Raises UnknownBattle.
        """

    @abstractmethod
    async def put_aside(self, lease: Lease, version: int) -> None:
        """Delete journal, snapshot and lease of a battle whose last version is `version`. Its meta
        data stay; `restore` writes the journal again.

        Raises Fenced, UnknownBattle, and Conflict if the journal has another last version.
        """

    @abstractmethod
    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        """Write all entries of a journal that was put aside, or none; nobody owns the battle then.

        Raises UnknownBattle if none was put aside, Conflict if the battle has a journal.
        """

    # Leases

    @abstractmethod
    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        """Take the lease of a battle for `ttl` seconds under a new epoch, and return it. `owner` is
        unique per process.

        The owner that holds the lease may take it again, which fences its own earlier one. Raises
        LeaseHeld, UnknownBattle.
        """

    @abstractmethod
    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        """Prolong leases to `ttl` seconds from now, and return those that are lost.

        A lease that has run out is prolonged, too, if nobody else has taken the battle since.
        """

    @abstractmethod
    async def release(self, lease: Lease) -> None:
        """End a lease, so that the next owner need not wait for it to run out. A stale lease is
        ignored.
        """

    # Snapshots

    @abstractmethod
    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        """Store `data` as the battle's snapshot at `version`, unless a newer one stands.

        Raises Fenced, UnknownBattle, and Conflict for a version that the journal has not reached.
        """

    @abstractmethod
    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        """Return version and state of the battle's snapshot, None if there is none."""

    # Documents of tables and identities

    @abstractmethod
    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        """Write a document and return its new revision (1, 2, ...).

        `expect`: the revision that it must have now, 0 if it must not exist, None for any. `lists`:
        by name from `keys.LISTS`, whether the document is in that list from now on, changed in the
        same step; lists that are not named stay as they are. Raises Conflict.
        """

    @abstractmethod
    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """Return revision and bytes of a document, None if there is none."""

    @abstractmethod
    async def ids(self, kind: str, within: str = "") -> list[str]:
        """Return the ids, sorted, of the documents of a kind, or of those in the list `within`."""

    @abstractmethod
    async def delete(self, kind: str, name: str) -> bool:
        """Delete a document and take it off its lists. Returns whether there was one."""

    # The store itself

    @abstractmethod
    async def ping(self) -> float:
        """Return the seconds from a request to the store's answer."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections. Leases are not released: they run out."""
