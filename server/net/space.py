"""How much room there is still: in the store's memory, and on the disk of the data directory.

Asked for every few seconds rather than when `/metrics` is fetched, so that whoever fetches that
makes nobody ask a store or a disk. What cannot be had stays as it was: `hexwarden_store_up` and the
system's own figures tell why.
"""

import asyncio
import shutil
from pathlib import Path

from server.net.metrics import Metrics
from server.store.base import Store
from server.store.errors import StoreError
from server.tasks import Tasks

ROUND = 15.0  # seconds; as often as Prometheus comes, by our own settings


class Space:
    """Looks after the figures of room that is left. `folder` need not be there yet."""

    def __init__(self, store: Store, folder: Path, metrics: Metrics) -> None:
        self._store, self._folder, self._metrics = store, folder, metrics
        self._tasks = Tasks()

    def begin(self) -> None:
        """Look now, and every few seconds from now on."""
        self._tasks.keep(self._look_on, "space")

    async def stop(self) -> None:
        """Look no further."""
        await self._tasks.close()

    async def look(self) -> None:
        """Look once."""
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
    """How much of a folder's disk is free for us, 0 to 1; also before the folder is made."""
    for place in (folder, *folder.parents):
        try:
            found = shutil.disk_usage(place)
        except FileNotFoundError:
            continue
        except OSError:  # not ours to read, or the disk has failed: nobody can write there either
            return 0.0
        return found.free / found.total if found.total else 1.0
    return 0.0
