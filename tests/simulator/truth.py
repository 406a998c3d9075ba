"""The store itself: one for all processes, with a clock of its own, and a book of who appended."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from protocol.ids import BattleId
from server.store import Lease
from server.store.memory import MemoryStore


class Written(NamedTuple):
    """An append that took effect: under which epoch of the lease and of the journal, and whose."""

    at: float
    battle: BattleId
    version: int
    epoch: int
    lease_epoch: int
    owner: str


class Truth(MemoryStore):
    """What really stands in the store. `offset` is how far its clock is from the world's; `wrong`
    tells what it has done that a store must not do; `held` from when until when each battle's lease
    was granted, in the world's time.
    """

    def __init__(self, time: Callable[[], float]) -> None:
        self.offset, self.time = 0.0, time
        self.written: list[Written] = []
        self.wrong: list[str] = []
        self.held: dict[str, list[tuple[float, float]]] = {}
        super().__init__(lambda: time() + self.offset)

    async def create(
        self, battle: BattleId, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease = await super().create(battle, meta, first, owner=owner, ttl=ttl)
        self._note(lease, 1)
        self._granted(battle, ttl)
        return lease

    async def acquire(self, battle: BattleId, *, owner: str, ttl: float) -> Lease:
        lease = await super().acquire(battle, owner=owner, ttl=ttl)
        self._granted(battle, ttl)
        return lease

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        leases = list(leases)
        lost = await super().renew(leases, ttl=ttl)
        for lease in leases:
            if lease not in lost:
                self._granted(lease.battle, ttl)
        return lost

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        await super().append(lease, version, entry)
        self._note(lease, version)

    def _note(self, lease: Lease, version: int) -> None:
        epoch, owner = self._epoch(lease.battle), lease.owner
        self.written.append(Written(self.time(), lease.battle, version, epoch, lease.epoch, owner))

    def _granted(self, battle: BattleId, ttl: float) -> None:
        self.held.setdefault(battle, []).append((self.time(), self.time() + ttl))

    def _epoch(self, battle: BattleId) -> int:
        return self._journals[battle].epoch

    def journal(self, battle: BattleId) -> list[bytes]:
        """A battle's entries."""
        return list(self._journals[battle].entries)

    def length(self, battle: BattleId) -> int:
        """A battle's last version."""
        return len(self._journals[battle].entries)

    def everything(self) -> list[BattleId]:
        """The ids of all battles."""
        return sorted(map(BattleId, self._journals))

    def seed(self, battle: BattleId) -> bytes:
        """A battle's secret."""
        return self._journals[battle].meta["seed"]

    def document(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """A document and its revision."""
        return self._documents.get(kind, {}).get(name)

    def documents(self, kind: str) -> list[str]:
        """The names of all documents of a kind."""
        return sorted(self._documents.get(kind, {}))
