"""A service on a memory store, with a clock that tests move."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from protocol.ids import BattleId, TableId
from protocol.requests import Create, Invite, PutBot, Ready, Start
from protocol.tables import Settings
from server.battles import Bots
from server.battles.games import Games
from server.battles.room import Resources
from server.battles.services import LONGEST
from server.runtime.observer import NOBODY, Observers
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from tests.service.clocks import AtOnce, ManualClock
from tests.service.games import GAMES, first_option
from tests.service.people import Person


class World:
    """A store, a clock, and the server processes that work on them."""

    def __init__(self) -> None:
        asyncio.get_running_loop().set_default_executor(AtOnce())
        self.clock = ManualClock()
        self.store = MemoryStore(self.clock.now)
        self.game_services: list[GameService] = []

    async def service(
        self,
        bot_delay: float = 0.0,
        *,
        bots_alone: bool = False,
        longest: int = LONGEST,
        observers: Observers = NOBODY,
        games: Games = GAMES,
        bots: Bots | None = None,
        **fields: Any,
    ) -> GameService:
        """One more server process."""
        seated = bots or {"first": first_option}
        resources = Resources(
            self.store, self.clock, seated, bot_delay, bots_alone, longest, observers
        )
        service = GameService(resources, games, **fields)
        self.game_services.append(service)
        await service.open()
        return service

    async def crash(self, service: GameService) -> None:
        """The process dies where it stands: nothing is released, nothing is said."""
        await service.drop()
        self.game_services.remove(service)
        await self.clock.advance(6)

    def freeze(self, service: GameService) -> None:
        """The process gives no sign of life any more, though it is not dead."""
        assert service._beat is not None
        service._beat.cancel()

    def thaw(self, service: GameService) -> None:
        """It goes on where it was."""
        service._start_beat()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


@pytest.fixture
async def service(world: World) -> GameService:
    return await world.service()


class Party:
    """A table with a battle that has begun: people by seat, the leader at seat 1."""

    def __init__(
        self, service: GameService, people: dict[str, Person], battle: BattleId, table: TableId
    ) -> None:
        self.service, self.people, self.battle, self.table = service, people, battle, table

    def __getitem__(self, seat: str) -> Person:
        return self.people[seat]

    @property
    def room(self) -> Any:
        return self.service.rooms[self.battle]

    @property
    def turn(self) -> tuple[str, Person]:
        """Whose question stands open, and the person."""
        seat = self.people["1"].questions[0].to[0]
        return seat, self.people[seat]


Gather = Callable[..., Awaitable[Party]]


async def gather(
    service: GameService,
    game: str = "micro",
    people: int = 2,
    bots: int = 0,
    others: tuple[GameService, ...] = (),
    **settings: Any,
) -> Party:
    """Let people take their seats, put bots in the rest, and begin.

    `others`: the processes of those who sit at seats 2, 3 ..., in turn.
    """
    found = {}
    game_services = others or (service,)
    leader = Person(service)
    await leader.hello("Ann")
    settings = {"absence": 0, "options": {}, **settings}
    joined = await leader.ask(Create, Settings(game, party=people + bots, **settings), "Camp")
    for number in range(1, people + bots + 1):
        seat = str(number)
        if number > people:
            await leader.ask(PutBot, seat, "first")
            continue
        person = leader if number == 1 else Person(game_services[number % len(game_services)])
        if number > 1:
            await person.hello(f"Person {seat}")
        code = (await leader.ask(Invite, seat)).code
        await person.join(code)
        await person.ask(Ready, True, f"dice of {seat}")
        found[seat] = person
    started = await leader.ask(Start)
    for person in found.values():
        await person.reaches(1)
    return Party(service, found, started.battle, joined.table)
