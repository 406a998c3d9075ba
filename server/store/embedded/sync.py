"""Level `everysec` of the embedded store: its append-only file goes to the disk once a second.

The store's own `appendfsync everysec` is weaker than it sounds. While a sync is under way it holds
back even the write to the file, for up to two seconds, and goes on acknowledging: killed at that
moment on a slow disk it loses acknowledged commits. So the program runs with `appendfsync no`,
which writes before every reply, and the sync comes from here. A crash of any process then loses
nothing, and a loss of power what came since the last sync.
"""

import asyncio
import os
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)


PERIOD = 1.0  # seconds, as `everysec` says: what a loss of power may take


async def sync_every_second(data: Path) -> None:
    """Sync the append-only files below `data` every second, for ever. A failure is logged, and the
    next second tries again.
    """
    while True:
        await asyncio.sleep(PERIOD)
        try:
            await asyncio.to_thread(sync_files, data)
        except OSError as found:
            log.error("store.sync_failed", reason=str(found))


def sync_files(data: Path) -> int:
    """Sync every append-only file once and return their number. Raises OSError."""
    synced = 0
    for path in sorted([*data.glob("appendonlydir/*.aof"), *data.glob("*.aof")]):
        try:
            file = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            continue  # a rewrite has just replaced it
        try:
            os.fsync(file)
        finally:
            os.close(file)
        synced += 1
    return synced
