"""Moves through the real server, to every client and durable, beside the bare loop."""

import asyncio
from collections.abc import Sequence

from tests.bench.pace import closed
from tests.bench.processes import Bench
from tests.bench.report import Report
from tests.bench.rows import Side, in_turn
from tests.bench.scale import Scale
from tests.bench.seating import (
    Host,
    add_bare,
    bare_tables,
    battle_tables,
    board_tables,
    few_at_once,
    micro_tables,
)
from tests.bench.tables import BoardTable, DeflatedBoardTable, Table, commit_of

SPECTATORS = 4


BOARD_GOALS = "share_of_bare >= 0.75, cpu_times_bare <= 1.4, bytes_per_update <= 110"
GOALS = "share_of_bare >= 0.5, p99_ms <= 5, p99_times_bare <= 3, bytes_per_update <= 150"


async def run(report: Report, scale: Scale) -> None:
    """The micro-game on growing numbers of tables, with and without spectators."""
    for count in scale.tables:
        async with Bench() as bench:
            server = await bench.product()
            hosted = await micro_tables(server.port, count)
            ours = Side(server, [table for _, table in hosted])
            size = await bytes_of_commit(ours)
            theirs = await bare_side(bench, size, count, 4)
            await _row(report, scale, ours, theirs, 0)
            await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
            await add_bare(theirs.server.port, theirs.tables, SPECTATORS)
            goals = GOALS if count == scale.main_tables else ""
            await _row(report, scale, ours, theirs, SPECTATORS, goals=goals)


async def run_board(report: Report, scale: Scale) -> None:
    """The second form of the micro-game, at one table and at many, with spectators."""
    most = scale.main_tables
    for count, kind in ((1, BoardTable), (most, BoardTable), (most, DeflatedBoardTable)):
        async with Bench() as bench:
            server = await bench.product()
            hosted = await board_tables(server.port, count, kind)
            await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
            ours = Side(server, [table for _, table in hosted])
            theirs = await bare_side(bench, await bytes_of_commit(ours), count, 4 + SPECTATORS)
            goals = BOARD_GOALS if kind is DeflatedBoardTable else ""
            name = "board, deflated" if kind is DeflatedBoardTable else "board"
            await _row(report, scale, ours, theirs, SPECTATORS, name, goals)


async def run_everysec(report: Report, scale: Scale) -> None:
    """The micro-game with `everysec`."""
    async with Bench() as bench:
        server = await bench.product("everysec")
        hosted = await micro_tables(server.port, scale.main_tables)
        await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
        ours = Side(server, [table for _, table in hosted])
        size = await bytes_of_commit(ours)
        theirs = await bare_side(bench, size, scale.main_tables, 4 + SPECTATORS, "everysec")
        await _row(report, scale, ours, theirs, SPECTATORS, "everysec", "moves_per_s >= 1000")


async def run_battles(report: Report, scale: Scale) -> None:
    """Jailbreak by the real rules, every question answered at random."""
    async with Bench() as bench:
        server = await bench.product()
        hosted = await battle_tables(server.port, scale.main_tables)
        await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
        again = Restarts(hosted)
        ours = Side(server, [table for _, table in hosted], again, again.settle)
        size = await bytes_of_commit(ours)
        theirs = await bare_side(bench, size, scale.main_tables, 4 + SPECTATORS)
        await _row(report, scale, ours, theirs, SPECTATORS, "jailbreak")


async def _row(
    report: Report,
    scale: Scale,
    ours: Side,
    theirs: Side,
    spectators: int,
    kind: str = "micro",
    goals: str = "",
) -> None:
    journal, (updates, size) = ours.server.journal, _seen(ours)
    figures = await in_turn(ours, theirs, scale)
    updates, size = _seen(ours)[0] - updates, _seen(ours)[1] - size
    figures["bytes_per_update"] = size / updates
    figures["store_bytes_per_commit"] = (ours.server.journal - journal) / updates
    if goals:
        figures["goals"] = goals
    report.add(f"{kind}: {len(ours.tables)} tables, 4+{spectators}", **figures)


async def bare_side(
    bench: Bench, size: int, tables: int, connections: int, durability: str = "fsync"
) -> Side:
    server = await bench.bare(commit_of(size), durability)
    return Side(server, await bare_tables(server.port, tables, connections))


async def bytes_of_commit(side: Side) -> int:
    """The mean size of the server's commits, from a first run that also warms it up."""
    await closed(side.tables, 0.5, side.restart)
    if side.settle is not None:
        await side.settle()
    updates, size = _seen(side)
    return round(size / updates)


def _seen(side: Side) -> tuple[int, int]:
    updates = sum(table.updates for table in side.tables)
    return updates, sum(table.update_bytes for table in side.tables)


class Restarts:
    """Begins a new battle at a table whose battle is over; `settle` waits until all are on."""

    def __init__(self, hosted: Sequence[tuple[Host, Table]]) -> None:
        self._hosts = {table: host for host, table in hosted}
        self._tasks: list[asyncio.Task[None]] = []

    def __call__(self, table: Table) -> None:
        """Begin the next battle as soon as the server lets us."""
        loop = asyncio.get_running_loop()
        self._tasks.append(loop.create_task(self._hosts[table].begin_again()))

    async def settle(self) -> None:
        """Wait until a battle is on at every table."""
        tasks, self._tasks = self._tasks, []
        await asyncio.gather(*tasks)
