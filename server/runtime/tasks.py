"""Starts every task of the server, so that no exception of a task is lost.

Nobody awaits most background tasks, and asyncio reports the exception of such a task only when it
is garbage-collected, if ever. So tasks are started here and nowhere else:

    start    nobody awaits it: its exception goes to the event loop's exception handler at once
    keep     runs for ever: an exception is reported likewise, and the work is started again
    share    for those who await it: they get its result or exception

`hear` turns what the loop's handler is told into a line of the log and a count in the metrics.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

import structlog

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before work that has failed is started again
OTHER = "other"

log = structlog.get_logger(__name__)


class Tasks:
    """The tasks of one owner, who ends them by `close`, or by `cancel` and awaiting them.

    A task is named after the coroutine that it runs, unless another name is given.
    """

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[Any], None] = {}

    def __iter__(self) -> Iterator[asyncio.Task[Any]]:
        return iter(tuple(self._running))

    def start(self, work: Coroutine[Any, Any, T], name: str = "") -> "asyncio.Task[T]":
        """Start work that nobody awaits; its exception is reported. Returns the task."""
        task = self._begun(work, name)
        task.add_done_callback(_tell_of_death)
        return task

    def keep(
        self, work: Callable[[], Coroutine[Any, Any, None]], name: str
    ) -> "asyncio.Task[None]":
        """Run work until it returns; after an exception start it again, after growing pauses."""
        return self.start(_kept(work, name), name)

    def share(self, work: Coroutine[Any, Any, T], name: str = "") -> "asyncio.Task[T]":
        """Start work for whoever awaits the task; if nobody does, its exception is dropped."""
        task = self._begun(work, name)
        task.add_done_callback(_take_note)
        return task

    def cancel(self) -> "list[asyncio.Task[Any]]":
        """Cancel all tasks. Returns them; the caller awaits them."""
        running = list(self._running)
        for task in running:
            task.cancel()
        return running

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        await asyncio.gather(*self.cancel(), return_exceptions=True)

    def _begun(self, work: Coroutine[Any, Any, T], name: str) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work, name=name or _name_of(work))
        self._running[task] = None
        task.add_done_callback(self._running.pop)
        return task


def hear(count: Callable[[str], None] | None = None) -> None:
    """Log, with an error id, whatever reaches the running loop's exception handler, and `count` it.

    `count` is called with the task's name, or "other" for a callback or a library's task.
    """

    def told(_loop: asyncio.AbstractEventLoop, said: dict[str, Any]) -> None:
        task = said.get("task") or said.get("future")
        name = task.get_name() if isinstance(task, asyncio.Task) else OTHER
        if name.startswith("Task-"):  # given by asyncio itself, a new one each time
            name = OTHER
        error, why = secrets.token_hex(4), said.get("message", "")
        log.error("task.died", task=name, error=error, why=why, exc_info=said.get("exception"))
        if count is not None:
            count(name)

    asyncio.get_running_loop().set_exception_handler(told)


def _name_of(work: Coroutine[Any, Any, Any]) -> str:
    return str(getattr(work, "__qualname__", "")) or type(work).__name__


async def _kept(work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
    pause = FIRST_PAUSE
    while True:
        try:
            await work()
            return
        except Exception as fault:
            _tell(f"{name} has failed and is started again", fault, asyncio.current_task())
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _tell_of_death(task: "asyncio.Task[Any]") -> None:
    if not task.cancelled() and (fault := task.exception()) is not None:
        _tell(f"{task.get_name()} has died", fault, task)


def _tell(why: str, fault: BaseException, task: "asyncio.Task[Any] | None") -> None:
    said = {"message": why, "exception": fault, "task": task}
    asyncio.get_running_loop().call_exception_handler(said)


def _take_note(task: "asyncio.Task[Any]") -> None:
    if not task.cancelled():
        task.exception()
