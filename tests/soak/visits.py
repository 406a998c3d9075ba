"""What people do at tables that come and go: each visit opens one, and leaves it behind.

Together they use whatever leaves something in memory or in the store: identities, tables, chats,
battles played to their end and battles left in the middle, spectators, replays.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from clients.bots.random_bot import RandomBot
from clients.sdk import Client, ConnectionLost, Ended, Refusal, Unreachable, connect
from protocol.ids import BattleId, SeatId, TableId
from protocol.questions import One, Question
from protocol.tables import Settings
from server.commands.bots import sensible

PATIENCE = 60.0
Policy = Callable[..., tuple[Any, ...]]
LATE = ("stale", "not_now")  # somebody else has answered for the party


class Visits:
    """Tables of one server, `at_once` of them at a time; `done` counts how visits have ended."""

    def __init__(self, site: str, seed: int) -> None:
        self._site, self._rng = site, random.Random(seed)
        self._public: list[str] = []
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    async def go_on(self, at_once: int, stop: asyncio.Event) -> None:
        """Visit after visit until told to stop; those under way are left where they are."""
        everybody = [asyncio.create_task(self._go_on()) for _ in range(at_once)]
        stopped = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({stopped, *everybody}, return_when=asyncio.FIRST_COMPLETED)
        for task in (stopped, *everybody):
            task.cancel()
        await asyncio.gather(stopped, *everybody, return_exceptions=True)
        for task in done - {stopped}:
            task.result()

    async def _go_on(self) -> None:
        kinds: tuple[tuple[Callable[[AsyncExitStack], Awaitable[None]], int], ...] = (
            (self._play_a_race, 4),
            (self._abandon, 3),
            (self._only_talk, 2),
            (self._watch, 1),
        )
        while True:
            visit = self._rng.choices([kind for kind, _ in kinds], [n for _, n in kinds])[0]
            name = visit.__name__.strip("_").replace("_", " ")
            try:
                async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
                    await visit(stack)
                self.done[name] += 1
            except (Refusal, ConnectionLost, Unreachable, Ended, TimeoutError) as fault:
                self.refused[f"{name}: {type(fault).__name__} {fault}"] += 1
                await asyncio.sleep(0.5)

    async def _guest(self, stack: AsyncExitStack, link: str = "") -> Client:
        return await stack.enter_async_context(connect(link or self._site, "Somebody"))

    async def _party(self, stack: AsyncExitStack, settings: Settings) -> list[Client]:
        """Two people and bots begin a battle."""
        leader = await self._guest(stack)
        await leader.create(settings)
        await leader.claim("1")
        other = await self._guest(stack, await leader.invite("2"))
        await other.join()
        for seat in range(3, settings.party + 1):
            await leader.put_bot(SeatId(str(seat)), "random")
        await self._talk(leader, other)
        await leader.ready()
        await other.ready()
        await leader.start()
        for client in (leader, other):
            await client.watch()
        return [leader, other]

    async def _talk(self, *clients: Client) -> None:
        for number in range(self._rng.randint(1, 4)):
            for client in clients:
                await client.chat(f"Line {number} of a talk at a table, neither short nor long.")

    async def _answer(self, client: Client, choose: Policy) -> None:
        await client.until(lambda: client.over or client.questions())
        if not (questions := client.questions()):
            return
        assert client.view is not None
        asked, picks, *_ = choose(client.view.state, client.seats[0], questions)
        question = next(each for each in questions if each.id == asked)
        try:
            await client.answer(question, picks)
        except Refusal as no:
            if no.code not in LATE:
                raise

    async def _play(self, client: Client, moves: int) -> None:
        choose = sensible().choose if self._rng.random() < 0.5 else RandomBot(1).choose
        micro = client.table is not None and client.table.settings.encounter == "micro"
        for _ in range(moves):
            if client.over:
                return
            await self._answer(client, _first if micro else choose)

    async def _play_a_race(self, stack: AsyncExitStack) -> None:
        """A short battle to its end, its replay looked at, and everybody goes."""
        public = self._rng.random() < 0.5
        settings = Settings("micro", "", 2, public=public, options={"goal": "60"}, absence=0)
        clients = await self._party(stack, settings)
        await asyncio.gather(*(self._play(client, 1000) for client in clients))
        leader = clients[0]
        battle = leader.table.battles[-1].battle if leader.table is not None else ""
        await leader.replay(BattleId(battle), 1, 1000.0)
        await leader.leave()

    async def _abandon(self, stack: AsyncExitStack) -> None:
        """A Jailbreak of some moves, whose players break off and never come back."""
        settings = Settings("jailbreak", "adept", 4, public=self._rng.random() < 0.5, absence=0)
        clients = await self._party(stack, settings)
        if settings.public and clients[0].table is not None:
            self._public.append(clients[0].table.table)
        moves = self._rng.randint(1, 12)
        with contextlib.suppress(TimeoutError):  # all others have gone, who were asked
            async with asyncio.timeout(5.0):
                await asyncio.gather(*(self._play(client, moves) for client in clients))

    async def _only_talk(self, stack: AsyncExitStack) -> None:
        """A table where no battle begins."""
        leader = await self._guest(stack)
        await leader.create(Settings("jailbreak", "adept", 4, public=self._rng.random() < 0.5))
        await self._talk(leader)
        await leader.leave()

    async def _watch(self, stack: AsyncExitStack) -> None:
        """Somebody looks at a public battle for a while, also at one that was abandoned."""
        spectator = await self._guest(stack)
        await spectator.tables()
        if not self._public:
            return
        table = self._public.pop(self._rng.randrange(len(self._public)))
        await spectator.join(table=TableId(table))
        await asyncio.sleep(self._rng.random() * 2)
        await spectator.leave()


def _first(
    _state: object, _seat: str, questions: tuple[Question, ...]
) -> tuple[int, tuple[str, ...]]:
    shape = questions[0].shape
    assert isinstance(shape, One)
    return questions[0].id, (shape.options[0].key,)
