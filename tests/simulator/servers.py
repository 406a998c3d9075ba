"""Server processes: the real server on a simulated store, clock and network."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, cast

from server.net.http import Listener
from server.process.app import Server
from server.runtime.clock import Timer
from server.settings import Settings
from server.store import StoreError
from tests.simulator.loop import Lane, Loop
from tests.simulator.network import Network
from tests.simulator.programs import Program
from tests.simulator.store import SimStore
from tests.simulator.way import Odds, Way

if TYPE_CHECKING:
    from tests.simulator.world import World

EPOCH_MS = 1_800_000_000_000


class SimClock:
    """A process's clocks: one that only grows, from a start of its own, and one that people set."""

    def __init__(self, loop: Loop, chance: Random, skew: float) -> None:
        self._loop = loop
        self._begun = chance.uniform(0, 100_000)
        self.offset = chance.uniform(-skew, skew)

    def now(self) -> float:
        return self._begun + self._loop.time()

    def unix_ms(self) -> int:
        return EPOCH_MS + round(1000 * (self._loop.time() + self.offset))

    def call_later(self, seconds: float, call: Any) -> Timer:
        return self._loop.call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class MemoryShelf:
    """Where replay files go."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._unfinished: MemoryShelf | None = None

    @property
    def unfinished(self) -> "MemoryShelf":
        if self._unfinished is None:
            self._unfinished = MemoryShelf()
        return self._unfinished

    async def has(self, battle: str) -> bool:
        return battle in self.files

    async def get(self, battle: str) -> bytes | None:
        return self.files.get(battle)

    async def put(self, battle: str, replay: bytes) -> None:
        self.files[battle] = replay


class _Door:
    """In place of the listener: connections come over the simulated network."""

    port = 0

    def __init__(self, net: Network, name: str, lane: Lane, server: Server) -> None:
        self._net, self._name, self._lane, self._server = net, name, lane, server

    async def start(self) -> None:
        self._net.listen(self._name, self._lane, self._server._converse)

    def close_door(self) -> None:
        self._net.close(self._name, self._lane)

    async def stop(self) -> None:
        self.close_door()


class Process(Program):
    """A server process and whoever starts it again."""

    def __init__(self, world: "World", name: str) -> None:
        super().__init__(world, name)
        self.is_leaving = False
        self.odds = Odds()

    def boot(self) -> None:
        if self.lane is not None:
            return
        world, lane = self.world, self._new_lane()
        self.is_leaving = False
        self.way = Way(world.loop, lane, world.chance(f"store {lane.name}"), world.count)
        self.way.odds = self.odds
        self.clock = SimClock(world.loop, world.chance(f"clock {lane.name}"), world.plan.skew)
        self._told = asyncio.Event()
        self.server: Server | None = None
        world.loop.create_task(self._live(lane), context=lane.context.copy())

    async def _live(self, lane: Lane) -> None:
        world = self.world
        store = SimStore(world.truth, self.way, world.chance(f"news {lane.name}"))
        store.news.lost, store.news.doubled, store.news.reordered = world.plan.news
        self.store = store
        server = Server(
            world.settings,
            store,
            world.setups,
            world.bots,
            clock=self.clock,
            replay_storage=world.replay_storage,
        )
        server.listener = cast("Listener", _Door(world.net, self.name, lane, server))
        try:
            await self._serve(server, lane)
        finally:
            # One that was killed has not come to this. The collector does not look into beats that
            # wait, so that they would keep the whole run in memory.
            server.service.owned.beats.close()

    async def _serve(self, server: Server, lane: Lane) -> None:
        world = self.world
        try:
            await server.start()
            self.server = server
            world.tell(f"{lane.name} is {server.service.owner}")
            await self._told.wait()
        except StoreError as fault:
            world.tell(f"{lane.name} cannot start: {fault}")
        try:
            async with asyncio.timeout(world.settings.stop_timeout):
                await server.stop()
        except TimeoutError:
            server.cut()
        world.loop.call_soon(self._gone, lane, context=world.loop.world.context)

    def _gone(self, lane: Lane) -> None:
        if self.lane is lane:
            self.world.tell(f"{lane.name} has stopped")
            self._end()

    def _end(self) -> None:
        assert self.lane is not None
        self.lane.drop()
        self.world.net.close(self.name, self.lane)
        self.world.net.died(self.lane)
        self.lane = self.server = None
        self.world.later(self.world.faults.uniform(0.1, 3.0), self.boot)

    def drain(self) -> None:
        """Tell it to stop in good order."""
        if self.lane is not None and self.server is not None:
            self.world.tell(f"{self.lane.name} is told to stop")
            self.is_leaving = True
            self._told.set()


def settings_of(chance: Random, aside: float) -> Settings:
    """The settings of all servers of a run. Battles are put aside after `aside` seconds."""
    return Settings(
        store="redis://simulated",
        data="/nowhere",
        lease=chance.choice((1.0, 2.0, 2.0)),
        bot_delay=chance.choice((0.0, 0.1)),
        stop_timeout=chance.choice((5.0, 20.0)),
        archive_after=0.0,
        unattended_after=aside,
        newcomer_burst=1000,
        connections_per_address=1000,
    )
