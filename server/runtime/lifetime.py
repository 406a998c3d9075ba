"""The life of one service: its process's name, whether it drains or has ended, and its tasks."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from server.runtime.tasks import Tasks

T = TypeVar("T")


class Lifetime:
    """The life of one service. `owner` is the name of its process on the store.

    `is_draining`: it accepts no new tables, because it is about to end. `is_closed`: it has ended.
    """

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.is_draining = self.is_closed = False
        self._tasks = Tasks()

    def drain(self) -> None:
        """Accept nothing new from now on."""
        self.is_draining = True

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start work that nobody awaits. An exception is logged and counted."""
        return self._tasks.start(work)

    def share(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work whose result or exception goes to whoever awaits the task."""
        return self._tasks.share(work)

    def keep(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        """Run work until it returns, and start it again after an exception."""
        self._tasks.keep(work, name)

    def close(self) -> list[asyncio.Task[Any]]:
        """Cancel all tasks. Returns them; the caller awaits them."""
        self.is_closed = True
        return list(self._tasks.cancel())
