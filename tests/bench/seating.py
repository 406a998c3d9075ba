"""How tables come about: players and spectators meet on a real server, battles start and end."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, TypeVar

from protocol import replies, requests
from protocol.codec import msgpack
from protocol.ids import NO_BATTLE, SeatId
from protocol.tables import Settings
from tests.bench.tables import COMMIT, BareTable, BattleTable, BoardTable, MicroTable, Table
from tests.bench.wire import OnMessage, Socket, framed

AT_ONCE = 16
PATIENCE = 120.0
NO = b"\xa2no"
T = TypeVar("T", bound=Table)
R = TypeVar("R")


class Host:
    """The one who asks for everybody while a table is set up.

    `ports` are those of the processes to which players and spectators go, in turn.
    """

    def __init__(self, ports: Sequence[int], table: Table) -> None:
        self._ports, self._table = ports, table
        self._awaited: dict[int, asyncio.Future[Any]] = {}
        self._ref = 0
        self._to_watch, self.battle = "", NO_BATTLE
        table.on_reply = self._reply

    async def seat(self, settings: Settings) -> None:
        """Four players sit down and begin."""
        players = [await self._enter() for _ in range(4)]
        leader = players[0]
        await self._ask(leader, requests.Create(0, settings), replies.Joined)
        for seat, player in enumerate(players, 1):
            invited = await self._ask(
                leader, requests.Invite(0, SeatId(str(seat))), replies.Invited
            )
            await self._ask(player, requests.Join(0, invited.code), replies.Joined)
        self._to_watch = (await self._ask(leader, requests.Invite(0), replies.Invited)).code
        await self.begin()

    async def seat_away(self, host: int, settings: Settings) -> None:
        """A table that the process at `host` hosts, opened by somebody who does not play."""
        leader = await Socket.connect(host, "/ws", self._reply)
        await self._ask(leader, requests.Hello(0), replies.Welcome)
        await self._ask(leader, requests.Create(0, settings), replies.Joined)
        for seat in "1234":
            invited = await self._ask(leader, requests.Invite(0, SeatId(seat)), replies.Invited)
            player = await self._enter()
            await self._ask(player, requests.Join(0, invited.code), replies.Joined)
            await self._ask(player, requests.Ready(0), replies.Done)
        self._table.begun.clear()
        self.battle = (await self._ask(leader, requests.Start(0), replies.Started)).battle
        await asyncio.wait_for(self._table.begun.wait(), PATIENCE)

    async def watch_from(self, port: int, count: int, on_message: OnMessage) -> list[Socket]:
        """So many connections at a process that watch, and are no part of the table's moves."""
        sockets: list[Socket] = []

        def take(socket: Socket, payload: bytes) -> None:
            if payload[1:3] == COMMIT:
                on_message(socket, payload)

        async def one() -> None:
            socket = await self.come(port, take)
            await self._ask(socket, requests.Watch(0, self.battle), replies.Done)
            sockets.append(socket)

        await few_at_once(one() for _ in range(count))
        return sockets

    async def come(self, port: int, on_message: OnMessage) -> Socket:
        """Somebody who comes to the table at a process, and watches nothing yet."""

        def take(socket: Socket, payload: bytes) -> None:
            self._reply(socket, payload)
            on_message(socket, payload)

        socket = await Socket.connect(port, "/ws", take)
        await self._ask(socket, requests.Hello(0), replies.Welcome)
        await self._ask(socket, requests.Join(0, self._to_watch), replies.Joined)
        return socket

    async def begin(self) -> None:
        """Everybody gets ready, and the next battle starts."""
        players = self._table.sockets[:4]
        for player in players:
            await self._ask(player, requests.Ready(0), replies.Done)
        self._table.begun.clear()
        self.battle = (await self._ask(players[0], requests.Start(0), replies.Started)).battle
        await asyncio.wait_for(self._table.begun.wait(), PATIENCE)

    async def begin_again(self) -> None:
        """The next battle, as soon as the table has put the last one away."""
        leader = self._table.sockets[0]
        while isinstance(await self._answer(leader, requests.Ready(0)), replies.Refused):
            await asyncio.sleep(0.01)
        await self.begin()

    async def invite_spectators(self, count: int) -> None:
        """So many more connections watch."""
        for _ in range(count):
            watcher = await self._enter()
            await self._ask(watcher, requests.Join(0, self._to_watch), replies.Joined)
            await self._ask(watcher, requests.Watch(0, self.battle), replies.Done)

    async def _enter(self) -> Socket:
        port = self._ports[len(self._table.sockets) % len(self._ports)]
        socket = await Socket.connect(port, "/ws", self._table.take, wire=self._table.wire)
        self._table.sockets.append(socket)
        await self._ask(socket, requests.Hello(0), replies.Welcome)
        return socket

    async def _ask(self, socket: Socket, request: Any, kind: type[R]) -> R:
        reply = await self._answer(socket, request)
        assert isinstance(reply, kind), reply
        return reply

    async def _answer(self, socket: Socket, request: Any) -> Any:
        self._ref += 1
        fields = {name: getattr(request, name) for name in request.__struct_fields__}
        frame = framed(msgpack.encode(type(request)(**{**fields, "ref": self._ref})))
        future = asyncio.get_running_loop().create_future()
        self._awaited[self._ref] = future
        socket.send(frame)
        return await asyncio.wait_for(future, PATIENCE)

    def _reply(self, _socket: Socket, payload: bytes) -> None:
        if not self._awaited and payload[1:4] != NO:
            return
        reply = msgpack.reply(payload)
        waiting = self._awaited.pop(getattr(reply, "ref", 0), None)
        if waiting is not None:
            waiting.set_result(reply)
        elif isinstance(reply, replies.Refused):
            raise AssertionError(f"a move was refused: {reply}")


