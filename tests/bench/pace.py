"""Closed and open loops over a set of tables, and the figures that come out of them.

Closed: every table makes its next move as soon as everybody there has seen the last one, so the
rate is the throughput. Open: moves fall due at a fixed rate, whatever the server does, and a move
that had to wait for its table counts from when it was due.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from tests.bench.tables import Table

SLICE = 0.25
PATIENCE = 20.0
Restart = Callable[[Table], None]


class Round(NamedTuple):
    """What one round measured: moves per second of each slice, and milliseconds of each move."""

    rates: list[float]
    ms: list[float]

    def at(self, share: float) -> float:
        """The latency that `share` of the moves kept to."""
        ordered = sorted(self.ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Stuck(Exception):
    """A table did not finish its move."""


async def closed(tables: Sequence[Table], seconds: float, restart: Restart | None = None) -> Round:
    """All tables at once, as fast as they go."""
    ms: list[float] = []
    slices = [0] * max(1, round(seconds / SLICE))
    began = time.perf_counter()
    until = began + len(slices) * SLICE
    busy = len(tables)
    finished = asyncio.Event()

    def done(table: Table, spent: float) -> None:
        nonlocal busy
        now = time.perf_counter()
        if now < until:
            slices[int((now - began) / SLICE)] += 1
            ms.append(1e3 * spent)
            if not table.is_over:
                table.move(now)
                return
        if table.is_over and restart is not None:
            restart(table)
        busy -= 1
        if not busy:
            finished.set()

    for table in tables:
        table.on_done = done
        table.move(time.perf_counter())
    await _finished(finished, seconds)
    return Round([count / SLICE for count in slices], ms)


async def opened(
    tables: Sequence[Table], seconds: float, per_second: float, restart: Restart | None = None
) -> Round:
    """Moves at a fixed rate in all, the tables in turn."""
    loop = asyncio.get_running_loop()
    ms: list[float] = []
    late: dict[Table, deque[float]] = {table: deque() for table in tables}
    total = left = max(1, int(seconds * per_second))
    finished = asyncio.Event()

    def count_down(by: int) -> None:
        nonlocal left
        left -= by
        if not left:
            finished.set()

    def done(table: Table, spent: float) -> None:
        ms.append(1e3 * spent)
        if table.is_over:
            # What was due at this table while its last battle ended is nobody's move any more.
            count_down(1 + len(late[table]))
            late[table].clear()
            if restart is not None:
                restart(table)
            return
        if late[table]:
            table.move(late[table].popleft())
        count_down(1)

    def due(number: int) -> None:
        if number + 1 < total:
            loop.call_at(began + (number + 1) / per_second, due, number + 1)
        table = tables[number % len(tables)]
        if table.is_over:
            count_down(1)
        elif table.is_busy:
            late[table].append(time.perf_counter())
        else:
            table.move(time.perf_counter())

    for table in tables:
        table.on_done = done
    began = loop.time()
    due(0)
    await _finished(finished, seconds)
    return Round([], ms)


async def _finished(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds + PATIENCE):
            await event.wait()
    except TimeoutError:
        raise Stuck("a table has not got the commit of its move") from None


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of rounds that were measured in turn."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))
