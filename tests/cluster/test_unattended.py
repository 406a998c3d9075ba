"""A running battle that nobody is at leaves the memory, and is back when somebody comes."""

import random

import pytest

from protocol.requests import Watch
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

AFTER = 20.0


async def looked_after(world: World, **fields: object) -> GameService:
    service = await world.service(**fields)  # type: ignore[arg-type]
    service.unattended(AFTER).begin()
    return service


async def left(world: World, service: GameService, **settings: object) -> Party:
    """A battle of some moves whose players have gone, as long ago as it takes."""
    party = await gather(service, **settings)  # type: ignore[arg-type]
    await play_on(party, 3, random.Random(3))
    for person in party.people.values():
        person.leave()
    await world.clock.advance(AFTER * 1.5)
    return party


async def back(service: GameService, party: Party, seat: str = "1") -> Person:
    person = Person(service)
    await person.hello("", party[seat].token)
    await person.join(table=party.table)
    return person


async def test_a_battle_that_nobody_is_at_leaves_the_memory(world: World) -> None:
    """Given a battle whose players have left, when some time has passed, then neither it nor its
    table is in memory, its lease is free, and its journal is whole."""
    service = await looked_after(world)
    party = await left(world, service)
    assert service.rooms == {}
    assert service.tables == {}
    assert len(await world.store.read(party.battle)) == 4
    await world.store.acquire(party.battle, owner="somebody", ttl=1)


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_who_comes_back_plays_on(world: World, elsewhere: bool) -> None:
    """Given a battle put aside, when its player comes back, to whatever process, then it stands
    where it stood, and the next move is taken."""
    service = await looked_after(world)
    party = await left(world, service, people=1)
    here = await looked_after(world) if elsewhere else service
    assert here.rooms == {}
    person = await back(here, party)
    await person.ask(Watch, party.battle)
    assert (person.state, person.version) == (party["1"].state, party["1"].version)
    again = Party(here, {"1": person}, party.battle, party.table)
    await play_on(again, 2, random.Random(3))
    assert party.battle in here.rooms
    assert not here.tables[party.table].doc.aside


async def test_a_battle_with_somebody_there_stays(world: World) -> None:
    service = await looked_after(world)
    party = await gather(service)
    party["2"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in service.rooms


async def test_a_battle_whose_spectator_is_elsewhere_stays(world: World) -> None:
    service, other = await looked_after(world), await looked_after(world)
    party = await gather(service, people=1, public=True)
    spectator = Person(other)
    await spectator.hello("Spy")
    await spectator.join(table=party.table)
    await spectator.ask(Watch, party.battle)
    party["1"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in service.rooms


async def test_nobody_takes_up_what_was_put_aside(world: World) -> None:
    """Given a battle put aside, when its process dies and others start, then it stays aside."""
    service = await looked_after(world)
    party = await left(world, service)
    other = await looked_after(world)
    await world.crash(service)
    third = await looked_after(world)
    await world.clock.advance(5)
    assert other.rooms == third.rooms == {}
    person = await back(third, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in third.rooms)


async def test_where_bots_may_play_alone_they_are_not_put_aside(world: World) -> None:
    service = await looked_after(world, bots_alone=True, bot_delay=1000.0)
    party = await gather(service, people=1, bots=1)
    party["1"].leave()
    await world.clock.advance(AFTER * 3)
    assert party.battle in service.rooms
