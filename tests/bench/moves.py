"""Moves through the real server, to every client and durable, beside the bare loop."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.bench.pace import closed
from tests.bench.processes import Bench, ServerProcess
from tests.bench.report import Report
from tests.bench.rows import Side, in_turn
from tests.bench.scale import Scale
from tests.bench.seating import (
    Host,
    add_bare,
    bare_tables,
    battle_tables,
    few_at_once,
    micro_tables,
)
from tests.bench.tables import Table

SPECTATORS = 4


async def run(report: Report, scale: Scale) -> None:
    """The micro-game on growing numbers of tables, with and without spectators."""
    for count in scale.tables:
        async with Bench() as bench:
            await _micro(report, scale, bench, count)
    async with Bench() as bench:
        await _everysec(report, scale, bench)


async def run_battles(report: Report, scale: Scale) -> None:
    """Jailbreak by the real rules, every question answered at random."""
    async with Bench() as bench:
        server = await bench.product()
        hosted = await battle_tables(server.port, scale.main_tables)
        await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
        before, tables = server.journal, [table for _, table in hosted]
        restarts = Restarts(hosted)
        await closed(tables, scale.closed, restarts)
        await restarts.settle()
        updates = sum(table.updates for table in tables)
        size = sum(table.update_bytes for table in tables) // updates
        commit = _sample(tables, size)
        bare = await bench.bare(commit)
        theirs = await bare_tables(bare.port, scale.main_tables, 4 + SPECTATORS)
        ours = Side(server, tables, restarts, restarts.settle)
        row = await in_turn(ours, Side(bare, theirs), scale)
        updates = sum(table.updates for table in tables)
        report.add(
            f"jailbreak: {scale.main_tables} tables, {SPECTATORS} spectators",
            **row,
            bytes_per_update=sum(table.update_bytes for table in tables) / updates,
            store_bytes=(server.journal - before) / updates,
            battles=restarts.count,
        )


class Restarts:
    """Begins a new battle at a table whose battle is over, and waits for such between rounds."""

    def __init__(self, hosted: Sequence[tuple[Host, Table]]) -> None:
        self._hosts = {table: host for host, table in hosted}
        self._tasks: set[asyncio.Task[None]] = set()
        self.count = 0

    def __call__(self, table: Table) -> None:
        """Begin the next battle when the server is ready for it."""
        self.count += 1
        self._tasks.add(asyncio.get_running_loop().create_task(self._hosts[table].begin_again()))

    async def settle(self) -> None:
        """Wait until a battle is on at every table."""
        tasks, self._tasks = self._tasks, set()
        await asyncio.gather(*tasks)
