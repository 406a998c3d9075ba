"""Long work in slices, so that nobody's move waits for it.

Work comes as a generator that pauses every few tenths of a millisecond. One piece of work is done
at a time, so that the loop is never held for more than a slice, however many ask; the next ones
wait in the order in which they came.
"""

import asyncio
from collections.abc import Generator
from typing import TypeVar

from server.rooms.refusal import Refusal

T = TypeVar("T")

PAUSES = 4
"""So many pauses of the work are passed over before the loop gets its turn: about a millisecond."""
PATIENCE = 5.0
"""Seconds for which work waits for its turn before it is given up."""


class Crowded(Refusal):
    """Too much long work is waiting; it can be asked for again later."""

    def __init__(self) -> None:
        super().__init__("busy", "The server works through too much at once. Ask again later.")


class Slicer:
    """The long work of one process."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Generator[None, None, T]) -> T:
        """Do work to its end. Raises `Crowded`, and what the work raises."""
        try:
            async with asyncio.timeout(PATIENCE):
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
