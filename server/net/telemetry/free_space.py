"""Measures free space: in the store's memory, and on the data directory's disk.

Measured every ROUND seconds rather than when `/metrics` is fetched, so that fetching costs no
request to the store or the disk. A figure that cannot be had keeps its last value:
`hexwarden_store_up` and the system's own figures tell why.
"""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

from server.net.telemetry.metrics import Metrics
from server.runtime import Tasks
from server.store import Store, StoreError

ROUND = 15.0  # seconds; as often as Prometheus comes, by our own settings


class FreeSpace:
    """Updates the gauges of free space at intervals.

    `folder` need not exist yet. Each update calls `descriptors`, for open files.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        metrics: Metrics,
        descriptors: Callable[[], None] = lambda: None,
    ) -> None:
        self._store, self._folder, self._metrics = store, folder, metrics
        self._look_at_descriptors, self._tasks = descriptors, Tasks()

    def begin(self) -> None:
        """Measure now and then every ROUND seconds."""
        self._tasks.keep(self._look_on, "space")

    async def stop(self) -> None:
        """Stop measuring."""
        await self._tasks.close()

    async def look(self) -> None:
        """Measure once."""
        self._look_at_descriptors()
        try:
            used, most = await self._store.memory()
        except StoreError:
            pass
        else:
            self._metrics.store_memory_free.set(max(0.0, 1 - used / most) if most else 1.0)
        self._metrics.data_free.set(await asyncio.to_thread(free_share, self._folder))

    async def _look_on(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(ROUND)


def free_share(folder: Path) -> float:
    """Return how much of a folder's disk is free for us, 0 to 1; also before the folder is made."""
    for place in (folder, *folder.parents):
        try:
            found = shutil.disk_usage(place)
        except FileNotFoundError:
            continue
        except OSError:  # not ours to read, or the disk has failed: nobody can write there either
            return 0.0
        return found.free / found.total if found.total else 1.0
    return 0.0
