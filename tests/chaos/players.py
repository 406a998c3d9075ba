"""Four programs at a table, battle after battle, who remember every promise and every wait."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from clients.sdk import Client, ConnectionLost, Ended, Played, Refusal, Unreachable, connect
from protocol import codec
from protocol.ids import NO_BATTLE, BattleId
from protocol.questions import One, Picks, Question
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


class Program:
    """A player: `acknowledged` maps each answer to its commit's version, `shown` each version that
    was seen to what was seen.
    """

    def __init__(
        self, client: Client, door: Door, seat: str, choose: Callable[..., Any], think: float
    ) -> None:
        self.client, self.door, self.seat = client, door, seat
        self.battle = NO_BATTLE
        self.acknowledged: dict[Answer, int] = {}
        self.shown: dict[int, int] = {}
        self.refused: list[str] = []
        self.waits: list[Wait] = []
        self._choose, self._think = choose, think

    async def listen(self) -> None:
        """Take down every commit that comes."""
        async for news in self.client:
            if isinstance(news, Played):
                self.shown[news.commit.version] = hash(codec.msgpack.encode(news.commit))

    async def play(self, rng: random.Random, stop: asyncio.Event) -> None:
        """Answer whatever is asked until the battle is over, or the run."""
        client = self.client
        while not client.over and not stop.is_set():
            await _either(client.until(lambda: client.over or client.questions()), stop.wait())
            await asyncio.sleep(rng.random() * self._think)
            if questions := client.questions():
                await self._answer(questions)

    @property
    def version(self) -> int:
        """How far the player has seen the battle."""
        return 0 if self.client.view is None else self.client.view.version

    async def comes_to(self, version: int) -> None:
        """Wait until the player has seen so much."""
        await self.client.until(lambda: self.version >= version)

    async def _answer(self, questions: tuple[Question, ...]) -> None:
        client = self.client
        assert client.view is not None
        asked, picks, *_ = self._choose(client.view.state, self.seat, questions)
        question = next(each for each in questions if each.id == asked)
        since, at = time.monotonic(), self.door.at
        try:
            version = await client.answer(question, picks)
        except Refusal as no:
            if no.code not in FASTER:
                self.refused.append(f"{no.code}: {no.text}")
            return
        finally:
            self.waits.append(Wait(since, time.monotonic(), at))
        self.acknowledged[Answer(self.seat, asked, picks)] = version


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
    """A battle that was begun, and who played it."""

    id: str
    game: str
    programs: tuple[Program, ...]
    is_over: bool


def first_option(_state: object, _seat: str, questions: tuple[Question, ...]) -> tuple[int, Picks]:
    """The policy of the micro-game."""
    question = questions[0]
    assert isinstance(question.shape, One)
    return question.id, (question.shape.options[0].key,)


class Table:
    """A table's four seats; `battles` are those that have been begun here."""

    def __init__(self, stage: Stage, game: str, rng: random.Random) -> None:
        self._stage, self.game, self._rng = stage, game, rng
        self.battles: list[Battle] = []
        self.programs: tuple[Program, ...] = ()
        self.interrupted = 0

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

    async def _play(self, battle: str, stop: asyncio.Event) -> None:
        tasks = [asyncio.create_task(each.listen()) for each in self.programs]
        try:
            await asyncio.gather(*(each.play(self._rng, stop) for each in self.programs))
            last = max(each.version for each in self.programs)
            for each in self.programs:
                await each.comes_to(last)
        finally:
            over = all(each.client.over for each in self.programs)
            self.battles.append(Battle(battle, self.game, self.programs, over))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _meet(self, stack: AsyncExitStack) -> str:
        is_micro = self.game == "micro"
        options = {"goal": GOAL} if is_micro else {}
        difficulty = "" if is_micro else "adept"
        doors = {seat: self._stage.door() for seat in SEATS}
        leader = await self._client(stack, doors["1"], self._stage.site)
        await leader.create(Settings(self.game, difficulty, 4, options=options, absence=0))
        links = {seat: await leader.invite(seat) for seat in SEATS[1:]}
        clients = {"1": leader}
        await leader.claim("1")
        for seat, link in links.items():
            clients[seat] = await self._client(stack, doors[seat], link)
            await clients[seat].join()
        for client in clients.values():
            await client.ready()
        battle = await leader.start()
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
            program.battle = BattleId(battle)
            await program.comes_to(1)
        return battle

    async def _client(self, stack: AsyncExitStack, door: Door, link: str) -> Client:
        client = connect(link, "A program")
        client.dial = door.dial
        try:
            return await stack.enter_async_context(client)
        except Ended as fault:
            raise Unreachable(str(fault)) from fault
