"""A server that alone does not reach the store: its battles and its players go on elsewhere."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from protocol.replies import Bye
from tests.net.fleet import Fleet, Nomad, Pauses, spectator
from tests.net.party import SEATS, hang_up, meet
from tests.net.player import Player
from tests.net.test_kill import LOST, SEED, check_journal
from tests.store.servers import Server as StoreServer

pytestmark = pytest.mark.slow


class Road:
    """A way to the store, which can be cut without either end being told."""

    def __init__(self, store: StoreServer) -> None:
        self._store = store
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def build(self) -> None:
        self._door = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._port = self._door.sockets[0].getsockname()[1]

    @property
    def url(self) -> str:
        return self._store.url.replace(str(self._store.port), str(self._port))

    def cut(self) -> None:
        """From now on nothing arrives, in either direction."""
        self._open.clear()

    async def end(self) -> None:
        self._door.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._store.port)
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self._open.wait()
                sink.write(data)
        sink.close()


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[tuple[Fleet, Road]]:
    """Two processes, the last of them behind the road; it knows of the other from the start."""
    store = StoreServer(appendfsync="everysec")
    road = Road(store)
    await road.build()
    near, far = tmp_path / "near", tmp_path / "far"
    near.mkdir()
    far.mkdir()
    fleet = Fleet(near, store, 1)
    fleet.all += Fleet(far, road, 1).all
    yield await fleet.start(), road
    await fleet.end()
    await road.end()
    store.stop()


async def test_players_of_a_server_that_is_cut_off_from_the_store_go_on_at_another(
    fleet: tuple[Fleet, Road],
) -> None:
    """Given a battle at a server, when its line to the store is cut and nobody is told, then it
    sends its players away, the other server goes on, nothing acknowledged is lost, and who comes
    late is sent away, too."""
    both, road = fleet
    other, cut_off = both.all
    party = await meet(cut_off.url, goal=400, absence=0)
    rng = random.Random(SEED)
    players = [Nomad(party.players[seat], seat, party, both, rng, thinks=0.02) for seat in SEATS]
    watcher = await spectator(other, party)
    tasks = [asyncio.create_task(each.play()) for each in players]
    pauses = Pauses(party.players["1"])
    await watcher.wait(lambda: watcher.version > 40, 60)
    road.cut()
    both.up.remove(cut_off)
    async with asyncio.timeout(120):
        await asyncio.gather(*tasks)
    await watcher.wait_over()
    check_journal(await both.frames(party.battle), party, list(players))
    assert all(each.returns for each in players)
    assert other.errors() == []
    await pauses.end()
    print(f"\ncut off from the store: pause of a player there {pauses.longest:.2f} s")

    late = Player(cut_off.url)
    with pytest.raises(LOST):
        await late.hello()
    for each in (late, *party.players.values()):
        assert [bye.code for bye in each.news if isinstance(bye, Bye)] == ["moved"]
    await hang_up([watcher, *party.players.values()])
