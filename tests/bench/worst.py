"""The worst that each request can ask: a state built for it, the request, and what it took.

Everything runs in one process on the store in memory, from the request's bytes to the bytes of the
answer; sockets are left out. Seconds are of this process's processor. To compare machines, they are
given as milliseconds of a machine on which `reference` takes `REFERENCE_MS`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol import codec, requests
from protocol.fields import LONGEST_NAME
from protocol.ids import NO_BATTLE, NO_TABLE, SeatId
from protocol.replies import Invited, Joined, Refused, Reply, Started, Welcome
from protocol.tables import Settings
from server.battles.games import Games
from server.battles.room import Resources, Room
from server.commands.bots import bots
from server.commands.setups import setups
from server.net.admission import BYTES_A_TOKEN
from server.players.authentication import Door
from server.players.limits import Limits
from server.players.visitor import Visitor
from server.rules.engine.patch import plain
from server.runtime.clock import WallClock
from server.service import cost_of
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from tests.bench import longest, provider

REFERENCE_MS = 4.0
SPECTATORS = 40
TABLES = 200
BACK = 12
"""Moves that are undone by a vote."""
LINE = "x" * 500
ENCOUNTER = "blackmire-gaol"
"""The largest map, with the most units."""


def reference() -> float:
    """Milliseconds of a fixed piece of work of the kind that the server does, best of some."""
    document = {f"unit {n}": {"at": [n, -n], "hp": n, "dice": ["combat"] * 6} for n in range(100)}
    best = float("inf")
    for _ in range(7):
        began = time.process_time()
        for _ in range(20):
            packed = msgspec.msgpack.encode(document)
            known: dict[str, int] = {}
            for name, unit in msgspec.msgpack.decode(packed).items():
                for die in unit["dice"]:
                    known[die + name[-1]] = known.get(die, 0) + unit["hp"]
        best = min(best, time.process_time() - began)
    return 1000 * best


class Cost(NamedTuple):
    """What a request took at its worst: milliseconds of the reference machine, and tokens."""

    ms: float
    tokens: float

    def share(self, rate: float) -> float:
        """The share of a core that it takes where so many tokens come back a second."""
        return rate * self.ms / self.tokens / 1000


class Somebody(Visitor):
    """A connection that counts what it is sent and charged."""

    def __init__(self, service: GameService) -> None:
        super().__init__(codec.msgpack, self._take, self._answer, lambda _: None)
        self.service, self.spent, self.heard = service, 0.0, 0
        self.last, self.token = b"", ""
        self.frames: list[bytes] = []
        self._refs = count(1)

    def _take(self, frame: bytes) -> None:
        self.last = frame
        self.frames.append(frame)
        self.heard += 1

    def _answer(self, frame: bytes) -> None:
        self.spent += len(frame) / BYTES_A_TOKEN
        self.last = frame
        self.frames.append(frame)
        self.heard += 1

    def spend(self, tokens: float) -> None:
        """See Visitor."""
        self.spent += tokens

    async def ask(self, kind: Callable[..., requests.Request], *args: Any, **fields: Any) -> Reply:
        """Send a request; its last answer."""
        await self.send(codec.msgpack.encode(kind(next(self._refs), *args, **fields)))
        return codec.msgpack.reply(self.last)

    async def send(self, frame: bytes) -> None:
        """Send a request, and wait for all that comes of it."""
        before = self.heard
        await self.service.handle(self, codec.msgpack.request(frame))
        for _ in range(100_000):
            if self.heard > before:
                break
            await asyncio.sleep(0)
        for _ in range(4):
            await asyncio.sleep(0)

    async def measure(self, request: requests.Request, *, is_refused: bool = False) -> Cost:
        """What a request takes, once; also one that is refused where that is what is expected."""
        frame = codec.msgpack.encode(request)
        self.frames = []
        spent, began = self.spent, time.process_time()
        await self.send(frame)
        ms = 1000 * (time.process_time() - began)
        # Others' coming and going may be told in between, which answers nothing.
        heard = [codec.msgpack.reply(frame) for frame in self.frames]
        assert any(isinstance(reply, Refused) for reply in heard) is is_refused, heard
        return Cost(ms, cost_of(request) + self.spent - spent)

    async def come(self, name: str = "N" * LONGEST_NAME) -> "Somebody":
        """Say hello."""
        welcome = await self.ask(requests.Hello, None, name)
        assert isinstance(welcome, Welcome), welcome
        self.token = welcome.token
        return self


@asynccontextmanager
async def opened() -> AsyncIterator[GameService]:
    """A service with every encounter of the game."""
    clock = WallClock()
    resources = Resources(MemoryStore(clock.now), clock, bots(), 0.0)
    limits, door = Limits(10**6, 10**6), Door(sign_in=provider.sign_in(clock))
    service = GameService(resources, Games(setups()), limits=limits, lease=600.0, door=door)
    await service.open()
    try:
        yield service
    finally:
        await service.close()


Rows = dict[type[requests.Ask], Callable[["Stage"], Awaitable[Cost]]]
"""Who builds the worst state for each request, and measures it there."""


class Stage:
    """A table of one player with a full chat, a crowd, and a battle of the largest encounter."""

    def __init__(self, service: GameService, one: Somebody, crowd: list[Somebody]) -> None:
        self.service, self.one, self.crowd = service, one, crowd
        self.table, self.battle, self.code = NO_TABLE, NO_BATTLE, ""
        self.frames: list[bytes] = []
        self.delay = 0
        self.times = 3
        self._numbers = count(1)
        self._bot = bots()["sensible"]

    @classmethod
    async def built(cls, service: GameService, times: int) -> "Stage":
        """All of it; measurements are the best of so many times."""
        self = cls(service, await Somebody(service).come(), [])
        self.times = times
        await self._sit_down()
        for _ in range(SPECTATORS):
            somebody = await Somebody(service).come()
            await somebody.ask(requests.Join, "", self.table)
            self.crowd.append(somebody)
        for _ in range(250):
            await self.one.ask(requests.Chat, LINE)
        for _ in range(TABLES):
            owner = await Somebody(service).come()
            await owner.ask(requests.Create, self.settings, "T" * LONGEST_NAME)
            await owner.ask(requests.Leave)
        return self

    @property
    def settings(self) -> Settings:
        """The table's."""
        return Settings(
            ENCOUNTER, party=1, public=True, undo="consent", absence=0, delay=self.delay
        )

    @property
    def room(self) -> Room:
        """The battle's room."""
        return self.service.rooms[self.battle]

    async def _sit_down(self) -> None:
        joined = await self.one_reply(requests.Create, self.settings, "T" * LONGEST_NAME)
        assert isinstance(joined, Joined)
        self.table = joined.table
        invited = await self.one.ask(requests.Invite, "1")
        assert isinstance(invited, Invited)
        await self.one.ask(requests.Join, invited.code)
        self.code = invited.code

    async def one_reply(self, kind: Callable[..., requests.Request], *args: Any) -> Reply:
        """The answer that carries the request's number, not what follows it."""
        heard: list[bytes] = []
        answer = self.one._answer

        def hear(frame: bytes) -> None:
            heard.append(frame)
            answer(frame)

        self.one._reply = hear
        await self.one.ask(kind, *args)
        self.one._reply = answer
        return codec.msgpack.reply(heard[0])

    async def play(self, moves: int) -> None:
        """Begin the battle, and let a bot move for the player."""
        if not self.battle:
            await self.one.ask(requests.Ready, True, "dice")
            started = await self.one_reply(requests.Start)
            assert isinstance(started, Started)
            self.battle = started.battle
        for _ in range(moves):
            if self.room.record.shown.over:
                break
            await self.one.send(codec.msgpack.encode(self.move()))

    def move(self, seat: str = "1") -> requests.Intent:
        """What a bot would answer now."""
        shown = self.room.record.shown
        question, picks, *_ = self._bot(plain(shown.state), SeatId(seat), shown.questions)
        return requests.Intent(
            1, next(self._numbers), question, tuple(picks), SeatId(seat), self.battle
        )

    async def best(
        self, request: requests.Request, by: Somebody | None = None, *, is_refused: bool = False
    ) -> Cost:
        """The least that one and the same request takes."""
        asking = by or self.one
        return least(
            [await asking.measure(request, is_refused=is_refused) for _ in range(self.times)]
        )

    async def alike(self, request: requests.Request, who: Callable[[], Somebody]) -> Cost:
        """The least of the same request by several."""
        return least([await who().measure(request) for _ in range(self.times)])

    async def alike_after(
        self, request: requests.Request, ready: Callable[[], Awaitable[Somebody]]
    ) -> Cost:
        """The least of a request before which something has to be done each time."""
        return least([await (await ready()).measure(request) for _ in range(self.times)])

    async def each(self, asked: Iterable[requests.Request]) -> Cost:
        """The least of several that are alike."""
        return least([await self.one.measure(request) for request in asked])

    async def start(self, settings: Settings) -> Cost:
        """The least that it takes to begin a battle at a table of its own."""
        costs: list[Cost] = []
        for _ in range(self.times):
            leader = await Somebody(self.service).come()
            await leader.ask(requests.Create, settings)
            for seat in range(1, settings.party + 1):
                await leader.ask(requests.PutBot, str(seat), "random")
            costs.append(await leader.measure(requests.Start(1)))
            await leader.ask(requests.Leave)
        return least(costs)

    async def dearest_move(self) -> Cost:
        """The dearest move of a whole battle for its tokens, but for the tenth in which the machine
        may have done something else meanwhile.
        """
        costs: list[Cost] = []
        while self.battle in self.service.rooms:
            costs.append(await self.one.measure(self.move()))
        costs.sort(key=lambda cost: cost.ms / cost.tokens)
        return costs[-1 - len(costs) // 10]

    async def undone(self) -> Cost:
        """The least that going back takes, each time after another move."""
        costs: list[Cost] = []
        for _ in range(self.times):
            await self.one.send(codec.msgpack.encode(self.move()))
            version = self.room.record.shown.version
            number = next(self._numbers)
            costs.append(await self.one.measure(requests.Undo(1, number, version - 1, SeatId("1"))))
        self.frames = [frame for _, frame in await self.service.resources.store.read(self.battle)]
        return least(costs)

    async def voted(self) -> Cost:
        """The least that the vote takes that brings about an undo of some moves of two seats."""
        pair = Stage(self.service, await Somebody(self.service).come(), [])
        other = await Somebody(self.service).come()
        joined = await pair.one_reply(requests.Create, replace(self.settings, party=2))
        assert isinstance(joined, Joined)
        await other.ask(requests.Join, "", joined.table)
        for seat, each in (("1", pair.one), ("2", other)):
            await each.ask(requests.Claim, seat)
            await each.ask(requests.Ready, True, "dice")
        await pair.play(0)
        seats = {"1": pair.one, "2": other}
        costs: list[Cost] = []
        for _ in range(self.times):
            moved: list[str] = []
            while len(moved) < BACK or moved[-1] == "1":
                shown = pair.room.record.shown
                moved.append(min(seat for each in shown.questions for seat in each.to))
                move = codec.msgpack.encode(pair.move(moved[-1]))
                await seats[moved[-1]].send(move)
            to = pair.room.record.shown.version - BACK
            await pair.one.ask(requests.Undo, next(pair._numbers), to, "1")
            costs.append(await other.measure(requests.Consent(1, to, True, SeatId("2"))))
        return least(costs)

    async def afresh(self, request: requests.Request) -> Cost:
        """The least of what is asked where nobody has looked at the table's battle yet, whose
        journal is the longest that there is.
        """
        longest.put(self.service, self.battle, longest.of(self.frames, over=True))
        costs: list[Cost] = []
        for _ in range(2):
            self.service.recorded_battles.close()  # it keeps none from before
            costs.append(await self.crowd[2].measure(request))
        return least(costs)

    async def dearest_preview(self) -> Cost:
        """The dearest of what can be asked of every unit, none of it asked before."""
        state: Any = self.room.record.shown.state
        costs: list[Cost] = []
        for unit in state.units:
            for what in ("engage", "enemy", "values"):
                picks = _plan(state, unit) if what == "engage" else ()
                ask = requests.Preview(1, what, unit, picks)
                costs.append(await self.one.measure(ask))
        return max(costs, key=lambda cost: cost.ms / cost.tokens)


def _plan(state: Any, unit: str) -> tuple[str, ...]:
    if unit not in state.adventurers:
        return ()
    target = next((each.id for each in state.units.values() if each.side == "enemy"), "")
    dice = tuple(f"die:{die}" for die in state.adventurers[unit].row)
    return (f"form:{state.adventurers[unit].form}", f"target:{target}", *dice)


def least(costs: list[Cost]) -> Cost:
    """The cheapest for its tokens: what is above it is other work of the machine."""
    return min(costs, key=lambda cost: cost.ms / cost.tokens)
