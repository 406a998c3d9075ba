"""A server without a battle's pack gives the battle to one that has it, and says what it lacks."""

from protocol.replies import Commit, Paused
from protocol.requests import Watch
from server.rooms.games import Games
from server.rooms.hall import Hall
from server.rooms.room import Services
from tests.rooms.conftest import World, gather
from tests.rooms.games import first_option
from tests.rooms.people import Person

LONG = {"goal": "5000"}


async def without_packs(world: World) -> Hall:
    """A server process that knows no encounter at all."""
    services = Services(world.store, world.clock, {"first": first_option}, 0.0)
    hall = Hall(services, Games([]))
    world.halls.append(hall)
    await hall.open()
    return hall


async def come(hall: Hall, token: str, table: str, battle: str) -> Person:
    person = Person(hall)
    await person.hello("", token)
    await person.join(table=table)
    await person.ask(Watch, battle)
    return person


async def test_a_battle_whose_pack_is_missing_waits_for_a_server_that_has_it(world: World) -> None:
    """Given a battle whose only server with its pack dies, when players come to a server without
    it, then they are told what is missing; and as soon as one with the pack is back they play on,
    where they are."""
    party = await gather(await world.hall(), options=LONG)
    seat, old = party.turn
    await world.crash(party.hall)
    poor = await without_packs(world)
    person = await come(poor, old.token, party.table, party.battle)
    for _ in range(50):
        if person.all(Paused):
            break
        await world.clock.advance(0.1)
    assert "'micro'" in person.last(Paused).text
    assert poor.packs.lacking == {"micro"}
    await world.hall()
    for _ in range(100):
        if not poor.tables[party.table].is_hosted:
            break
        await world.clock.advance(0.1)
    await world.clock.advance(3)
    assert isinstance(await person.answer(seat, "steady"), Commit)


async def test_of_three_servers_the_one_with_the_pack_plays(world: World) -> None:
    party = await gather(await world.hall(), options=LONG)
    seat, old = party.turn
    await world.crash(party.hall)
    poor, other = await without_packs(world), await without_packs(world)
    person = await come(poor, old.token, party.table, party.battle)
    await come(other, old.token, party.table, party.battle)
    rich = await world.hall()
    for _ in range(100):
        if party.battle in rich.rooms:
            break
        await world.clock.advance(0.1)
    assert party.battle in rich.rooms
    assert isinstance(await person.answer(seat, "steady"), Commit)
