"""One attacker: an identity with an address of its own, two connections, and a stage to stand on.

It asks as fast as the server lets it: faster after each request that was heard, slower after each
`too_fast`. It never waits for one answer before it asks the next thing, up to a bound.
"""

import asyncio
import contextlib
import random
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, assert_never, cast

import msgspec
from msgspec.structs import replace

from protocol import replies, requests
from protocol.codec import msgpack
from protocol.ids import NO_PLAYER, BattleId, SeatId, TableId
from protocol.requests import Ask, Request
from tests.attack.kinds import BATTLE, LOBBY, LONGEST_LINE, Kind, Scene, Stage
from tests.bench.tables import COMMIT, SNAPSHOT
from tests.bench.wire import Socket, framed

QUICKEST = 1 / 40  # a little over what a connection may say by default (30 a second)
SLOWEST = 4.0
OUTSTANDING = 32  # as many as fit beside each other before an attacker waits for answers
SILENT_AFTER = 1.0  # seconds; a granted intent is answered by its commit alone
PATIENCE = 20.0
CHAT_LINES = 220
BOTS_COME_TO_REST = 3.0  # seconds until the other seats wait for the one that we took back
NO = b"\xa2no"
TROUBLE = (OSError, ConnectionError, TimeoutError)

_head = msgspec.msgpack.Decoder(list[msgspec.Raw])


