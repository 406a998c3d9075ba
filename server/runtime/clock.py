"""The clock that the service uses, passed in from outside, so that tests need not wait."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is scheduled."""

    def cancel(self) -> None:
        """Cancel the call; does nothing after it was made."""
        ...


class Clock(Protocol):
    """Tells the time and schedules calls."""

    def now(self) -> float:
        """Return monotonic seconds, from an arbitrary start."""
        ...

    def unix_ms(self) -> int:
        """Return Unix time in milliseconds."""
        ...

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Schedule a call in `seconds`; returns its timer."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for `seconds`."""
        ...


class WallClock:
    """The system's time and the running event loop's timers."""

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
