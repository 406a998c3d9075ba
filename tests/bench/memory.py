"""What an idle table in play costs the server: with its four players connected, and without.

Resident memory of the server's process. A table without connections is one that a new process has
taken up again from the journal; the bare connection is one of the websockets library alone.
"""

import asyncio
import time
from collections.abc import Sequence

from tests.bench.processes import Bench, ServerProcess
from tests.bench.report import Report
from tests.bench.scale import Scale
from tests.bench.seating import bare_tables, battle_tables, micro_tables
from tests.bench.tables import Table, commit_of

KIB = 1024


async def run(report: Report, scale: Scale) -> None:
    """The micro-game and Jailbreak, many tables each."""
    count = scale.idle_tables
    async with Bench() as bench:
        bare = await bench.bare(commit_of(100), "none")
        await bare_tables(bare.port, 1, 4)
        empty = bare.rss
        tables = await bare_tables(bare.port, count, 4)
        report.add("idle: a bare connection", kib=(bare.rss - empty) / KIB / count / 4)
        _hang_up(tables)
    for kind, seated in (("micro", micro_tables), ("jailbreak", battle_tables)):
        async with Bench() as bench:
            server = await bench.product()
            warm = await seated(server.port, 1)
            empty = server.rss
            hosted = await seated(server.port, count)
            full = server.rss
            _hang_up([table for _, table in (*warm, *hosted)])
            await server.stop()
            again, seconds = await _taken_up(bench, server, count + 1)
            report.add(
                f"idle: {count} {kind} tables",
                kib_per_table_with_4_clients=(full - empty) / KIB / count,
                kib_per_table_without=(again.rss - empty) / KIB / count,
                taken_up_after_restart_s=seconds,
            )


async def _taken_up(bench: Bench, old: ServerProcess, count: int) -> tuple[ServerProcess, float]:
    """A new process on the same data, and how long until it plays all battles again."""
    began = time.perf_counter()
    server = await bench.product(data=old.data)
    while await server.metric("hexwarden_rooms") < count:
        await asyncio.sleep(0.02)
    return server, time.perf_counter() - began


def _hang_up(tables: Sequence[Table]) -> None:
    for table in tables:
        for socket in table.sockets:
            socket.transport.abort()
