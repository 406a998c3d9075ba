"""Several processes on one store: what a second one carries, watchers, losses, resumption.

Load generator and store run on the same machine, so the rate of two processes is bounded by its
cores; the processor time per move tells what two would carry on cores of their own.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from resource import RLIMIT_NOFILE, getrlimit
from statistics import median

from tests.bench import breaks, resuming
from tests.bench.pace import closed, opened, ratio
from tests.bench.processes import Bench, ServerProcess
from tests.bench.report import Report
from tests.bench.scale import Scale
from tests.bench.seating import Host, micro_tables
from tests.bench.tables import MicroTable, Table
from tests.bench.wire import Socket
from tests.store.cluster import Cluster
from tests.store.servers import Server

LONG = {"goal": "1000000"}
DURABILITY = "everysec"
RATE = 4.0  # moves of the watched battle per second
FILES_SPARED = 500
GOAL_TWO = "times_one >= 1.7 as far as the cores allow, else times_one_by_cpu >= 1.7"


async def run(report: Report, scale: Scale) -> None:
    """All of it on one store."""
    store = Server()
    try:
        await _all(report, scale, store.url, "fleet")
        report.add("fleet: rolling restart of three", **await breaks.restart(store))
    finally:
        store.stop()


async def run_on_cluster(report: Report, scale: Scale) -> None:
    """The same on a cluster of three local shards."""
    cluster = await asyncio.to_thread(Cluster)
    try:
        await _all(report, scale, cluster.url, "cluster")
        report.add("cluster: rolling restart of three", **await breaks.restart(cluster))
    finally:
        cluster.stop()


async def _all(report: Report, scale: Scale, store: str, word: str) -> None:
    await _carry(report, scale, store, word)
    await _crowd(report, scale, store, word, scale.crowd, 1)
    await _crowd(report, scale, store, word, scale.city, 2)
    async with Bench() as bench:
        found = await breaks.take_over(bench, store, scale)
        report.add(f"{word}: take-over after kill -9", **found)
    async with Bench() as bench:
        found = await resuming.measure(bench, store, scale)
        report.add(f"{word}: resume, {scale.missed} commits missed", **found)


class _Rate:
    """Moves per second, and microseconds of all processes for each."""

    def __init__(self, tables: Sequence[Table], processes: Sequence[ServerProcess]) -> None:
        self.tables, self._processes = tables, processes
        self.best: list[float] = []
        self.us: list[float] = []

    async def run(self, scale: Scale) -> None:
        used = self._used()
        found = await closed(self.tables, scale.closed)
        self.best.append(max(found.rates))
        self.us.append(1e6 * (self._used() - used) / max(1, len(found.ms)))

    def _used(self) -> float:
        return sum(process.cpu for process in self._processes)


async def _carry(report: Report, scale: Scale, store: str, word: str) -> None:
    """The same tables at one process, spread over two, and with players at either."""
    count = scale.fleet_tables
    async with Bench() as bench:
        one, two = [await bench.product(DURABILITY, store=store) for _ in range(2)]
        here = await _tables(one.port, count)
        spread = [*await _tables(one.port, count // 2), *await _tables(two.port, count // 2)]
        mixed = await _tables(one.port, count, two.port)
        sides = [_Rate(here, [one]), _Rate(spread, [one, two]), _Rate(mixed, [one, two])]
        for side in sides:
            await closed(side.tables, scale.closed)
        for number in range(scale.rounds):
            for side in sides if number % 2 else reversed(sides):
                await side.run(scale)
    single, double, relayed = sides
    report.add(
        f"{word}: 1 process, {count} tables",
        moves_per_s=max(single.best),
        us_per_move=median(single.us),
    )
    report.add(
        f"{word}: 2 processes, {count} tables",
        moves_per_s=max(double.best),
        us_per_move=median(double.us),
        times_one=ratio(double.best, single.best),
        times_one_by_cpu=2 * ratio(single.us, double.us),
        relayed_moves_per_s=max(relayed.best),
        relayed_us_per_move=median(relayed.us),
        goals=GOAL_TWO,
    )


async def _tables(port: int, count: int, *others: int) -> list[MicroTable]:
    return [table for _, table in await micro_tables(port, count, *others, options=LONG)]


async def _crowd(
    report: Report, scale: Scale, store: str, word: str, count: int, processes: int
) -> None:
    """Two tables of one owner; one is watched by many at other processes.

    While the other one is measured, those are as busy with as many watchers (or as many as there
    are files left to be opened) of a battle of their own: what neighbours on one machine cost each
    other is not what is asked here.
    """
    neighbours = min(count, getrlimit(RLIMIT_NOFILE)[0] - count - FILES_SPARED)
    moves = scale.watched
    async with Bench() as bench:
        owner, *others = [
            await bench.product(DURABILITY, store=store) for _ in range(1 + processes)
        ]
        ports = [other.port for other in others]
        (host, watched), (_, alone) = await micro_tables(owner.port, 2, options=LONG)
        ((own_host, own),) = await micro_tables(ports[0], 1, options=LONG)
        crowd = _Crowd(await _watchers(host, ports, count))
        own_crowd = _Crowd(await _watchers(own_host, ports, neighbours))
        with_them, without, told, ms = [], [], [], []
        for _ in range(scale.rounds):
            without.append(await _cpu_of_moves(owner, [alone, own], own_crowd, moves))
            used = sum(other.cpu for other in others)
            with_them.append(await _cpu_of_moves(owner, [watched], crowd, moves))
            told.append(moves * count / (sum(other.cpu for other in others) - used))
            ms.append(await crowd.time_of(watched))
    report.add(
        f"{word}: {count} watchers at {processes} other" + "s" * (processes > 1),
        owner_us_per_move=1e6 * median(with_them) / moves,
        without_us_per_move=1e6 * median(without) / moves,
        owner_times_without=sum(with_them) / sum(without),
        watchers_per_core=max(told),
        ms_to_last=min(ms),
        goals="owner_times_without <= 1.05; watchers_per_core at one commit a second",
    )


async def _cpu_of_moves(
    owner: ServerProcess, tables: Sequence[Table], crowd: "_Crowd", moves: int
) -> float:
    """Seconds of the owner's processor for moves at a fixed rate, until the crowd has seen them."""
    used = owner.cpu
    await asyncio.gather(*(opened([table], moves / RATE, RATE) for table in tables))
    crowd.moves += moves
    await crowd.has(crowd.moves)
    return owner.cpu - used


