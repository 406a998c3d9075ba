"""An answer that comes while the battle's task rests: nobody sees it before the store has it."""

import asyncio
from collections.abc import Callable

from protocol.replies import Commit, Paused
from protocol.requests import Intent
from server.store import Lease
from server.store.memory import MemoryStore
from tests.service.conftest import Party, World, gather


class SlowStore(MemoryStore):
    """A store that takes its time: once it is slow, each append waits to be let go."""

    waiting: list[asyncio.Future[None]]
    is_slow = False

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        if self.is_slow:
            gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(gate)
            await gate
        await super().append(lease, version, entry)


async def until(true: Callable[[], bool]) -> None:
    """Let the loop turn until something is so."""
    while not true():
        await asyncio.sleep(0)


async def slowed(world: World) -> tuple[Party, SlowStore]:
    """A battle on such a store, whose appends wait from now on."""
    world.store = store = SlowStore(world.clock.now)
    store.waiting = []
    party = await gather(await world.service())
    store.is_slow = True
    return party, store


async def test_nobody_sees_a_commit_before_the_store_has_it(world: World) -> None:
    """Given a store that takes its time, when a player answers, then the rules have run and nobody
    has the commit; once the store has it, everybody has."""
    party, held = await slowed(world)
    seat, person = party.turn

    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await until(lambda: bool(held.waiting))

    assert len(held.waiting) == 1
    assert party.room.version == 1
    assert not any(each.all(Commit) for each in party.people.values())
    held.waiting[0].set_result(None)
    assert isinstance(await person.outcome(seat, 1, ref, 0), Commit)
    for each in party.people.values():
        await each.reaches(2)


async def test_answers_that_come_meanwhile_wait_their_turn(world: World) -> None:
    """Given an append under way, when the same answer comes again, then it is not begun before the
    first one is written, and makes nothing."""
    party, held = await slowed(world)
    seat, person = party.turn
    question = person.asked(seat).id

    person.say(Intent, 1, question, ("steady",), seat)
    again = person.say(Intent, 1, question, ("steady",), seat)
    await until(lambda: bool(held.waiting))

    assert len(held.waiting) == 1
    held.waiting[0].set_result(None)
    await person.answer_to(again)
    assert len(held.waiting) == 1
    assert party.room.version == 2


async def test_a_store_that_goes_away_meanwhile_is_waited_for(world: World) -> None:
    """Given an append under way, when the store goes away, then all are told, and the answer is
    made once it is back."""
    party, held = await slowed(world)
    seat, person = party.turn
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await until(lambda: bool(held.waiting))

    held.is_slow = False
    held.fail()
    held.waiting[0].set_result(None)
    await person.until(lambda: bool(person.all(Paused)))
    assert party.room.version == 1
    held.recover()

    assert isinstance(await person.outcome(seat, 1, ref, 0), Commit)
