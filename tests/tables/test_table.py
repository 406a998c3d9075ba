"""A table in use: its chat, who is there, what outlives its process."""

from protocol import codec
from protocol.replies import Bye, Presence, Said
from protocol.requests import (
    Chat,
    Create,
    Leave,
    Ping,
)
from protocol.tables import Settings, TableState
from server.service.game_service import GameService
from tests.service.conftest import World, gather
from tests.service.people import Person
from tests.tables.test_seats import guest


async def test_chat_and_pings_reach_the_table_and_newcomers_read_the_chat(
    world: World, service: GameService
) -> None:
    ann, bob = await guest(service, "Ann"), Person(service, codec.json)
    await bob.hello("Bob")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await ann.ask(Chat, "Hello?")
    await ann.ask(Ping, "3,-2")
    await bob.join(table=joined.table)
    await bob.until(lambda: bob.all(Said))
    assert bob.last(Said).text == "Hello?"
    await bob.ask(Leave)
    assert (await bob.ask(Chat, "Bye")).code == "not_now"
    await world.clock.advance(1)
    assert bob.player not in ann.last(Presence).here


async def test_many_arrivals_are_one_presence_message_a_second(
    world: World, service: GameService
) -> None:
    """Given 30 spectators who come and one who goes within a second, then everybody is told twice:
    of the first one at once, of all the others together a second later."""
    ann = await guest(service, "Ann")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await world.clock.advance(2)
    told = len(ann.all(Presence))
    crowd = [await guest(service, f"Guest {number}") for number in range(30)]
    for each in crowd:
        await each.join(table=joined.table)
    crowd[0].leave()
    assert [each.spectators for each in ann.all(Presence)[told:]] == [1]
    await world.clock.advance(5)
    assert [each.spectators for each in ann.all(Presence)[told:]] == [1, 29]
    assert sum(len(each.all(Presence)) for each in crowd) == 1 + 29
    late = await guest(service, "Late")
    await late.join(table=joined.table)
    assert late.last(TableState).spectators == 30
    assert ann.last(Presence).spectators == 30


async def test_a_player_on_two_connections_is_here_until_both_are_gone(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    tab = Person(service)
    await tab.hello("", party["2"].token)
    await tab.join(table=party.table)
    tab.leave()
    await world.clock.advance(2)
    assert party["2"].player in party["1"].last(Presence).here
    assert not party.room.drivers.is_away("2")
    party["2"].leave()
    assert party.room.drivers.is_away("2")
    await world.clock.advance(2)
    assert party["1"].last(Presence).here == (party["1"].player,)


async def test_a_table_outlives_its_process_and_its_people(world: World) -> None:
    """Given a table, when the process restarts, then members find it by id with their seats."""
    first = await world.service()
    party = await gather(first, people=2)
    token = party["2"].token
    await world.crash(first)
    back = Person(await world.service())
    welcome = await back.hello("", token)
    assert welcome.table == party.table
    assert (await back.join(table=welcome.table)).seats == ("2",)


async def test_a_server_that_is_about_to_end_opens_no_table(service: GameService) -> None:
    """Given a server that drains, when a table is asked for, then its author is sent elsewhere."""
    person = Person(service)
    await person.hello("Ann")
    service.life.drain()
    person.say(Create, Settings("micro", party=1), "Camp")
    await person.until(lambda: person.all(Bye))
    assert person.last(Bye).code == "going_down"
    assert not service.tables
