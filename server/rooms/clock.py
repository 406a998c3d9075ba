"""Time as rooms see it, passed in from outside, so that tests need not wait for it."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not let it happen; harmless if it has happened."""
        ...


class Clock(Protocol):
    """Tells the time and wakes people."""

    def now(self) -> float:
        """Seconds that only ever grow, from an arbitrary start."""
        ...

    def unix_ms(self) -> int:
        """Milliseconds since 1970."""
        ...

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call something in so many seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class WallClock:
    """The running event loop's time."""

    def now(self) -> float:
        """See Clock."""
        return time.monotonic()

    def unix_ms(self) -> int:
        """See Clock."""
        return time.time_ns() // 1_000_000

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """See Clock."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """See Clock."""
        await asyncio.sleep(seconds)