async def _watchers(host: Host, ports: Sequence[int], count: int) -> "_Counter":
    each = count // len(ports)
    counter = _Counter(each * len(ports))
    for port in ports:
        counter.sockets += await host.watch_from(port, each, counter.take)
    return counter


class _Counter:
    """Commits that have come to all of many connections together."""

    def __init__(self, count: int) -> None:
        self.count, self.commits = count, 0
        self.sockets: list[Socket] = []
        self.on_more: Callable[[], None] = _nothing

    def take(self, _socket: Socket, _commit: bytes) -> None:
        """One commit has come to one of them."""
        self.commits += 1
        if not self.commits % self.count:
            self.on_more()


class _Crowd:
    """Watchers, and how many moves all of them have seen."""

    def __init__(self, counter: _Counter) -> None:
        self._counter, self.moves = counter, 0

    async def has(self, moves: int) -> None:
        """Wait until everybody has seen so many moves."""
        seen = asyncio.Event()
        wanted = moves * self._counter.count
        self._counter.on_more = lambda: seen.set() if self._counter.commits >= wanted else None
        self._counter.on_more()
        await asyncio.wait_for(seen.wait(), 60)

    async def time_of(self, table: Table) -> float:
        """Milliseconds from one move to the last watcher."""
        began = time.perf_counter()
        table.on_done = _ignored
        table.move(began)
        self.moves += 1
        await self.has(self.moves)
        return 1e3 * (time.perf_counter() - began)


def _ignored(_table: Table, _seconds: float) -> None:
    pass


def _nothing() -> None:
    pass
