"""What an idle table in play costs the server: with its four players connected, and without."""

import asyncio
import time

from tests.bench.processes import Bench
from tests.bench.report import Report
from tests.bench.scale import Scale
from tests.bench.seating import battle_tables, micro_tables


async def run(report: Report, scale: Scale) -> None:
    """The micro-game and Jailbreak, many tables each; resident memory before and after."""
    for kind, seated in (("micro", micro_tables), ("jailbreak", battle_tables)):
        async with Bench() as bench:
            server = await bench.product()
            await seated(server.port, 1)
            empty = server.rss
            hosted = await seated(server.port, scale.idle_tables)
            full = server.rss
            for _, table in hosted:
                for socket in table.sockets:
                    socket.transport.abort()
            await server.stop()
            # A new process finds the battles again, and nobody is connected to it.
            began = time.perf_counter()
            server = await bench.product(data=server.data)
            bare = server.rss
            while (rooms := await server.metric("hexwarden_rooms")) <= scale.idle_tables:
                await asyncio.sleep(0.02)
            report.add(
                f"idle: {int(rooms) - 1} {kind} tables",
                kib_per_table_with_4_clients=(full - empty) / 1024 / scale.idle_tables,
                kib_per_table_without=(server.rss - bare) / 1024 / scale.idle_tables,
                taken_up_after_restart_s=time.perf_counter() - began,
            )
