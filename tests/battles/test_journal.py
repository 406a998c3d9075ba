"""The writing end of a journal: a store that goes away, or is full."""

import asyncio

import pytest

from protocol.ids import BattleId
from protocol.replies import Commit, Paused, Refused, Resumed
from protocol.requests import Intent, Watch
from server.battles.records.journal import Entry, Journal, JournalLost, PauseListener
from server.runtime import Observer, Observers
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from tests.service.clocks import ManualClock, breathe
from tests.service.conftest import World, gather
from tests.service.people import Person


@pytest.mark.parametrize("applied", [0, 1])
async def test_the_store_goes_away_in_the_middle_of_an_append(
    world: World, service: GameService, applied: int
) -> None:
    """Given an append of unknown fate, then play pauses, nothing is shown, and when the store is
    back the answer counts once and play goes on."""
    party = await gather(service)
    seat, person = party.turn
    world.store.fail("the disk is on fire", applied=applied)
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await person.until(lambda: person.all(Paused))
    await breathe()
    assert person.version == 1
    world.store.recover()
    await person.until(lambda: person.version == 2)
    assert person.all(Resumed)
    assert person.reply_to(ref) is None
    assert len(await world.store.read(party.battle)) == 2
    other = "2" if seat == "1" else "1"
    await party[other].until(lambda: party[other].version == 2)
    assert isinstance(await party[other].answer(other, "steady"), Commit)


async def test_who_comes_while_the_battle_is_paused_is_told(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    seat, person = party.turn
    late = Person(service)
    await late.hello("", person.token)
    await late.join(table=party.table)
    world.store.fail()
    person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await person.until(lambda: person.all(Paused))
    await late.ask(Watch, party.battle)
    assert (late.version, len(late.all(Paused))) == (1, 1)
    world.store.recover()
    await late.until(lambda: late.version == 2)


async def test_a_full_store_refuses_the_answer_and_leaves_the_battle_as_it_was(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.store import StoreFull

    async def full(*_: object) -> None:
        raise StoreFull("no space")

    party = await gather(service)
    seat, person = party.turn
    monkeypatch.setattr(world.store, "append", full)
    refused = await person.answer(seat, "steady")
    assert isinstance(refused, Refused)
    assert refused.code == "paused"
    monkeypatch.undo()
    assert isinstance(await person.answer(seat, "steady"), Commit)


class Recorded(Observer):
    """Counts the entries that observers are told of."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def recorded(self, battle: BattleId, number: int, seconds: float | None) -> None:
        self.numbers.append(number)


@pytest.mark.parametrize("applied", [0, 1])
async def test_an_append_of_unknown_fate_stands_once_and_is_told_once(applied: int) -> None:
    """Given a store that goes away over an append, which it took or not, when it is back, then the
    append returns, and the journal has the entry once."""
    clock, seen = ManualClock(), Recorded()
    store = MemoryStore(clock.now)
    lease = await store.create(BattleId("b1"), {}, b"one", owner="a", ttl=60)
    journal = Journal(store, lease, clock, Observers(seen))
    waited: list[str] = []
    listener = PauseListener(waited.append, lambda: waited.append(""))
    store.fail(applied=applied)
    task = asyncio.create_task(journal.append(Entry(2, 7, b"two"), listener))
    await breathe()
    assert len(waited) == 1
    store.recover()
    await clock.advance(1)
    await task
    assert waited[1:] == [""]
    assert [entry for _, entry in await store.read(BattleId("b1"))] == [b"one", b"two"]
    assert seen.numbers == [7]


async def test_a_battle_that_another_process_has_is_lost_to_this_one() -> None:
    clock = ManualClock()
    store = MemoryStore(clock.now)
    lease = await store.create(BattleId("b1"), {}, b"one", owner="a", ttl=1)
    await clock.advance(2)
    await store.acquire(BattleId("b1"), owner="b", ttl=60)
    journal = Journal(store, lease, clock, Observers())
    with pytest.raises(JournalLost):
        await journal.append(Entry(2, 7, b"two"), PauseListener(lambda _: None, lambda: None))
