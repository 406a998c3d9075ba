"""Somebody's own battles are found again by who they are, whatever they connect with."""

from protocol.replies import Battles
from protocol.requests import Create, Leave, ListBattles
from protocol.tables import Settings
from server.players.identity import TABLES_KEPT
from server.service.game_service import GameService
from tests.service.conftest import World, gather
from tests.service.people import Person


async def own(person: Person) -> Battles:
    listed: Battles = await person.ask(ListBattles)
    return listed


async def test_battles_are_listed_for_those_who_were_in_them_at_any_connection(
    world: World,
) -> None:
    """Given two processes on one store; when the same token comes to the other."""
    here, there = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(here)
    ann = party.people["1"]
    elsewhere, stranger = Person(there), Person(there)
    await elsewhere.hello("", ann.token)
    await stranger.hello("Eve")
    (line,) = (await own(elsewhere)).battles
    assert (line.battle, line.name, line.encounter) == (ann.battle, "Camp", "micro")
    assert (await own(party.people["2"])).battles == (line,)
    assert (await own(stranger)).battles == ()


async def test_of_many_tables_the_latest_are_kept(world: World, service: GameService) -> None:
    ann = Person(service)
    await ann.hello("Ann")
    tables = []
    for _ in range(TABLES_KEPT + 2):
        tables.append((await ann.ask(Create, Settings("micro", options={}), "Camp")).table)
        await ann.ask(Leave)
    await ann.join(table=tables[-2])
    kept = await service.players.tables_of(ann.player)
    latest = [tables[-2], tables[-1], *reversed(tables[:-2])]
    assert kept == tuple(latest[:TABLES_KEPT])
