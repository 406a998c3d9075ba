"""A client's tasks, begun where somebody hears of the end of each."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """What one owner does beside its caller. An error that ends a task goes to `on_failure`."""

    def __init__(self, on_failure: Callable[[BaseException], None] = lambda _: None) -> None:
        self._on_failure = on_failure
        self._running: dict[asyncio.Task[Any], None] = {}

    def __iter__(self) -> Iterator["asyncio.Task[Any]"]:
        return iter(tuple(self._running))

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Do something that nobody waits for."""
        task = self.share(work)
        task.add_done_callback(self._judge)
        return task

    def share(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Do something for whoever awaits the task; if they have gone, nobody misses its error."""
        task = asyncio.create_task(work)
        self._running[task] = None
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        del self._running[task]
        if not task.cancelled():
            task.exception()

    def _judge(self, task: "asyncio.Task[Any]") -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._on_failure(fault)
