"""A party in a session: it answers what is asked, in the session or in the battle that is on."""

import asyncio
import math
from functools import partial
from typing import Any

from protocol.events import Called, Returned
from protocol.ids import NO_BATTLE, BattleId
from protocol.questions import options_of
from protocol.replies import Closing, Commit, Joined
from protocol.requests import Intent, Watch
from protocol.tables import BattleLine, TableState
from server.battles import JournalEntry, called_id, entries_of
from server.service.game_service import GameService
from server.store import AppendTold, Lease
from server.store.memory import MemoryStore
from tests.service.conftest import Party, World
from tests.service.people import Person

LONG = {"goal": "5000"}


async def journal(world: World, battle: str) -> list[JournalEntry]:
    """A journal's entries."""
    return entries_of([frame for _, frame in await world.store.read(BattleId(battle))])


async def go(party: Party, *picks: str) -> None:
    """Whoever is asked picks, in whatever is on."""
    for pick in picks:
        seat, person = party.turn
        made = await person.answer(seat, pick)
        assert isinstance(made, Commit), made
        await _hear(party, person)


async def _hear(party: Party, of: Person) -> None:
    """Wait until all others have been shown what somebody has, or are led elsewhere."""
    battle, version = of.battle, of.version
    for each in party.people.values():
        await each.until(partial(_is_at, each, battle, version))


def _is_at(person: Person, battle: str, version: int) -> bool:
    return person.battle != battle or person.version >= version


async def fight(world: World, party: Party, most: int = 60) -> None:
    """Play the battle that is on to its end, everybody rolling steadily."""
    battle = party["1"].battle
    for _ in range(most):
        if await is_over(world, battle):
            return
        asked = [seat for seat, each in party.people.items() if each.questions]
        if len(asked) < len(party.people):
            await world.clock.advance(0.05)
            continue
        seat, person = party.turn
        await person.answer(seat, "steady")
        await _hear(party, person)
    raise AssertionError("the battle does not end")


async def is_over(world: World, battle: BattleId) -> bool:
    """Whether a journal has its last commit."""
    return isinstance((await journal(world, battle))[-1].commit.pinned, Closing)


async def led_to(world: World, party: Party, battle: BattleId, seconds: float = 4.0) -> None:
    """Wait until everybody sees a battle."""
    for _ in range(round(seconds / 0.05)):
        if all(person.battle == battle for person in party.people.values()):
            return
        await world.clock.advance(0.05)
    seen = {seat: person.battle for seat, person in party.people.items()}
    raise AssertionError(f"not everybody is led to {battle}: {seen}")


async def calls(world: World, session: str) -> list[Called]:
    """The calls that a session has made."""
    events = [event for entry in await journal(world, session) for event in entry.commit.events]
    return [Called(*event[1:]) for event in events if event[0] == "call"]


async def outcomes(world: World, session: str) -> list[Returned]:
    """The outcomes that have come back to it."""
    events = [event for entry in await journal(world, session) for event in entry.commit.events]
    return [Returned(*event[1:]) for event in events if event[0] == "return"]


async def check(world: World, session: BattleId) -> None:
    """Of each call there is one battle, with one outcome, which is what that battle came to."""
    returned = await outcomes(world, session)
    assert len({each.call for each in returned}) == len(returned)
    for each in returned:
        entries = await journal(world, called_id(session, each.call))
        assert isinstance(entries[-1].commit.pinned, Closing)
        assert entries[-1].commit.put["winner"] == each.outcome["winner"]


class CutStore:
    """A process's store that lets `left` writes through and returns from none after: there the
    process dies, the last write made and not heard of.
    """

    WRITES = ("create", "append", "acquire", "release", "put", "expire")

    def __init__(self, store: MemoryStore) -> None:
        self._store, self.left, self.cut_at = store, math.inf, ""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return partial(self._written, name, found) if name in self.WRITES else found

    def begin_append(self, lease: Lease, version: int, entry: bytes, told: AppendTold) -> None:
        """An append that the caller does not wait for is one of the writes, too."""

        def tell(append: asyncio.Future[Any]) -> None:
            cancelled = append.cancelled()
            told(asyncio.CancelledError() if cancelled else append.exception())

        work = self._written("append", self._store.append, lease, version, entry)
        asyncio.ensure_future(work).add_done_callback(tell)

    async def _written(self, name: str, write: Any, *args: Any, **fields: Any) -> Any:
        if self.cut_at:
            await asyncio.Event().wait()
        found = await write(*args, **fields)
        self.left -= 1
        if self.left <= 0:
            self.cut_at = name
            await asyncio.Event().wait()
        return found


class HeldMail:
    """A process's store whose messages to other processes wait until they are `free`."""

    def __init__(self, store: MemoryStore) -> None:
        self._store, self.free = store, asyncio.Event()
        self.fleet = HeldFleet(store.fleet, self.free)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class HeldFleet:
    """The fleet of a `HeldMail`."""

    def __init__(self, fleet: Any, free: asyncio.Event) -> None:
        self._fleet, self._free = fleet, free

    def __getattr__(self, name: str) -> Any:
        return getattr(self._fleet, name)

    async def send(self, to: str, data: bytes) -> None:
        """Send once it is free."""
        await self._free.wait()
        await self._fleet.send(to, data)


class HeldReads:
    """A process's store that reads one journal only when it is `free` to."""

    def __init__(self, store: MemoryStore) -> None:
        self._store, self.free, self.held = store, asyncio.Event(), NO_BATTLE

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, battle: BattleId, *args: Any, **fields: Any) -> Any:
        """Read, the held journal once it is free."""
        if battle == self.held:
            await self.free.wait()
        return await self._store.read(battle, *args, **fields)


async def reconnect(person: Person, service: GameService, table: str) -> Person:
    """The same player at another process, watching what is on there."""
    again = Person(service)
    await again.hello("", person.token)
    again.token = person.token
    await again.join(table=table)
    await again.ask(Watch, again.last(TableState).battles[-1].battle)
    return again


async def by_way_of(world: World, store: object) -> GameService:
    """A process that reaches the store only through another one."""
    plain, world.store = world.store, store  # type: ignore[assignment]
    service = await world.service()
    world.store = plain
    return service


async def newcomer(service: GameService, party: Party) -> Person:
    """A watcher who has sat down at the party's table."""
    viewer = Person(service)
    await viewer.hello("Wat")
    assert isinstance(await viewer.join(table=party.table), Joined)
    return viewer


async def called(world: World, session: BattleId) -> BattleId:
    """The battle that a session has called for last."""
    return called_id(session, (await calls(world, session))[-1].call)


async def take_step(world: World, party: Party, cut: CutStore, duels: int) -> None:
    """One answer, if anybody is asked: a duel while there are few, else on with it."""
    person = next((each for each in party.people.values() if each.questions), None)
    before = [(each.battle, each.version) for each in party.people.values()]
    if person is not None:
        (asked, seat) = person.questions[0], person.questions[0].to[0]
        keys = [option.key for option in options_of(asked.shape)]
        fewer = len(await calls(world, party.battle)) < duels
        pick = "duel" if "duel" in keys and fewer else keys[-1] if "all" in keys else "steady"
        person = party[seat]
        person.say(Intent, person.number(seat), asked.id, (pick,), seat)
    dead = cut.cut_at
    for _ in range(80):
        if cut.cut_at != dead or before != [(p.battle, p.version) for p in party.people.values()]:
            return
        await world.clock.advance(0.05)


def lines_of(person: Person) -> tuple[BattleLine, ...]:
    """The battles of the table, as somebody was told of them last."""
    return person.last(TableState).battles
