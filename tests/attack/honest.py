"""The honest tables beside an attack: four parties who play the Jailbreak at a steady pace.

A move counts from when it was due until its commit has come to the last of the table's players, so
a server that stands still cannot hide by being asked less. Somebody else asks for the list of
tables at the same time: what a newcomer waits for.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from protocol import requests
from protocol.codec import msgpack
from tests.bench.moves import Restarts
from tests.bench.pace import opened
from tests.bench.seating import Host, battle_tables
from tests.bench.tables import BattleTable
from tests.bench.wire import Socket, framed

TABLES = 4
MOVES_PER_SECOND = 20.0  # over all tables: five a second at each, ten times what people do
ASKS_EVERY = 0.1
PATIENCE = 20.0


class Felt(NamedTuple):
    """How long honest moves took, and how long a list of tables, in milliseconds."""

    moves: list[float]
    lists: list[float]

    def plus(self, other: "Felt") -> "Felt":
        return Felt([*self.moves, *other.moves], [*self.lists, *other.lists])


def at(ms: Sequence[float], share: float) -> float:
    """The wait that `share` of them kept to; 0 where there was none."""
    ordered = sorted(ms)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Honest:
    """Four tables and a newcomer."""

    def __init__(self, hosted: list[tuple[Host, BattleTable]], newcomer: "Newcomer") -> None:
        self._tables = [table for _, table in hosted]
        self._restarts = Restarts(hosted)
        self._newcomer = newcomer

    @classmethod
    async def sit_down(cls, port: int) -> "Honest":
        """They come and begin."""
        hosted = await battle_tables(port, TABLES)
        newcomer = Newcomer()
        await newcomer.come(port)
        return cls(hosted, newcomer)

    async def play(self, seconds: float) -> Felt:
        """Play for so long. Raises `Stuck` where a move never comes back."""
        asking = asyncio.create_task(self._newcomer.ask(seconds))
        played = await opened(self._tables, seconds, MOVES_PER_SECOND, self._restarts)
        await self._restarts.settle()
        return Felt(played.ms, await asking)


class Newcomer:
    """Somebody who asks for the list of tables, ten times a second."""

    def __init__(self) -> None:
        self._socket: Socket
        self._heard = asyncio.Event()

    async def come(self, port: int) -> None:
        """Connect and say hello."""
        self._socket = await Socket.connect(port, "/ws", self._take)
        await self._say(requests.Hello(1))

    async def ask(self, seconds: float) -> list[float]:
        """Ask for so long; milliseconds of each answer."""
        found: list[float] = []
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        due = loop.time()
        while (due := due + ASKS_EVERY) < until:
            await asyncio.sleep(max(0.0, due - loop.time()))
            await self._say(requests.ListTables(1))
            found.append(1e3 * (loop.time() - due))
        return found

    async def _say(self, request: requests.Request) -> None:
        self._heard.clear()
        self._socket.send(framed(msgpack.encode(request)))
        await asyncio.wait_for(self._heard.wait(), PATIENCE)

    def _take(self, _socket: Socket, _payload: bytes) -> None:
        self._heard.set()
