"""Every task of the server, begun where somebody hears of its end.

Nobody waits for most of what a server does beside its requests, and asyncio says what such a task
died of only once it is collected, if ever. So tasks are begun here and nowhere else:

    start    nobody waits for it: an error that ends it is told to the event loop's exception
             handler at once
    keep     is to go on for ever: an error is told likewise, and the work is started again
    share    for those who await it: they get what it raises

What the loop is told becomes a line in the log and a figure in the metrics by `hear`.
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
    """The tasks of one owner, who ends them by `close`, or by `cancel` and waiting for them.

    A task is called by the name of what it runs, unless it is given another one.
    """

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[Any], None] = {}

    def __iter__(self) -> Iterator[asyncio.Task[Any]]:
        return iter(tuple(self._running))

    def start(self, work: Coroutine[Any, Any, T], name: str = "") -> "asyncio.Task[T]":
        """Do something that nobody waits for."""
        task = self._begun(work, name)
        task.add_done_callback(_tell_of_death)
        return task

    def keep(
        self, work: Callable[[], Coroutine[Any, Any, None]], name: str
    ) -> "asyncio.Task[None]":
        """Do something until it returns by itself; after an error begin it again, at first soon."""
        return self.start(_kept(work, name), name)

    def share(self, work: Coroutine[Any, Any, T], name: str = "") -> "asyncio.Task[T]":
        """Do something for whoever awaits the task; if they have gone, nobody misses its error."""
        task = self._begun(work, name)
        task.add_done_callback(_take_note)
        return task

    def cancel(self) -> "list[asyncio.Task[Any]]":
        """Cancel all of them; gives those that are to be waited for."""
        running = list(self._running)
        for task in running:
            task.cancel()
        return running

    async def close(self) -> None:
        """Cancel all of them, and return once they have ended."""
        await asyncio.gather(*self.cancel(), return_exceptions=True)

    def _begun(self, work: Coroutine[Any, Any, T], name: str) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work, name=name or _name_of(work))
        self._running[task] = None
        task.add_done_callback(self._running.pop)
        return task


def hear(count: Callable[[str], None] | None = None) -> None:
    """Log with an error id whatever the running loop alone is told, and `count` it.

    `count` gets the task's name, or "other" where it was a callback or a library's task.
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
