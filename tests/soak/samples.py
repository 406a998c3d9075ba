"""What a long run measures every few seconds, and what it says of growth.

Memory is judged by resident size: what the system takes away from others. It swings with whatever
goes on at the moment, so a quarter's end is the median of the last part of that quarter.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

MIB = 1024 * 1024
MOST_GROWTH = 1.10
WINDOW = 0.2  # of a quarter, at its end


class Sample(NamedTuple):
    """One look: `at` in seconds since the start, sizes in bytes, `collected` a count of full
    collections of the server's garbage collector, `rooms` of battles in its memory.
    """

    at: float
    server: int
    store: int
    collected: int
    rooms: int
    connections: int
    documents: int


class Verdict(NamedTuple):
    """Resident bytes at the end of each quarter; `is_flat`: the last one is at most 10% above the
    first one.
    """

    what: str
    quarters: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The last quarter's end by the first one's."""
        return self.quarters[-1] / self.quarters[0]

    @property
    def is_flat(self) -> bool:
        """Whether memory ended within 10% of where the first quarter ended, or below that."""
        return self.growth <= MOST_GROWTH


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def judged(samples: Sequence[Sample]) -> tuple[Verdict, Verdict]:
    """What the samples of a run say of the server, and of the store."""
    ends = [_end_of(samples, number) for number in (1, 2, 3, 4)]
    server = tuple(median(sample.server for sample in end) for end in ends)
    store = tuple(median(sample.store for sample in end) for end in ends)
    return Verdict("server", server), Verdict("store", store)


def _end_of(samples: Sequence[Sample], quarter: int) -> list[Sample]:
    whole = samples[-1].at
    until = whole * quarter / 4
    since = until - whole / 4 * WINDOW
    return [s for s in samples if since <= s.at <= until] or [
        min(samples, key=lambda sample: abs(sample.at - until))
    ]


def told(sample: Sample) -> str:
    """One line of a sample."""
    return (
        f"{sample.at:7.0f} s  server {sample.server / MIB:7.1f} MiB  "
        f"store {sample.store / MIB:7.1f} MiB  battles in memory {sample.rooms:4}  "
        f"connections {sample.connections:4}  keys {sample.documents:6}  "
        f"full collections {sample.collected}"
    )


def told_of(verdict: Verdict) -> str:
    """One line of a verdict."""
    quarters = " ".join(f"{size / MIB:7.1f}" for size in verdict.quarters)
    word = "flat" if verdict.is_flat else "GROWS"
    told = f"{verdict.what:<7} MiB at the end of each quarter:{quarters}"
    return f"{told}   x{verdict.growth:.3f}  {word}"
