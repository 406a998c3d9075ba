"""Four programs at a table, battle after battle, who remember every promise and every wait."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from clients.sdk import Client, ConnectionLost, Ended, Played, Refusal, Unreachable, connect
from protocol import codec
from protocol.ids import NO_BATTLE, BattleId, SeatId
from protocol.questions import One, Picks, Question
from protocol.replies import Snapshot
from protocol.tables import Settings
from server.commands.bots import sensible
from tests.chaos.stage import Door, Stage
from tests.e2e.commands import HexwardenServer
from tests.e2e.test_jailbreak import SEATS
from tests.e2e.test_kills import FASTER, Answer

THINKS = 0.1
GOAL = "1500"
MEETING_PATIENCE, AGAIN_AFTER = 60.0, 0.5
TROUBLE = (Refusal, ConnectionLost, Unreachable, TimeoutError)


class Wait(NamedTuple):
    """How long an answer was under way, by the monotonic clock, and where it was sent to."""

    since: float
    until: float
    at: HexwardenServer | None

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.until - self.since


class Promises:
    """What one player was told of one journal: `acknowledged` maps each answer to its commit's
    version, `shown` each version that was seen to what was seen.
    """

    def __init__(self) -> None:
        self.acknowledged: dict[Answer, int] = {}
        self.shown: dict[int, int] = {}


class Program:
    """A player. `promises` are by journal: a session and each of its battles has its own."""

    def __init__(
        self, client: Client, door: Door, seat: str, choose: Callable[..., Any], think: float
    ) -> None:
        self.client, self.door, self.seat = client, door, seat
        self.battle = NO_BATTLE
        self.promises: defaultdict[BattleId, Promises] = defaultdict(Promises)
        self.refused: list[str] = []
        self.waits: list[Wait] = []
        self._choose, self._think = choose, think

    async def listen(self) -> None:
        """Take down every commit that comes. A snapshot comes before the commits of its journal."""
        battle = self.battle
        async for news in self.client:
            match news:
                case Snapshot():
                    battle = news.battle
                case Played(commit=commit):
                    shown = self.promises[battle].shown
                    shown[commit.version] = hash(codec.msgpack.encode(commit))
                case _:
                    pass

    async def play(self, rng: random.Random, stop: asyncio.Event) -> None:
        """Answer whatever is asked until the battle is over, or the session with all that it calls
        for, or the run.
        """
        client = self.client
        while not self.is_over and not stop.is_set():
            await _either(client.until(lambda: self.is_over or client.questions()), stop.wait())
            await asyncio.sleep(rng.random() * self._think)
            if questions := client.questions():
                await self._answer(questions)

    @property
    def is_over(self) -> bool:
        """Whether what was begun is over. The table is told after the last commit."""
        view = self.client.view
        return view is not None and view.battle == self.battle and view.over

    @property
    def place(self) -> tuple[BattleId, int]:
        """Which journal the player sees, and how far."""
        view = self.client.view
        return (NO_BATTLE, 0) if view is None else (view.battle, view.version)

    async def comes_to(self, version: int) -> None:
        """Wait until the player has seen so much."""
        await self.client.until(lambda: self.place[1] >= version)

    async def moves_on(self) -> None:
        """Wait until the player sees more, or another journal."""
        place = self.place
        await self.client.until(lambda: self.place != place)

    async def _answer(self, questions: tuple[Question, ...]) -> None:
        client = self.client
        assert client.view is not None
        asked, picks, *_ = self._choose(client.view.state, self.seat, questions)
        question = next(each for each in questions if each.id == asked)
        since, at, battle = time.monotonic(), self.door.at, client.view.battle
        try:
            version = await client.answer(question, picks)
        except Refusal as no:
            if no.code not in FASTER:
                self.refused.append(f"{no.code}: {no.text}")
            return
        finally:
            self.waits.append(Wait(since, time.monotonic(), at))
        self.promises[battle].acknowledged[Answer(self.seat, asked, picks)] = version


async def _either(*works: Coroutine[Any, Any, Any]) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


class Battle(NamedTuple):
    """A battle that was begun, or a session with those that it called for, and who played it."""

    id: BattleId
    game: str
    programs: tuple[Program, ...]
    is_over: bool


def first_option(_state: object, _seat: str, questions: tuple[Question, ...]) -> tuple[int, Picks]:
    """The policy of the micro-game."""
    question = questions[0]
    assert isinstance(question.shape, One)
    return question.id, (question.shape.options[0].key,)


def _whereabouts(program: Program) -> str:
    """Where a player is, through which process, and what its table is said to play."""
    table = program.client.table
    lines = table.battles[-2:] if table is not None else ()
    told = [(line.battle, line.session, line.over) for line in lines]
    return f"{program.seat} at {program.place} through {program.door.at}, its table's last {told}"


class Table:
    """A table's four seats; `battles` are those that have been begun here."""

    def __init__(self, stage: Stage, game: str, rng: random.Random) -> None:
        self._stage, self.game, self._rng = stage, game, rng
        self.battles: list[Battle] = []
        self.programs: tuple[Program, ...] = ()
        self.interrupted = 0
        self.apart: list[str] = []

    async def run(self, stop: asyncio.Event) -> None:
        """Play battle after battle until told to stop."""
        while not stop.is_set():
            async with AsyncExitStack() as stack:
                try:
                    async with asyncio.timeout(MEETING_PATIENCE):
                        battle = await self._meet(stack)
                except TROUBLE:
                    self.interrupted += 1
                    await asyncio.sleep(AGAIN_AFTER)
                    continue
                await self._play(battle, stop)

    async def _play(self, battle: BattleId, stop: asyncio.Event) -> None:
        tasks = [asyncio.create_task(each.listen()) for each in self.programs]
        try:
            await asyncio.gather(*(each.play(self._rng, stop) for each in self.programs))
            await self._come_together()
        finally:
            over = all(each.is_over for each in self.programs)
            self.battles.append(Battle(battle, self.game, self.programs, over))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _come_together(self) -> None:
        """Wait until everybody sees the same journal as far as anybody: an answer that is still
        under way as the run ends may lead to a battle, or out of it. Who does not get there is
        noted, as the account of all other tables still counts.
        """
        try:
            async with asyncio.timeout(MEETING_PATIENCE):
                while len({program.place for program in self.programs}) > 1:
                    await _either(*(program.moves_on() for program in self.programs))
        except TimeoutError:
            places = "; ".join(_whereabouts(each) for each in self.programs)
            self.apart.append(f"{self.game}: {places}")

    async def _meet(self, stack: AsyncExitStack) -> BattleId:
        options = {"goal": GOAL} if self.game == "micro" else {}
        is_micro = self.game == "micro"
        difficulty = "" if is_micro else "adept"
        doors = {seat: self._stage.door() for seat in SEATS}
        leader = await self._client(stack, doors["1"], self._stage.site)
        await leader.create(Settings(self.game, difficulty, 4, options=options, absence=0))
        links = {seat: await leader.invite(SeatId(seat)) for seat in SEATS[1:]}
        clients = {"1": leader}
        await leader.claim("1")
        for seat, link in links.items():
            clients[seat] = await self._client(stack, doors[seat], link)
            await clients[seat].join()
        for client in clients.values():
            await client.ready()
        battle = BattleId(await leader.start())
        self.programs = tuple(
            Program(
                client,
                doors[seat],
                seat,
                first_option if is_micro else sensible().choose,
                THINKS if is_micro else THINKS * 3,
            )
            for seat, client in clients.items()
        )
        for program in self.programs:
            program.battle = battle
            await program.comes_to(1)
        return battle

    async def _client(self, stack: AsyncExitStack, door: Door, link: str) -> Client:
        client = connect(link, "A program")
        client.dial = door.dial
        try:
            return await stack.enter_async_context(client)
        except Ended as fault:
            raise Unreachable(str(fault)) from fault
