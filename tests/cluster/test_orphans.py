"""What a start asks the store, however many battles are over: counted, not timed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.battles.room import Resources
from server.runtime.clock import WallClock
from server.service.game_service import GameService
from server.store import EVERYSEC, open_store
from server.store.redis import RedisStore
from server.store.replay_storage import ReplayFolder
from tests.replays.test_library import played_out
from tests.service.conftest import World
from tests.service.games import GAMES, first_option
from tests.store.servers import Server

FEW, MANY = 5, 300
BY_SCRIPTS = ("pttl", "hexists")  # what one call of a script does for each journal


class Later(WallClock):
    """So late that all that the tests' clocks have seen is over."""

    def unix_ms(self) -> int:
        return 1_900_000_000_000


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    running = Server()
    yield running
    running.stop()


def asked(server: Server) -> int:
    """How many commands the store has been given."""
    with server.client() as client:
        stats = client.info("commandstats")
    names = {name: name.removeprefix("cmdstat_") for name in stats}
    return sum(stats[name]["calls"] for name in stats if names[name] not in BY_SCRIPTS)


async def finished(server: Server, count: int, retention: float | None) -> None:
    """So many battles that are over, and their tables, as an end leaves them."""
    world = World()
    party = await played_out(await world.service(), public=True)
    journal = [entry for _, entry in await world.store.read(party.battle)]
    meta = await world.store.meta(party.battle)
    found = await world.store.get("table", party.table)
    assert found is not None
    store = await opened(server)
    for number in range(count):
        battle = f"b{number}"
        of = {"seed": meta["seed"], "table": f"t{number}".encode()}
        lease = await store.create(BattleId(battle), of, journal[0], owner="before", ttl=1)
        for version, entry in enumerate(journal[1:], 2):
            await store.append(lease, version, entry)
        await store.expire(BattleId(battle), retention)
        await store.put("table", f"t{number}", found[1], 0, {"playing": False, "public": False})
    await store.put("index", "table", b"1")
    await store.close()


async def opened(server: Server) -> RedisStore:
    store = await open_store(server.url, data_dir=Path("unused"), durability=EVERYSEC)
    assert isinstance(store, RedisStore)
    return store


async def start(server: Server, folder: Path, retention: float | None) -> int:
    """How many commands a start gives, with what it still looks after once it listens."""
    store = await opened(server)
    resources = Resources(store, Later(), {"first": first_option})
    service = GameService(
        resources, GAMES, replay_storage=ReplayFolder(folder), retention=retention, lease=600.0
    )
    before = asked(server)
    await service.open()
    await service.settled()
    given = asked(server) - before
    await service.close()
    await store.close()
    return given


@pytest.mark.parametrize("retention", [None, 3600.0], ids=["kept for ever", "kept for a time"])
async def test_a_start_asks_as_much_whether_few_or_many_battles_are_over(
    server: Server, tmp_path: Path, retention: float | None
) -> None:
    """Given a store with few finished battles, and then with many, when a process starts, then it
    gives the store about as many commands (a page of names is one more)."""
    await finished(server, FEW, retention)
    few = await start(server, tmp_path, retention)
    with server.client() as client:
        client.flushall()
    await finished(server, MANY, retention)
    assert await start(server, tmp_path, retention) - few < 10


async def test_what_was_not_put_away_is_looked_at_once(server: Server, tmp_path: Path) -> None:
    """Given finished battles that no process has put away, and journals that are kept for ever,
    then the first start files them, and the next one does not ask for them again."""
    await finished(server, FEW, None)
    with server.client() as client:
        for number in range(FEW):
            client.hdel(f"hw:{{b{number}}}:meta", "over")
    first = await start(server, tmp_path, None)
    assert first - await start(server, tmp_path, None) > FEW
    assert all([await ReplayFolder(tmp_path).has(BattleId(f"b{number}")) for number in range(FEW)])
