"""Several server processes on one store, players that move between them, and how long they wait."""

import asyncio
import contextlib
import random
import signal
import time
from pathlib import Path
from typing import Protocol

from protocol import replies, requests
from protocol.ids import BattleId
from protocol.replies import Commit
from server.store import EVERYSEC, open_store
from tests.net.party import Party
from tests.net.player import Player
from tests.net.process import ServerProcess
from tests.net.test_kill import HURRY, LOST, Stubborn


class Reachable(Protocol):
    """A store that runs, of one server or of several."""

    @property
    def url(self) -> str:
        """Its address."""
        ...


class Fleet:
    """The processes; `up` are those that players may go to."""

    def __init__(self, folder: Path, store: Reachable, size: int, *more: str) -> None:
        self.store = store
        self.all: list[ServerProcess] = []
        for number in range(size):
            place = folder / f"process{number}"
            place.mkdir()
            flags = (*HURRY, "--store", store.url, "--log", "json", *more)
            self.all.append(ServerProcess(place, *flags))
        self.up: list[ServerProcess] = []

    async def start(self) -> "Fleet":
        for process in self.all:
            await self.start_one(process)
        return self

    async def start_one(self, process: ServerProcess) -> None:
        await process.start()
        self.up.append(process)

    async def kill(self, process: ServerProcess) -> None:
        self.up.remove(process)
        await process.kill()

    async def stop(self, process: ServerProcess) -> int:
        """SIGTERM; gives the exit code."""
        self.up.remove(process)
        return await process.stop()

    async def end(self) -> None:
        for process in self.all:
            with contextlib.suppress(ProcessLookupError, AssertionError):
                await process.stop(signal.SIGKILL)

    async def host(self) -> ServerProcess:
        """The process that plays a battle now."""
        async with asyncio.timeout(60):
            while True:
                for process in tuple(self.up):
                    with contextlib.suppress(OSError, EOFError):
                        if await rooms_of(process):
                            return process
                await asyncio.sleep(0.05)

    async def frames(self, battle: str) -> list[bytes]:
        store = await open_store(self.store.url, data_dir=Path("unused"), durability=EVERYSEC)
        try:
            return [frame for _, frame in await store.read(BattleId(battle))]
        finally:
            await store.close()

    def errors(self) -> list[str]:
        return [line for process in self.all for line in process.errors()]


async def rooms_of(process: ServerProcess) -> int:
    """How many battles a process plays, by its own account."""
    reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    text = (await reader.read(-1)).decode()
    writer.close()
    lines = [line for line in text.splitlines() if line.startswith("hexwarden_rooms ")]
    return int(float(lines[0].split()[1])) if lines else 0


class Nomad(Stubborn):
    """A player who comes back at any process that is up; `thinks` so many seconds at most."""

    def __init__(
        self,
        player: Player,
        seat: str,
        party: Party,
        fleet: Fleet,
        rng: random.Random,
        thinks: float = 0.0,
    ) -> None:
        up = asyncio.Event()
        up.set()
        super().__init__(player, seat, party, up)
        self.fleet, self.rng, self.thinks = fleet, rng, thinks
        self.returns = 0

    async def _answer(self) -> None:
        await asyncio.sleep(self.rng.random() * self.thinks)  # people do, and battles last
        await super()._answer()

    async def _come_back(self) -> None:
        while True:
            self.returns += 1
            choice = [process for process in self.fleet.up if process.url != self.player.url]
            if choice := choice or self.fleet.up:
                self.player.url = self.rng.choice(choice).url
            try:
                with contextlib.suppress(*LOST):
                    await self.player.drop()
                async with asyncio.timeout(5):
                    await self.player.hello()
                    join = requests.Join(0, table=self.party.table)
                    await self.player.ask(join, replies.Joined)
                    watch = requests.Watch(0, self.party.battle, self.player.version)
                    await self.player.ask(watch, replies.Done)
                return
            except LOST:
                await asyncio.sleep(0.01)


class Pauses:
    """The waits of one connection between a commit and the next."""

    def __init__(self, player: Player) -> None:
        self.player, self.gaps = player, [0.0]
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        player, then = self.player, time.monotonic()
        while not player.over:
            seen = player.version
            await player.wait(lambda v=seen: player.version > v or player.over, 120, lost=False)  # type: ignore[misc]
            now = time.monotonic()
            self.gaps.append(now - then)
            then = now

    @property
    def longest(self) -> float:
        return max(self.gaps)

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def spectator(process: ServerProcess, party: Party) -> Player:
    """Somebody who watches at a process."""
    player = await Player(process.url).hello("Watcher")
    await player.ask(requests.Join(0, party.to_watch), replies.Joined)
    await player.ask(requests.Watch(0, party.battle), replies.Done)
    return player


def saw_everything(player: Player, frames: list[bytes]) -> bool:
    """Whether a connection was told every commit since its first snapshot, in order."""
    told = [message.version for message in player.news if isinstance(message, Commit)]
    first = next(n.version for n in player.news if isinstance(n, replies.Snapshot))
    return told == list(range(first + 1, len(frames) + 1))
