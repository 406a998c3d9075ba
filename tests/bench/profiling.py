"""Where the time of a part goes: the profile of the server, or of the engine alone.

The profiler itself is felt most where calls are many and short, so shares are a hint and no
measurement: what a change brings, `counting` and the figures say.
"""

import cProfile
import pstats
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from server.commands.headless import Simulation
from tests.bench.moves import SPECTATORS, Restarts
from tests.bench.pace import closed
from tests.bench.processes import Bench
from tests.bench.seating import Host, battle_tables, board_tables, few_at_once, micro_tables
from tests.bench.tables import Table

TABLES, SECONDS, BATTLES, LINES = 50, 8.0, 20, 45

Seated = Callable[[int, int], Awaitable[Sequence[tuple[Host, Table]]]]
SEATED: dict[str, Seated] = {
    "micro": micro_tables,
    "board": board_tables,
    "jailbreak": battle_tables,
}
PARTS = (*SEATED, "engine")


async def run(part: str) -> None:
    """Print the profile of a part, once by the functions' own time and once with what they call."""
    with TemporaryDirectory(prefix="hw-profile-") as folder:
        found = Path(folder) / "profile"
        if part == "engine":
            _engine(found)
        else:
            await _server(SEATED[part], found)
        stats = pstats.Stats(str(found))
        stats.sort_stats("tottime").print_stats(LINES)
        stats.sort_stats("cumulative").print_stats(LINES)


def _engine(into: Path) -> None:
    battles = [Simulation("jailbreak", 4, "adept", "random", seed) for seed in range(BATTLES)]
    watch = cProfile.Profile(time.process_time)
    for battle in battles:
        watch.runcall(battle.play)
    watch.dump_stats(into)


async def _server(seated: Seated, into: Path) -> None:
    async with Bench() as bench:
        server = await bench.product(profile=into)
        hosted = await seated(server.port, TABLES)
        await few_at_once(host.invite_spectators(SPECTATORS) for host, _ in hosted)
        again = Restarts(hosted)
        server.watch()
        done = await closed([table for _, table in hosted], SECONDS, again)
        await again.settle()
        print(f"{len(done.ms)} moves in {SECONDS:g} s")
        await server.stop()
