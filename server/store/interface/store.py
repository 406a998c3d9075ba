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
    """The right to append to a battle. The store raises `epoch` itself when it must (`settle`)."""

    battle: BattleId
    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class StoreState:
    """Whether the store can be reached; `reason` is a sentence for people, empty when it can."""

    up: bool
    reason: str = ""


Listener = Callable[[StoreState], None]


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
        """Call `listener` at every change between up and down; the result stops that."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    async def memory(self) -> tuple[int, int]:
        """Return the bytes that the store's fullest server holds in memory, and its limit; 0 for
        none.
        """
        return 0, 0

    async def wait_up(self) -> None:
        """Return once the store can be reached, having let the loop turn in any case."""
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
        """Begin a journal: meta data, version 1 and the lease, all or nothing.

        Raises Conflict where the battle has a journal already (`found` is its last version). After
        StoreUnavailable create it again: a Conflict then means that the first try has happened
        (ids of battles are used once), and `acquire` gives the lease.
        """

    @abstractmethod
    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        """Make `entry` version `version`, durably; publish it to the battle's channel.

        Raises Fenced, Conflict (`found` is the last version), UnknownBattle; NotReplicated. A
        cancelled append has an unknown fate as well.
        """

    def begin_append(self, lease: Lease, version: int, entry: bytes) -> asyncio.Future[Any]:
        """Begin to `append` without waiting; whoever began it calls `end_append` once it is done.

        A store that can write without a task of its own does.
        """
        return self._appends.share(self.append(lease, version, entry), "append")

    def end_append(self, lease: Lease, version: int, begun: asyncio.Future[Any]) -> None:
        """Raises for an append begun before, which is done now, what `append` would have raised."""
        begun.result()

    @abstractmethod
    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        """Return, after StoreUnavailable, whether exactly this entry stands at this version. A
        False is final: the lease's epoch is raised in the same step, so that an append that is
        still under way somewhere is refused when it arrives. Raises Fenced, UnknownBattle.
        """

    @abstractmethod
    async def read(
        self, battle: BattleId, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        """Return the versions above `after` with their entries, ascending; empty for an unknown
        battle.
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
        """Return the ids of the journals that are kept without limit, in order.

        `over`: also of those that `expire` was told to keep. What it costs the store's clients does
        not grow with the journals that it was told of, but for their names.
        """

    @abstractmethod
    async def expire(self, battle: BattleId, seconds: float | None) -> None:
        """Let a finished journal go with everything of its battle after `seconds`.

        None keeps it without limit, and `battles` can leave it out.

        Raises UnknownBattle.
        """

    @abstractmethod
    async def put_aside(self, lease: Lease, version: int) -> None:
        """Let the journal go whose last version this is, and keep its meta data: see `restore`.

        Raises Fenced, UnknownBattle, and Conflict where the journal has another last version.
        """

    @abstractmethod
    async def restore(self, battle: BattleId, entries: Sequence[bytes]) -> None:
        """Give a journal that was put aside its entries again, all or none; nobody owns it then.

        Raises UnknownBattle where none was put aside, Conflict where the battle has a journal.
        """

    # Leases

    @abstractmethod
    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        """Take the battle for `ttl` seconds under a new epoch. `owner` is unique per process.

        The owner that holds it may take it again, which fences its own earlier lease.
        Raises LeaseHeld, UnknownBattle.
        """

    @abstractmethod
    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        """Prolong leases; gives back those that are lost.

        A lease that ran out unnoticed is taken again as long as nobody else has had the battle.
        """

    @abstractmethod
    async def release(self, lease: Lease) -> None:
        """Give the battle up, so that the next owner need not wait; a stale lease is no error."""

    # Snapshots

    @abstractmethod
    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        """Keep the state at `version` in place of an older one; a newer one that stands is kept.

        Raises Fenced, UnknownBattle, and Conflict for a version that the journal has not reached.
        """

    @abstractmethod
    async def snapshot(self, battle: BattleId) -> tuple[int, bytes] | None:
        """Return the latest snapshot: version and state."""

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
        """Write a document and give its new revision (1, 2, ...).

        `expect`: the revision it must have now, 0 for "does not exist", None for whatever there is.
        `lists`: in which of `keys.LISTS` it is from now on, and in which not, in the same step;
        those that are not named stay as they are. Raises Conflict.
        """

    @abstractmethod
    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """Return a document's revision and bytes, or None."""

    @abstractmethod
    async def ids(self, kind: str, within: str = "") -> list[str]:
        """Return the ids of all documents of a kind, or of those in a list, in order."""

    @abstractmethod
    async def delete(self, kind: str, name: str) -> bool:
        """Remove a document, also from its lists; False where there was none."""

    # The store itself

    @abstractmethod
    async def ping(self) -> float:
        """Return the seconds that the store takes to answer."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of everything; leases stay until they run out or are released before."""
