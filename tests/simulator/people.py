"""Players and spectators: the real SDK on simulated connections, and somebody who decides."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from clients.bots.random_bot import RandomBot
from clients.core.session import Session
from clients.sdk import (
    Client,
    ConnectionLost,
    Ended,
    Refusal,
    TooSlow,
    Unreachable,
    parse_link,
)
from protocol.codec import msgpack as codec
from protocol.ids import NO_TABLE, SeatId, TableId
from protocol.questions import Picks, Question
from protocol.replies import Reply
from protocol.requests import Intent, Undo
from protocol.tables import Settings, TableState
from tests.simulator.history import Ledger
from tests.simulator.plan import MATCH
from tests.simulator.programs import Program

if TYPE_CHECKING:
    from tests.simulator.world import World

R = TypeVar("R")
LINK = parse_link("http://hexwarden.test")
RESIGNS = 0.01  # of the answers in a match one is to give up
AGAIN = ("paused", "busy", "too_fast", "not_now", "not_ready", "unknown")


FOREVER = 1e6
"""Seconds of the simulated clock, more than any run has."""


class SimBot(RandomBot):
    """Answers at random, but leaves alone what breaks the camp's rules."""

    def picks(self, question: Question) -> Picks:
        picks = super().picks(question)
        return question.default if "burst" in picks else picks


class Board:
    """What the people of one table tell each other outside of the game."""

    def __init__(self, settings: Settings, battles: int) -> None:
        self.settings, self.battles = settings, battles
        self.table = NO_TABLE
        self.invites: dict[str, str] = {}


class Observed(Client):
    """The SDK's client, with a ledger of what it says and hears."""

    def __init__(self, session: Session, ledger: Ledger) -> None:
        super().__init__(LINK, session, "", None)
        self.ledger, self._frame = ledger, b""
        self.told: Callable[[str], None] | None = None

    @property
    def battle(self) -> str:
        return self.view.battle if self.view is not None else ""

    def seen(self, way: str, frame: bytes) -> None:
        """A frame has gone over the connection."""
        if self.told is not None:
            message = codec.request(frame) if way == "sent" else codec.reply(frame)
            self.told(f"    {self.session.name} {way} {str(message)[:150]}")
        if way == "sent":
            self.ledger.wrote(frame, self.battle)
        else:
            self._frame = frame

    def _take(self, reply: Reply) -> None:
        frame = self._frame
        super()._take(reply)
        self.ledger.read(reply, frame, self.battle)
        self._updates.clear()

    async def _intend(self, intent: Intent | Undo, within: float) -> int:
        """Wait as long as it takes: what becomes of every intent is on the ledger."""
        battle = self.battle
        version = await super()._intend(intent, max(within, FOREVER))
        self.ledger.settled(battle, intent, version)
        return version