async def micro_tables(
    port: int, count: int, *others: int, options: dict[str, str] | None = None
) -> list[tuple[Host, MicroTable]]:
    """Tables of the micro-game, four players each, in play at `port`; some players at `others`."""
    settings = Settings("micro", options=options or {}, absence=0)
    return await _seated((port, *others), [MicroTable() for _ in range(count)], settings)


async def board_tables(
    port: int, count: int, kind: type[BoardTable] = BoardTable
) -> list[tuple[Host, BoardTable]]:
    """Tables of the micro-game's second form, four players each, in play."""
    return await _seated((port,), [kind() for _ in range(count)], Settings("board", absence=0))


async def battle_tables(port: int, count: int) -> list[tuple[Host, BattleTable]]:
    """Tables of Jailbreak, four players each, in play."""
    settings = Settings("jailbreak", "adept", absence=0)
    return await _seated((port,), [BattleTable(seed) for seed in range(count)], settings)


async def bare_tables(port: int, count: int, connections: int) -> list[BareTable]:
    """Groups of connections to the bare loop."""
    tables = [BareTable() for _ in range(count)]

    async def fill(number: int, table: BareTable) -> None:
        for _ in range(connections):
            table.sockets.append(await Socket.connect(port, f"/{number}", table.take))

    await few_at_once(fill(number, table) for number, table in enumerate(tables))
    return tables


async def add_bare(port: int, tables: Sequence[Table], connections: int) -> None:
    """So many more connections for each group of the bare loop."""
    for number, table in enumerate(tables):
        for _ in range(connections):
            table.sockets.append(await Socket.connect(port, f"/{number}", table.take))


async def few_at_once(work: Iterable[Awaitable[None]]) -> None:
    """Do everything, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(each: Awaitable[None]) -> None:
        async with gate:
            await each

    await asyncio.gather(*map(one, work))


async def _seated(
    ports: Sequence[int], tables: list[T], settings: Settings
) -> list[tuple[Host, T]]:
    hosted = [(Host(ports, table), table) for table in tables]
    await few_at_once(host.seat(settings) for host, _ in hosted)
    return hosted
