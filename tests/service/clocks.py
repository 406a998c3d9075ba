"""A clock that stands still until a test moves it, and threads that are done at once."""

import asyncio
import heapq
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call, self.cancelled = call, False

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """Timers ring inside `advance`."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = count()

    def now(self) -> float:
        return self._now

    def unix_ms(self) -> int:
        return round(1_800_000_000_000 + 1000 * self._now)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        timer = Timer(call)
        heapq.heappush(self._timers, (self._now + seconds, next(self._order), timer))
        return timer

    @property
    def timers(self) -> int:
        """How many calls are due."""
        return sum(not timer.cancelled for _, _, timer in self._timers)

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_later(seconds, woken.set)
        await woken.wait()

    async def advance(self, seconds: float) -> None:
        """Let time pass, ringing every timer at its time."""
        until = self._now + seconds
        await breathe()
        while self._timers and self._timers[0][0] <= until:
            self._now, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                timer.call()
                await breathe()
        self._now = until
        await breathe()


class AtOnce(ThreadPoolExecutor):
    """Runs what is meant for threads where it is asked for.

    A thread takes real time, which a clock that tests move knows nothing of: on a loaded machine
    seconds of that clock would go by before a file is read.
    """

    def submit(self, call: Callable[..., Any], /, *args: Any, **fields: Any) -> Future[Any]:
        """Return the call's result, or its error, as a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(call(*args, **fields))
        except Exception as fault:
            done.set_exception(fault)
        return done


async def breathe() -> None:
    """Let every task run that can, where nothing waits for the outside world."""
    for _ in range(30):
        await asyncio.sleep(0)
