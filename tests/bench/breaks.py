"""How long a battle stands still when its process is killed, and over a rolling restart."""

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from protocol.tables import Settings
from tests.bench.processes import Bench
from tests.bench.scale import Scale
from tests.bench.seating import Host, few_at_once
from tests.bench.tables import MicroTable, Table
from tests.net.fleet import Fleet, Pauses
from tests.net.party import hang_up, meet
from tests.net.test_failover import comes_to, nomads, split
from tests.store.cluster import Cluster
from tests.store.servers import Server

TABLES = 20
THINKS = 0.05
PATIENCE = 60.0


class _Watch:
    """The longest wait of a table between a move and the next, from now on."""

    def __init__(self, table: Table) -> None:
        self.longest, self.moves = 0.0, 0
        self._table, self._then = table, time.perf_counter()
        self._stopped = False
        table.on_done = self._done
        table.move(self._then)

    def reset(self) -> None:
        """Forget what has been."""
        self.longest, self.moves = 0.0, 0

    def stop(self) -> None:
        """Make no further move."""
        self._stopped = True

    def _done(self, table: Table, _seconds: float) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._then)
        self.moves += 1
        self._then = now
        if not self._stopped:
            asyncio.get_running_loop().call_later(THINKS, self._move)

    def _move(self) -> None:
        if not self._stopped:
            self._table.move(time.perf_counter())


async def take_over(bench: Bench, store: str, scale: Scale) -> dict[str, Any]:
    """Tables whose players are at one process, played by others that are killed in turn."""
    stays = await bench.product("everysec", store=store)
    waits: list[float] = []
    settings = Settings("micro", options={"goal": "1000000"}, absence=0)
    count = min(TABLES, scale.main_tables)
    for _ in range(scale.kills):
        victim = await bench.product("everysec", store=store)
        tables = [MicroTable() for _ in range(count)]
        hosts = [Host((stays.port,), table) for table in tables]
        await few_at_once(host.seat_away(victim.port, settings) for host in hosts)
        watches = [_Watch(table) for table in tables]
        await _moves(watches, 5)
        for watch in watches:
            watch.reset()
        await victim.kill()
        await _moves(watches, 5)
        waits += [watch.longest for watch in watches]
        for watch in watches:
            watch.stop()
    return {
        "take_over_p50_s": _at(waits, 0.5),
        "take_over_p99_s": _at(waits, 0.99),
        "longest_s": max(waits),
        "kills": scale.kills,
        "battles": len(waits),
        "goals": "take_over_p99_s <= 3",
    }


async def _moves(watches: Sequence[_Watch], count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(watch.moves < count for watch in watches):
            await asyncio.sleep(0.02)


async def restart(store: Server | Cluster) -> dict[str, Any]:
    """Three processes stopped and started one after the other, their players moving on."""
    rng = random.Random(7)
    waits: list[float] = []
    with TemporaryDirectory(prefix="hw-bench-") as folder:
        fleet = Fleet(Path(folder), store, 3)
        try:
            await fleet.start()
            parties = [await meet(process.url, goal=100_000, absence=0) for process in fleet.all]
            for party in parties:
                await split(party, fleet)
            people = [one for party in parties for one in nomads(party, fleet, rng, THINKS)]
            tasks = [asyncio.create_task(one.play()) for one in people]
            for process in fleet.all:
                pauses = [Pauses(party.players["1"]) for party in parties]
                assert await fleet.stop(process) == 0
                await fleet.start_one(process)
                for party in parties:
                    await comes_to(party.players["1"], party.players["1"].version + 10)
                waits += [each.longest for each in pauses]
                await asyncio.gather(*(each.end() for each in pauses))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for party in parties:
                await hang_up(party.players.values())
        finally:
            await fleet.end()
    return {"p50_s": _at(waits, 0.5), "longest_s": max(waits), "tables": 3}


def _at(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
