"""A hall on a memory store, with a clock that tests move."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from protocol.requests import Create, Invite, PutBot, Ready, Start
from protocol.tables import Settings
from server.rooms.hall import Hall
from server.rooms.room import Services
from server.rooms.services import LONGEST
from server.store.memory import MemoryStore
from tests.rooms.clocks import ManualClock
from tests.rooms.games import GAMES, first_option
from tests.rooms.people import Person


class World:
    """A store, a clock, and the server processes that work on them."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore(self.clock.now)
        self.halls: list[Hall] = []

    async def hall(
        self,
        bot_delay: float = 0.0,
        *,
        bots_alone: bool = False,
        longest: int = LONGEST,
        **fields: Any,
    ) -> Hall:
        """One more server process."""
        bots = {"first": first_option}
        services = Services(self.store, self.clock, bots, bot_delay, bots_alone, longest)
        hall = Hall(services, GAMES, **fields)
        self.halls.append(hall)
        await hall.open()
        return hall

    async def crash(self, hall: Hall) -> None:
        """The process dies where it stands: nothing is released, nothing is said."""
        await hall.drop()
        self.halls.remove(hall)
        await self.clock.advance(6)

    def freeze(self, hall: Hall) -> None:
        """The process gives no sign of life any more, though it is not dead."""
        assert hall._beat is not None
        hall._beat.cancel()

    def thaw(self, hall: Hall) -> None:
        """It goes on where it was."""
        hall._start_beat()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for hall in found.halls:
        await hall.close()


@pytest.fixture
async def hall(world: World) -> Hall:
    return await world.hall()


class Party:
    """A table with a battle that has begun: people by seat, the leader at seat 1."""

    def __init__(self, hall: Hall, people: dict[str, Person], battle: str, table: str) -> None:
        self.hall, self.people, self.battle, self.table = hall, people, battle, table

    def __getitem__(self, seat: str) -> Person:
        return self.people[seat]

    @property
    def room(self) -> Any:
        return self.hall.rooms[self.battle]

    @property
    def turn(self) -> tuple[str, Person]:
        """Whose question stands open, and the person."""
        seat = self.people["1"].questions[0].to[0]
        return seat, self.people[seat]


Gather = Callable[..., Awaitable[Party]]


async def gather(
    hall: Hall,
    game: str = "micro",
    people: int = 2,
    bots: int = 0,
    others: tuple[Hall, ...] = (),
    **settings: Any,
) -> Party:
    """Let people take their seats, put bots in the rest, and begin.

    `others`: the processes of those who sit at seats 2, 3 ..., in turn.
    """
    found = {}
    halls = others or (hall,)
    leader = Person(hall)
    await leader.hello("Ann")
    settings = {"absence": 0, "options": {}, **settings}
    joined = await leader.ask(Create, Settings(game, party=people + bots, **settings), "Camp")
    for number in range(1, people + bots + 1):
        seat = str(number)
        if number > people:
            await leader.ask(PutBot, seat, "first")
            continue
        person = leader if number == 1 else Person(halls[number % len(halls)])
        if number > 1:
            await person.hello(f"Person {seat}")
        code = (await leader.ask(Invite, seat)).code
        await person.join(code)
        await person.ask(Ready, True, f"dice of {seat}")
        found[seat] = person
    started = await leader.ask(Start)
    for person in found.values():
        await person.reaches(1)
    return Party(hall, found, started.battle, joined.table)