class Lane:
    """One connection of an attacker, and how often it asks."""

    def __init__(self, attacker: "Attacker") -> None:
        self._attacker = attacker
        self._awaited: dict[int, asyncio.Future[Any]] = {}
        self._sent: deque[float] = deque()
        self._ref = 0
        self.every = QUICKEST
        self.snapshot = b""
        self.socket: Socket | None = None

    @property
    def is_open(self) -> bool:
        return self.socket is not None and not self.socket.is_lost

    async def connect(self) -> None:
        """Connect and say hello as the same player as before. Raises one of `TROUBLE`."""
        attacker = self._attacker
        async with asyncio.timeout(PATIENCE):
            socket = await Socket.connect(attacker.port, "/ws", self._take, attacker.source)
        self.socket, self._awaited = socket, {}
        self._sent.clear()
        welcome = await self.ask(requests.Hello(0, attacker.token or None, attacker.name))
        if isinstance(welcome, replies.Welcome):
            attacker.token = welcome.token or attacker.token
            attacker.player = welcome.player

    def close(self) -> None:
        """Drop the connection."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def ask(self, request: Ask, tries: int = 40) -> Any:
        """The reply to a request, asked again while it comes too fast; None where none comes.

        Raises ConnectionError where the connection is gone.
        """
        for _ in range(tries):
            self._ref += 1
            future = asyncio.get_running_loop().create_future()
            self._awaited[self._ref] = future
            self.send(request, self._ref)
            try:
                reply = await asyncio.wait_for(future, PATIENCE)
            except TimeoutError:
                return None
            if not (isinstance(reply, replies.Refused) and reply.code in ("too_fast", "busy")):
                return reply
            await asyncio.sleep(0.3)
        return None

    def send(self, request: Ask, ref: int) -> None:
        """Send a request under a ref. Raises ConnectionError."""
        if self.socket is None or self.socket.is_lost:
            raise ConnectionError("the connection is gone")
        self.socket.send(framed(msgpack.encode(cast("Request", replace(request, ref=ref)))))

    async def flood(self, make: Callable[[], Ask], until: float) -> None:
        """Ask until then, as often as the server bears."""
        loop = asyncio.get_running_loop()
        self.every = QUICKEST
        while loop.time() < until:
            if not self.is_open:
                self._attacker.account["cut"] += 1
                await asyncio.sleep(0.5)
                with contextlib.suppress(*TROUBLE):
                    await self.connect()
                continue
            while self._sent and self._sent[0] < loop.time() - SILENT_AFTER:
                self._sent.popleft()
            if len(self._sent) < OUTSTANDING:
                self._ref += 1
                self._sent.append(loop.time())
                self._attacker.account["asked"] += 1
                with contextlib.suppress(ConnectionError):
                    self.send(make(), self._ref)
            await asyncio.sleep(self.every)

    def _take(self, _socket: Socket, payload: bytes) -> None:
        account = self._attacker.account
        account["bytes"] += len(payload)
        if payload[1:3] == COMMIT:
            account["commits"] += 1
        elif payload[1:10] == SNAPSHOT:
            self.snapshot = payload
        elif payload[1:4] == NO:
            reply = msgpack.reply(payload)
            assert isinstance(reply, replies.Refused)
            self._answered(reply.ref, reply)
            account[f"refused: {reply.code}"] += 1
            account["refused"] += 1
            slower = reply.code == "too_fast"
            self.every = min(SLOWEST, self.every * 1.5) if slower else self._quicker()
        else:
            self._heard(payload)

    def _heard(self, payload: bytes) -> None:
        head = _head.decode(payload)
        ref = msgspec.msgpack.decode(head[1]) if len(head) > 1 else 0
        if isinstance(ref, int) and ref:
            if ref in self._awaited:
                self._answered(ref, msgpack.reply(payload))
            self._attacker.account["granted"] += 1
            self.every = self._quicker()
            if self._sent:
                self._sent.popleft()

    def _quicker(self) -> float:
        return max(QUICKEST, self.every * 0.97)

    def _answered(self, ref: int, reply: Any) -> None:
        waiting = self._awaited.pop(ref, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)


class Attacker:
    """`source` is its address, `account` counts what it has asked and what came of it."""

    def __init__(self, number: int, port: int) -> None:
        self.port, self.source = port, f"127.0.0.{11 + number}"
        self.name = f"Attacker {number}"
        self.token, self.player = "", NO_PLAYER
        self.account: Counter[str] = Counter()
        self.scene = Scene()
        self.lanes = (Lane(self), Lane(self))
        self._lobby = self._past = ""
        self._chance = random.Random(number)
        self._count = 0

    async def prepare(self, patience: float) -> None:
        """A battle that bots play at a table with a full chat, and one that is over.

        Waits at most `patience` seconds for that end.
        """
        here, there = self.lanes
        await here.connect()
        await there.connect()
        self._past = await self._open(there, LOBBY)
        battle = await self._begin(there, "1234")
        await self._home(here)
        await asyncio.gather(self._sees_end(there, battle, patience), self._sees_units(patience))

    async def _sees_units(self, patience: float) -> None:
        """Wait until the adventurers of its own battle stand on the map."""
        lane, left = self.lanes[0], patience
        while left > 0 and not any(mat.get("row") for mat in self._mats()):
            await asyncio.sleep(2)
            await self._look(lane)
            left -= 2

    def _mats(self) -> list[Mapping[str, Any]]:
        return list(self.scene.state.get("adventurers", {}).values())

    async def _sees_end(self, there: Lane, battle: str, patience: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not await self._is_over(there, battle):
                    await asyncio.sleep(2)
        length = 1
        if await self._is_over(there, battle):
            await there.ask(requests.Watch(0, BattleId(battle)))
            found = msgpack.reply(there.snapshot) if there.snapshot else None
            length = found.version if isinstance(found, replies.Snapshot) else 1
            self.scene = self.scene._replace(finished=battle, length=length)

    async def stand(self, stage: Stage) -> None:
        """Take the place that a kind of request needs."""
        for lane in self.lanes:
            lane.every = QUICKEST
            if not lane.is_open:
                await lane.connect()
        self.scene = self.scene._replace(me=self.player)
        for lane in self.lanes:
            match stage:
                case "anywhere":
                    pass
                case "lobby":
                    await self._between(lane)
                case "over" | "replay":
                    await lane.ask(requests.Join(0, table=TableId(self._past)))
                    if stage == "replay":
                        await lane.ask(requests.Replay(0, BattleId(self.scene.finished), 1, 0))
                case "battle" | "seated" | "chat":
                    await self._at_battle(lane, stage)
                case _:
                    assert_never(stage)

    async def take_key(self) -> None:
        """Ask for what opens the replay file of the battle that is over, as it is today."""
        if not self.lanes[1].is_open:
            await self.lanes[1].connect()
        shared = await self.lanes[1].ask(requests.Share(0, BattleId(self.scene.finished or "none")))
        key = shared.key if isinstance(shared, replies.Shared) else ""
        self.scene = self.scene._replace(key=key)

    async def attack(self, kind: Kind, seconds: float) -> None:
        """Ask this on both connections for so long."""
        until = asyncio.get_running_loop().time() + seconds

        def make() -> Ask:
            self._count += 1
            return kind.make(self.scene, self._count, self._chance)

        await asyncio.gather(*(lane.flood(make, until) for lane in self.lanes))

    def leave(self) -> None:
        """Drop both connections."""
        for lane in self.lanes:
            lane.close()

    async def _open(self, lane: Lane, settings: Any) -> str:
        joined = await lane.ask(requests.Create(0, settings, "A table"))
        return joined.table if isinstance(joined, replies.Joined) else ""

    async def _begin(self, lane: Lane, bots: str) -> str:
        """A battle at the table where one is, bots in those seats; "" where it is refused."""
        for seat in bots:
            await lane.ask(requests.PutBot(0, SeatId(seat), "sensible"))
        await lane.ask(requests.Ready(0))
        started = await lane.ask(requests.Start(0))
        return started.battle if isinstance(started, replies.Started) else ""

    async def _home(self, lane: Lane) -> None:
        """The table with the attacker's own battle: its seat, three bots, a link."""
        table = await self._open(lane, BATTLE)
        await lane.ask(requests.Claim(0, SeatId("1")))
        battle = await self._begin(lane, "234")
        await lane.ask(requests.PutBot(0, SeatId("1"), "sensible"))
        link = await lane.ask(requests.Invite(0))
        code = link.code if isinstance(link, replies.Invited) else ""
        self.scene = self.scene._replace(table=TableId(table), battle=BattleId(battle), code=code)

    async def _between(self, lane: Lane) -> None:
        """A table between battles, bots in all seats but the first; a new one each time."""
        if lane is self.lanes[0]:
            self._lobby = await self._open(lane, LOBBY) or self._lobby
            for seat in "234":
                await lane.ask(requests.PutBot(0, SeatId(seat), "sensible"))
            await lane.ask(requests.Claim(0, SeatId("1")))
            await lane.ask(requests.Ready(0))
        else:
            await lane.ask(requests.Join(0, table=TableId(self._lobby)))

    async def _at_battle(self, lane: Lane, stage: Stage) -> None:
        joined = await lane.ask(requests.Join(0, table=self.scene.table))
        if not isinstance(joined, replies.Joined) and lane is self.lanes[0]:
            await self._home(lane)
        if not await self._look(lane) and lane is self.lanes[0]:
            await self._again(lane)
        if stage == "seated":
            await lane.ask(requests.Claim(0, SeatId("1")))
            await asyncio.sleep(BOTS_COME_TO_REST)
            await self._look(lane)
            return
        await lane.ask(requests.PutBot(0, SeatId("1"), "sensible"))
        if stage == "chat" and lane is self.lanes[0]:
            for _ in range(CHAT_LINES):
                await lane.ask(requests.Chat(0, LONGEST_LINE))

    async def _look(self, lane: Lane) -> bool:
        """Watch the battle and take down how it stands; False where it is over."""
        lane.snapshot = b""
        await lane.ask(requests.Watch(0, self.scene.battle))
        found = msgpack.reply(lane.snapshot) if lane.snapshot else None
        if not isinstance(found, replies.Snapshot) or found.over:
            return False
        self.scene = self.scene._replace(
            state=found.state,
            version=found.version,
            question=found.questions[0].id if found.questions else 0,
            number=found.numbers.get(SeatId("1"), 0) + 1,
        )
        return True

    async def _again(self, lane: Lane) -> None:
        """The next battle, where the last one is over."""
        await lane.ask(requests.Claim(0, SeatId("1")))
        battle = await self._begin(lane, "")
        if battle:
            self.scene = self.scene._replace(battle=BattleId(battle))
        await lane.ask(requests.PutBot(0, SeatId("1"), "sensible"))

    async def _is_over(self, lane: Lane, battle: str) -> bool:
        told = await lane.ask(requests.ListBattles(0))
        lines = told.battles if isinstance(told, replies.Battles) else ()
        return any(line.battle == battle and line.over for line in lines)
