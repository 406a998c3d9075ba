"""Rounds of two servers in turn, and the row of figures that they make.

A rate is the best slice of all rounds, a latency the best round; both stand also as the median of
the rounds, and every ratio is the median of the rounds' own ratios: machines change their speed
within seconds, so only what was measured side by side is compared.
"""

import asyncio
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from tests.bench.pace import Restart, Round, closed, opened, ratio
from tests.bench.processes import ServerProcess
from tests.bench.scale import Scale
from tests.bench.tables import Table

PAUSE = 0.1


class Side(NamedTuple):
    """One of the servers with its tables. `restart` begins a new battle where one is over."""

    server: ServerProcess
    tables: Sequence[Table]
    restart: Restart | None = None
    settle: Callable[[], Any] | None = None


class Rounds:
    """What a side has measured so far."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.closed: list[Round] = []
        self.opened: list[Round] = []
        self.cpu: list[float] = []

    async def run(self, scale: Scale) -> None:
        """One round."""
        side = self.side
        await self._settle()
        used = side.server.cpu
        self.closed.append(await closed(side.tables, scale.closed, side.restart))
        self.cpu.append(1e6 * (side.server.cpu - used) / max(1, len(self.closed[-1].ms)))
        await self._settle()
        self.opened.append(await opened(side.tables, scale.opened, scale.per_second, side.restart))

    async def _settle(self) -> None:
        if self.side.settle is not None:
            await self.side.settle()
        await asyncio.sleep(PAUSE)

    @property
    def best(self) -> list[float]:
        """Each round's best slice, in moves per second."""
        return [max(one.rates) for one in self.closed]

    def ms(self, share: float) -> list[float]:
        """Each round's latency at 100 moves per second."""
        return [one.at(share) for one in self.opened]


async def in_turn(ours: Side, theirs: Side, scale: Scale) -> dict[str, Any]:
    """Measure both sides, round by round, and give the row's figures."""
    product, bare = Rounds(ours), Rounds(theirs)
    for number in range(scale.rounds):
        # Whoever comes second profits from a warm machine: take turns at that, too.
        for one in (product, bare) if number % 2 else (bare, product):
            await one.run(scale)
    return {
        "moves_per_s": max(product.best),
        "bare_moves_per_s": max(bare.best),
        "share_of_bare": ratio(product.best, bare.best),
        "share_of_bare_best": max(product.best) / max(bare.best),
        "server_us_per_move": median(product.cpu),
        "bare_us_per_move": median(bare.cpu),
        "cpu_times_bare": ratio(product.cpu, bare.cpu),
        "p50_ms": min(product.ms(0.5)),
        "p99_ms": min(product.ms(0.99)),
        "p99_ms_median": median(product.ms(0.99)),
        "bare_p50_ms": min(bare.ms(0.5)),
        "bare_p99_ms": min(bare.ms(0.99)),
        "bare_p99_ms_median": median(bare.ms(0.99)),
        "p99_times_bare": ratio(product.ms(0.99), bare.ms(0.99)),
    }
