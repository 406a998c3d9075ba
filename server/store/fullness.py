"""A store that has no room: said once, and asked until it takes writes again."""

import asyncio
from collections.abc import Awaitable, Callable

from server.store.base import log
from server.store.errors import StoreError, StoreFull
from server.store.mux import ErrorReply
from server.store.replies import error
from server.tasks import Tasks

ASK_EVERY = 0.5


Changed = Callable[[str], None]


class Fullness:
    """Whether one store takes writes, as far as it has said. `write` is one that changes nothing.
    `changed(why)`: it has filled up, or, with "", has room again.
    """

    def __init__(self, write: Callable[[], Awaitable[None]], changed: Changed) -> None:
        self._write, self._changed, self._tasks = write, changed, Tasks()
        self.why = ""

    def note(self, reason: str) -> None:
        """It has refused a write."""
        if not self.why:
            self.why = str(StoreFull(reason))
            log.error("store.full", reason=reason)
            self._tasks.start(self._ask(), "store room")
            self._changed(self.why)

    async def close(self) -> None:
        """Ask no more."""
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
