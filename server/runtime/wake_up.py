"""What one task waits for, and others set.

An `asyncio.Event` is for many who wait, and keeps 760 bytes for them from its start. There is one
of these for each battle.
"""

import asyncio


class WakeUp:
    """An event that one task at a time waits for. `is_set` says whether it was set, and not cleared
    since.
    """

    __slots__ = ("_waiter", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Let whoever waits go on, and whoever comes to wait not wait."""
        self.is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Let the next one wait again."""
        self.is_set = False

    def wait(self) -> asyncio.Future[None]:
        """Return a future to be awaited at once: it is done when this is set."""
        assert self._waiter is None or self._waiter.done(), "only one task waits"
        self._waiter = asyncio.get_running_loop().create_future()
        if self.is_set:
            self._waiter.set_result(None)
        return self._waiter
