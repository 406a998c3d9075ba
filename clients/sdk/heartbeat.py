"""Noticing a server that has fallen silent, though its connection stands."""

import asyncio
from typing import Protocol

from clients.core import HeartbeatInterval

SLICE = 0.25
PATIENCE, MOST_PATIENCE = 1.0, 8.0
LONGER, FORGOTTEN_AFTER = 1.5, 10.0
"""Seconds between two looks, and by which a heartbeat may be late: at first, and at most. Where one
was later, so many times as much the next time, until none was late for `FORGOTTEN_AFTER` seconds.
"""


class Heard(Protocol):
    """A connection, as far as it is watched."""

    def was_heard(self) -> bool:
        """Return whether anything has come since this was last asked."""
        ...

    def cut(self, why: str) -> None:
        """Give it up."""
        ...


class HeartbeatMonitor:
    """How one client watches its connections, one after the other.

    A sign of life may be late by `PATIENCE` seconds, and by more the next times where one was
    missed a moment ago: to a server that is only slow nobody should come back again and again. Time
    is counted in slices that this program lived through, so that one that stood still itself first
    reads what has come meanwhile.
    """

    def __init__(self) -> None:
        self._patience = PATIENCE
        self._quiet = self._calm = 0

    async def keep(self, connection: Heard, wanted: HeartbeatInterval) -> None:
        """Cut a connection on which less is heard than was promised; returns then."""
        self._quiet = 0
        while not self.is_silent(connection.was_heard(), wanted.promised):
            await asyncio.sleep(SLICE)
        connection.cut("The server has fallen silent.")

    def is_silent(self, heard: bool, promised: int) -> bool:
        """Return whether that was one slice of quiet too many; `promised` in milliseconds, 0 for
        none.
        """
        self._quiet = self._quiet + 1 if promised and not heard else 0
        self._calm += 1
        if self._calm * SLICE > FORGOTTEN_AFTER:
            self._patience = PATIENCE
        if self._quiet * SLICE < promised / 1000 + self._patience:
            return False
        self._patience = min(MOST_PATIENCE, LONGER * self._patience)
        self._quiet = self._calm = 0
        return True