class Person(Program):
    """Somebody with a seat, or ("") a spectator, and their program, which may die and come back."""

    def __init__(self, world: "World", name: str, board: Board, seat: str) -> None:
        super().__init__(world, name)
        self.board, self.seat = board, seat
        self.chance = world.chance(f"person {name}")
        self.bot = SimBot(self.chance.getrandbits(32))
        self.token: str | None = None
        self.said = 0
        self.is_away = False
        self.client: Observed | None = None
        self.pace = self.chance.choice((0.02, 0.1, 0.3)) * self.chance.uniform(0.5, 1.5)

    def leave(self) -> None:
        """Go away, until told to come back."""
        self.is_away = True
        self.kill()

    def come_back(self) -> None:
        """Be there again, if away."""
        self.is_away = False
        self.boot()

    def boot(self) -> None:
        if self.lane is not None or self.is_away:
            return
        world, lane = self.world, self._new_lane()
        ledger = Ledger(world.history, lane.name, world.loop.time)
        self.client = Observed(Session(self.name, self.token, "simulator"), ledger)
        self.client.dial = self._dial
        self.client.told = world.tell if world.is_traced else None
        world.loop.create_task(self._live(self.client), context=lane.context.copy())

    async def _dial(self, _url: str, _wire: str) -> Any:
        world = self.world
        assert self.lane is not None
        assert self.client is not None
        up = sorted(world.net.doors)
        every = [process.name for process in world.processes]
        server = self.chance.choice(up if up and self.chance.random() < 0.8 else every)
        return await world.net.dial(self.lane, server, self.client.seen)

    def _end(self) -> None:
        assert self.lane is not None
        self.lane.drop()
        self.world.net.died(self.lane)
        self.lane = self.client = None
        self.world.later(self.world.faults.uniform(0.1, 4.0), self.boot)

    # What the program does

    async def _live(self, client: Observed) -> None:
        try:
            await self._arrive(client)
            client._tasks.start(self._chat(client))
            while not client.ended:
                await self._look(client)
        except Ended:
            pass
        self.world.history.failures.append(f"{self.name} was ended: {client.ended}")

    async def _arrive(self, client: Observed) -> None:
        while True:
            try:
                await client.open()
                break
            except (Unreachable, Refusal):
                await asyncio.sleep(self.chance.uniform(0.1, 0.6))
        self.token = client.session.token
        if self.seat == "1":
            await self._host(client)
        while self.seat not in self.board.invites:
            await asyncio.sleep(0.1)
        if self.seat in client.seats:
            return
        invite = self.board.invites[self.seat]
        await self._insist(lambda: client.join(invite, watch=False))

    async def _host(self, client: Observed) -> None:
        board = self.board
        if not board.table:
            table = await self._insist(lambda: client.create(board.settings))
            board.table = TableId(table)
        else:
            await self._insist(lambda: client.join(table=board.table, watch=False))
        for seat in ("", *(str(n) for n in range(1, board.settings.party + 1))):
            if seat not in board.invites:
                link = await self._insist(partial(client.invite, SeatId(seat)))
                board.invites[seat] = parse_link(link).code

    async def _insist(self, work: Callable[[], Awaitable[R]]) -> R:
        """Ask until it is granted. Raises `Ended`, and `Refusal` of what never will be."""
        while True:
            try:
                return await work()
            except (ConnectionLost, TooSlow):
                await asyncio.sleep(0.2)
            except Refusal as no:
                if no.code not in AGAIN:
                    raise
                await asyncio.sleep(0.3)

    async def _tried(self, work: Callable[[], Awaitable[object]]) -> None:
        """Ask once."""
        try:
            await work()
        except (ConnectionLost, TooSlow, Refusal):
            await asyncio.sleep(0.2)

    async def _look(self, client: Observed) -> None:
        """Do the next thing that is to be done."""
        table = client.table
        if table is None:
            await asyncio.sleep(0.1)
        elif self._should_watch(client, table):
            await self._watch(client)
        elif self.seat and table.phase != "playing":
            await self._prepare(client, table)
        elif client.session.ballot is not None and self.seat and self.chance.random() < 0.7:
            version, yes = client.session.ballot.version, self.chance.random() < 0.8
            client.session.ballot = None
            await self._tried(lambda: client.consent(version, yes))
        elif client.questions() and not self.world.is_calm:
            await self._play(client)
        else:
            await self._wait(client)

    async def _wait(self, client: Observed) -> None:
        client._changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.7):
                await client._changed.wait()

    def _should_watch(self, client: Observed, table: TableState) -> bool:
        return bool(table.battles) and client.battle != table.battles[-1].battle

    async def _watch(self, client: Observed) -> None:
        await asyncio.sleep(self.chance.uniform(0.2, 0.8))  # mostly it is shown by itself
        table = client.table
        if table is not None and self._should_watch(client, table):
            battle = table.battles[-1].battle
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(4.0):
                    await self._tried(lambda: client.watch(battle))

    async def _prepare(self, client: Observed, table: TableState) -> None:
        if len(table.battles) >= self.board.battles:
            await self._wait(client)
            return
        chairs = {chair.seat: chair for chair in table.chairs}
        mine = chairs[SeatId(self.seat)]
        if mine.player != client.session.player or mine.bot:
            await self._tried(lambda: client.claim(SeatId(self.seat)))
        elif not mine.ready:
            await self._tried(lambda: client.ready(dice=f"{self.name}{self.chance.random()}"))
        elif self.seat == "1" and all(chair.bot or chair.ready for chair in table.chairs):
            await self._tried(client.start)
        elif self.seat == "1" and (free := self._free_for_bots(table)):
            await self._tried(lambda: client.put_bot(SeatId(free), "any"))
        else:
            await self._wait(client)

    def _free_for_bots(self, table: TableState) -> str:
        wanted = self.world.bot_seats(self.board)
        free = (c.seat for c in table.chairs if not c.player and not c.bot and c.seat in wanted)
        return next(free, "")

    async def _play(self, client: Observed) -> None:
        await asyncio.sleep(self.chance.expovariate(1 / self.pace))
        questions = client.questions()
        if not questions or client.view is None:
            return
        if self.chance.random() < self.world.plan.undo:
            version = max(1, client.view.version - self.chance.randint(1, 3))
            await self._decide(client, lambda: client.undo(version))
            return
        # Asked only at matches: what else people do is drawn as it always was.
        if self.board.settings.encounter == MATCH and self.chance.random() < RESIGNS:
            await self._tried(client.resign)
            return
        question = self.chance.choice(questions)
        picks = self.bot.picks(question)
        await self._decide(client, lambda: client.answer(question, picks))

    async def _decide(self, client: Observed, work: Callable[[], Awaitable[int]]) -> None:
        """Make a move, and mostly wait for what comes of it."""

        async def made() -> None:
            with contextlib.suppress(Refusal, ValueError, Ended):
                await work()

        task = client._tasks.start(made())
        await asyncio.wait([task], timeout=self.chance.choice((0.05, 3.0, 8.0, 8.0)))

    async def _chat(self, client: Observed) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.5, 6.0))
            if client.table is not None and not self.world.is_calm:
                self.said += 1
                await self._tried(partial(client.chat, f"{self.name} says {self.said}"))
