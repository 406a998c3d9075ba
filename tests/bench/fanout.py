"""One battle and a thousand spectators, beside `websockets.broadcast` alone on the same bytes."""

import asyncio
import time
from functools import partial
from statistics import median
from typing import NamedTuple

from tests.bench.moves import bare_side, bytes_of_commit
from tests.bench.pace import ratio
from tests.bench.processes import Bench
from tests.bench.report import Report
from tests.bench.rows import Side
from tests.bench.scale import Scale
from tests.bench.seating import micro_tables
from tests.bench.tables import Table


class Fan(NamedTuple):
    """One round: milliseconds to the last client, and messages per second of processor."""

    ms: float
    messages_per_cpu_s: float


async def run(report: Report, scale: Scale) -> None:
    """Rounds in turn; each sends the same number of updates to everybody."""
    async with Bench() as bench:
        server = await bench.product()
        hosted = await micro_tables(server.port, 1)
        await asyncio.gather(*(host.invite_spectators(scale.watchers) for host, _ in hosted))
        ours = Side(server, [table for _, table in hosted])
        size = await bytes_of_commit(ours)
        theirs = await bare_side(bench, size, 1, 4 + scale.watchers, "none")
        product, bare = [], []
        for _ in range(scale.rounds):
            bare.append(await _round(theirs, scale.fan_updates))
            product.append(await _round(ours, scale.fan_updates))
    per_cpu = [one.messages_per_cpu_s for one in product]
    bare_per_cpu = [one.messages_per_cpu_s for one in bare]
    report.add(
        f"fan-out: {scale.watchers} spectators",
        ms_to_last=min(one.ms for one in product),
        broadcast_ms_to_last=min(one.ms for one in bare),
        messages_per_cpu_s=max(per_cpu),
        broadcast_messages_per_cpu_s=max(bare_per_cpu),
        times_broadcast=ratio(per_cpu, bare_per_cpu),
    )


async def _round(side: Side, updates: int) -> Fan:
    table = side.tables[0]
    ms: list[float] = []
    loop = asyncio.get_running_loop()
    used = side.server.cpu
    for _ in range(updates):
        done: asyncio.Future[float] = loop.create_future()
        table.on_done = partial(_tell, done)
        table.move(time.perf_counter())
        ms.append(1e3 * await asyncio.wait_for(done, 20))
    messages = updates * len(table.sockets)
    return Fan(median(ms), messages / (side.server.cpu - used))


def _tell(done: asyncio.Future[float], _table: Table, seconds: float) -> None:
    done.set_result(seconds)
