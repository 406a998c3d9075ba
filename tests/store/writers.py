"""Battles that are written without a pause, as rooms do it, whatever happens to the store."""

import asyncio

from protocol.ids import BattleId
from server.store import Lease, Store, StoreUnavailable

PATIENCE = 90.0
AGAIN_AFTER = 0.01


async def insist(store: Store, lease: Lease, version: int, entry: bytes) -> None:
    """Append; settle what is in doubt, and try again for as long as it takes."""
    while True:
        try:
            await store.append(lease, version, entry)
            return
        except StoreUnavailable:
            await store.wait_up()
            await asyncio.sleep(AGAIN_AFTER)
        try:
            if await store.settle(lease, version, entry):
                return
        except StoreUnavailable:
            continue


def entry_of(version: int) -> bytes:
    """What is written as a version."""
    return b"v%d" % version


class Writers:
    """Writers of battles `b0`, `b1` ...; `acknowledged` is how far each has come."""

    def __init__(self, store: Store, leases: list[Lease]) -> None:
        self._store = store
        self.acknowledged = {lease.battle: 1 for lease in leases}
        self._come = asyncio.Event()
        self._stopped = False
        self._tasks = [asyncio.create_task(self._write(lease)) for lease in leases]

    @classmethod
    async def begin(cls, store: Store, battles: int) -> "Writers":
        """Create the battles and start to write."""
        leases = [
            await store.create(BattleId(f"b{number}"), {}, entry_of(1), owner="a", ttl=600)
            for number in range(battles)
        ]
        return cls(store, leases)

    async def _write(self, lease: Lease) -> None:
        while not self._stopped:
            version = self.acknowledged[lease.battle] + 1
            await insist(self._store, lease, version, entry_of(version))
            self.acknowledged[lease.battle] = version
            self._come.set()

    async def go_on(self, by: int = 30, *battles: str) -> None:
        """Wait until each, or each of these, has come so much further."""
        wanted = {
            one: self.acknowledged[BattleId(one)] + by for one in battles or self.acknowledged
        }
        async with asyncio.timeout(PATIENCE):
            while any(
                self.acknowledged[BattleId(one)] < version for one, version in wanted.items()
            ):
                self._come.clear()
                failed = [task.exception() for task in self._tasks if task.done()]
                assert not failed, failed
                await self._come.wait()

    async def stop(self) -> None:
        """Write no more."""
        self._stopped = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks)

    async def check(self, store: Store) -> None:
        """Stop; then everything that was acknowledged is there, once, and nothing else."""
        await self.stop()
        for battle, version in self.acknowledged.items():
            found = await store.read(battle)
            assert found == [(v, entry_of(v)) for v in range(1, version + 1)], battle
