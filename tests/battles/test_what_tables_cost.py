"""What a table takes of a server's memory, beside the figures by which hosts choose machines."""

import gc
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.battles.games import Games
from server.battles.room import Resources
from server.commands.bots import sensible
from server.commands.setups import setups
from server.service.game_service import GameService
from tests.service.clocks import breathe
from tests.service.conftest import World, gather

GUIDE = Path(__file__).resolve().parents[2] / "deploy" / "OPERATING.md"
KIB, MIB = 1024, 1024 * 1024
TABLES = 7
FEWEST = 3  # in play after all moves: a mean of so many is steady to a few per cent
PLAYED = 70  # moves: versions are kept of 64, and some battles of bots are over by the hundredth
SIZE = r"(\d+) (KiB|MiB)"


def figure(row: str) -> int:
    """The first size, in bytes, of a row of the guide's table of figures."""
    (line,) = [each for each in GUIDE.read_text().splitlines() if each.startswith(f"| {row}")]
    number, unit = re.findall(SIZE, line)[0]
    return int(number) * {"KiB": KIB, "MiB": MIB}[unit]


@pytest.fixture
def _traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


async def grown(world: World, service: GameService, seconds: int) -> float:
    """Bytes that a Jailbreak table of four bots, who move once a second, adds after so long."""

    async def play(tables: int) -> None:
        for _ in range(tables):
            party = await gather(service, "jailbreak", people=0, bots=4)
            (leader,) = service.tables[party.table].visitors
            service.depart(leader)
        for _ in range(seconds):
            await world.clock.advance(1)

    await play(1)
    while service.rooms:
        await world.clock.advance(1)
    before = await held(world)  # what every table shares is there from now on
    await play(TABLES)
    playing = len(service.rooms)  # what is over is freed
    assert playing >= FEWEST
    return (await held(world) - before) / playing


async def held(world: World) -> int:
    """Bytes in use, but for what the store holds, which is part of this process only here."""
    await breathe()
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - journals(world)


def journals(world: World) -> int:
    """Bytes of all journals and snapshots."""
    found = 0
    for journal in world.store._journals.values():
        found += sum(len(entry) for entry in journal.entries)
        found += len(journal.snapshot[1]) if journal.snapshot else 0
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("_traced")
@pytest.mark.parametrize(
    ("row", "seconds"),
    [
        ("memory of a Jailbreak table that has just begun", 0),
        ("memory of a Jailbreak table with 4 clients after 100 moves", PLAYED),
    ],
    ids=["begun", "played"],
)
async def test_a_jailbreak_table_costs_no_more_than_the_guide_says(
    world: World, row: str, seconds: int
) -> None:
    resources = Resources(world.store, world.clock, {"first": sensible().choose}, 1.0, True)
    service = GameService(resources, Games(setups()))
    world.game_services.append(service)
    await service.open()
    cost = await grown(world, service, seconds)
    print(f"{cost / KIB:.0f} KiB")
    assert figure(row) / 4 < cost < figure(row)
