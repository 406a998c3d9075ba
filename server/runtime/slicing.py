"""Runs long computations in slices, so that no move waits for one.

Work is a generator that yields every few tenths of a millisecond. One computation runs at a time,
so that the loop is never blocked for more than a slice, however many are asked for; the others wait
in order.
"""

import asyncio
from collections.abc import Generator
from typing import TypeVar

from server.runtime.refusal import Refusal

T = TypeVar("T")

PAUSES = 4
"""Yields of the work in one slice, about a millisecond; then the loop runs other tasks."""
PATIENCE = 5.0
"""Seconds that work which somebody awaits waits for its turn, before it is refused."""


class Crowded(Refusal):
    """Raised when work has waited too long for its turn. It may be asked for again."""

    def __init__(self) -> None:
        super().__init__("busy", "The server works through too much at once. Ask again later.")


class Slicer:
    """Runs work, one piece at a time; each waits up to `patience` seconds, None: for ever."""

    def __init__(self, patience: float | None = PATIENCE) -> None:
        self.patience = patience
        self._turn = asyncio.Lock()

    async def run(self, work: Generator[None, None, T]) -> T:
        """Run work to its end and return its value. Raises `Crowded`, and what the work raises."""
        try:
            async with asyncio.timeout(self.patience):
                await self._turn.acquire()
        except TimeoutError:
            raise Crowded from None
        try:
            while True:
                try:
                    for _ in range(PAUSES):
                        next(work)
                except StopIteration as end:
                    result: T = end.value
                    return result
                await asyncio.sleep(0)
        finally:
            self._turn.release()
            work.close()
