"""Somebody's own battles are found again by who they are, whatever they connect with."""

from protocol.replies import Battles
from protocol.requests import Create, Leave, ListBattles
from protocol.tables import Settings
from server.rooms.hall import Hall
from server.rooms.identity import TABLES_KEPT
from tests.rooms.conftest import World, gather
from tests.rooms.people import Person


async def own(person: Person) -> Battles:
    listed: Battles = await person.ask(ListBattles)
    return listed


async def test_battles_are_listed_for_those_who_were_in_them_at_any_connection(
    world: World,
) -> None:
    """Given two processes on one store; when the same token comes to the other."""
    here, there = await world.hall(owner="a"), await world.hall(owner="b")
    party = await gather(here)
    ann = party.people["1"]
    elsewhere, stranger = Person(there), Person(there)
    await elsewhere.hello("", ann.token)
    await stranger.hello("Eve")
    (line,) = (await own(elsewhere)).battles
    assert (line.battle, line.name, line.encounter) == (ann.battle, "Camp", "micro")
    assert (await own(party.people["2"])).battles == (line,)
    assert (await own(stranger)).battles == ()


async def test_of_many_tables_the_latest_are_kept(world: World, hall: Hall) -> None:
    ann = Person(hall)
    await ann.hello("Ann")
    tables = []
    for _ in range(TABLES_KEPT + 2):
        tables.append((await ann.ask(Create, Settings("micro", options={}), "Camp")).table)
        await ann.ask(Leave)
    await ann.join(table=tables[-2])
    kept = await hall.players.tables_of(ann.player)
    latest = [tables[-2], tables[-1], *reversed(tables[:-2])]
    assert kept == tuple(latest[:TABLES_KEPT])
