"""Whether a store is full: logged once, and probed until it takes writes again."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from server.runtime import Tasks
from server.store.interface import StoreError, StoreFull
from server.store.redis.mux import ErrorReply
from server.store.redis.replies import error

log = structlog.get_logger(__name__)

ASK_EVERY = 0.5
"""Seconds between two probes: play goes on at most that long after there is room again."""


Changed = Callable[[str], None]


class Fullness:
    """Whether one store takes writes. `write` tries one that changes nothing.

    `changed(why)` is called when the store has become full, and with "" when it has room again.
    """

    def __init__(self, write: Callable[[], Awaitable[None]], changed: Changed) -> None:
        self._write, self._changed, self._tasks = write, changed, Tasks()
        self.why = ""

    def note(self, reason: str) -> None:
        """Record that the store has refused a write for want of room, and probe it until it has
        some.
        """
        if not self.why:
            self.why = str(StoreFull(reason))
            log.error("store.full", reason=reason)
            self._tasks.start(self._ask(), "store room")
            self._changed(self.why)

    async def close(self) -> None:
        """Stop probing."""
        await self._tasks.close()

    async def _ask(self) -> None:
        while not await self._has_room():
            await asyncio.sleep(ASK_EVERY)
        self.why = ""
        log.info("store.has_room")
        self._changed("")

    async def _has_room(self) -> bool:
        try:
            await self._write()
        except ErrorReply as reply:
            # Any other answer, as that a cluster has this key elsewhere, says nothing of room: then
            # the next write tells.
            return not isinstance(error(str(reply)), StoreFull)
        except StoreError:
            return False
        return True
