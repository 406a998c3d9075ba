"""A running battle that nobody is at leaves the memory, and is back when somebody comes."""

import random

import pytest

from protocol.replies import Driving, TimeLeft
from protocol.requests import Watch
from server.rooms.hall import Hall
from server.rooms.unattended import Unattended
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_room import play_on

AFTER = 20.0


async def looked_after(world: World, **fields: object) -> Hall:
    hall = await world.hall(**fields)  # type: ignore[arg-type]
    Unattended(hall, AFTER).begin()
    return hall


async def left(world: World, hall: Hall, **settings: object) -> Party:
    """A battle of some moves whose players have gone, as long ago as it takes."""
    party = await gather(hall, **settings)  # type: ignore[arg-type]
    await play_on(party, 3, random.Random(3))
    for person in party.people.values():
        person.leave()
    await world.clock.advance(AFTER * 1.5)
    return party


async def back(hall: Hall, party: Party, seat: str = "1") -> Person:
    person = Person(hall)
    await person.hello("", party[seat].token)
    await person.join(table=party.table)
    return person


async def test_a_battle_that_nobody_is_at_leaves_the_memory(world: World) -> None:
    """Given a battle whose players have left, when some time has passed, then neither it nor its
    table is in memory, its lease is free, and its journal is whole."""
    hall = await looked_after(world)
    party = await left(world, hall)
    assert hall.rooms == {}
    assert hall.tables == {}
    assert len(await world.store.read(party.battle)) == 4
    await world.store.acquire(party.battle, owner="somebody", ttl=1)


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_who_comes_back_plays_on(world: World, elsewhere: bool) -> None:
    """Given a battle put aside, when its player comes back, to whatever process, then it stands
    where it stood, and the next move is taken."""
    hall = await looked_after(world)
    party = await left(world, hall, people=1)
    here = await looked_after(world) if elsewhere else hall
    assert here.rooms == {}
    person = await back(here, party)
    await person.ask(Watch, party.battle)
    assert (person.state, person.version) == (party["1"].state, party["1"].version)
    again = Party(here, {"1": person}, party.battle, party.table)
    await play_on(again, 2, random.Random(3))
    assert party.battle in here.rooms
    assert not here.tables[party.table].doc.aside


async def test_a_battle_with_somebody_there_stays(world: World) -> None:
    hall = await looked_after(world)
    party = await gather(hall)
    party["2"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in hall.rooms


async def test_a_battle_whose_spectator_is_elsewhere_stays(world: World) -> None:
    hall, other = await looked_after(world), await looked_after(world)
    party = await gather(hall, people=1, public=True)
    spectator = Person(other)
    await spectator.hello("Spy")
    await spectator.join(table=party.table)
    await spectator.ask(Watch, party.battle)
    party["1"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in hall.rooms


async def test_nobody_takes_up_what_was_put_aside(world: World) -> None:
    """Given a battle put aside, when its process dies and others start, then it stays aside."""
    hall = await looked_after(world)
    party = await left(world, hall)
    other = await looked_after(world)
    await world.crash(hall)
    third = await looked_after(world)
    await world.clock.advance(5)
    assert other.rooms == third.rooms == {}
    person = await back(third, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in third.rooms)


async def test_the_clocks_have_run_on(world: World) -> None:
    """Given a seat whose player has gone and has 60 s to come back, and a battle that was put aside
    meanwhile, when somebody else comes after that time, then a bot stands in at once."""
    hall = await looked_after(world)
    party = await gather(hall, "camp", people=2, absence=60)
    await play_on(party, 2, random.Random(3))
    party["2"].leave()
    await world.clock.advance(5)
    party["1"].leave()
    await world.clock.advance(AFTER * 2)
    assert hall.rooms == {}
    await world.clock.advance(60)
    person = await back(hall, party)
    await person.ask(Watch, party.battle)
    await breathe()
    driving = [each.seat for each in person.all(Driving) if each.bot]
    assert driving == ["2"]


async def test_a_clock_that_has_time_left_has_what_is_left(world: World) -> None:
    hall = await looked_after(world)
    party = await gather(hall, "camp", people=2, absence=300)
    party["2"].leave()
    await world.clock.advance(1)
    party["1"].leave()
    await world.clock.advance(AFTER * 2)
    assert hall.rooms == {}
    person = await back(hall, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in hall.rooms)
    await breathe()
    told = [each for each in person.all(TimeLeft) if (each.seat, each.clock) == ("2", "absence")]
    assert told[-1].ms == pytest.approx(300_000 - 41_000, abs=1500)


async def test_where_bots_may_play_alone_they_are_not_put_aside(world: World) -> None:
    hall = await looked_after(world, bots_alone=True, bot_delay=1000.0)
    party = await gather(hall, people=1, bots=1)
    party["1"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in hall.rooms
