"""Sessions that are over as soon as their battle is: everybody is led there to their end."""

import pytest

from protocol.ids import BattleId
from protocol.replies import Done, Snapshot
from protocol.requests import Watch
from tests.cluster.sessions import (
    HeldMail,
    by_way_of,
    called,
    check,
    fight,
    is_over,
    led_to,
    newcomer,
    reconnect,
)
from tests.service.conftest import Party, World, gather
from tests.service.people import Person


async def in_battle(world: World, party: Party) -> BattleId:
    """Everybody led to the only battle of a brief session; its id."""
    battle = await called(world, party.battle)
    await led_to(world, party, battle)
    return battle


def pictures_of(person: Person, battle: BattleId) -> int:
    """How many pictures of a battle somebody was sent."""
    return sum(isinstance(each, Snapshot) and each.battle == battle for each in person.heard)


@pytest.mark.parametrize("processes", [1, 2])
async def test_who_is_at_a_session_s_last_battle_is_led_to_the_session_s_end(
    world: World, processes: int
) -> None:
    """Given a session that ends with its battle, when that is over, then everybody is led to its
    end once, at the process that hosts it and at another."""
    first, *more = [await world.service() for _ in range(processes)]
    party = await gather(first, "brief", others=(first, *more)[::-1] if more else ())
    session = party.battle
    await in_battle(world, party)
    before = {seat: pictures_of(each, session) for seat, each in party.people.items()}
    await fight(world, party)
    await led_to(world, party, session)
    assert await is_over(world, session)
    await world.clock.advance(2)
    for seat, each in party.people.items():
        assert pictures_of(each, session) - before[seat] == 1
    await check(world, session)


async def test_a_host_s_death_leaves_nobody_at_the_session_s_last_battle(world: World) -> None:
    """Given a host that dies in the battle, when the battle ends at another process, then who was
    there and who came there are led to the session's end."""
    first, second = await world.service(), await world.service()
    party = await gather(first, "brief", others=(second, second))
    session = party.battle
    await in_battle(world, party)
    await world.crash(first)
    party.people["1"] = await reconnect(party["1"], second, party.table)
    await fight(world, party)
    await led_to(world, party, session)
    assert await is_over(world, session)


async def test_who_heard_nothing_of_a_session_s_end_is_led_there_as_its_host_dies(
    world: World,
) -> None:
    """Given a host that finishes battle and session, and dies before another process hears of it,
    when that hosts the table, then who watches there is led to the session's end."""
    mail = HeldMail(world.store)
    mail.free.set()
    host, other = await by_way_of(world, mail), await world.service()
    party = await gather(host, "brief", public=True)
    session = party.battle
    battle = await in_battle(world, party)
    viewer = await newcomer(other, party)
    assert isinstance(await viewer.ask(Watch, battle), Done)
    mail.free.clear()
    await fight(world, party)
    await led_to(world, party, session)
    assert await is_over(world, session)
    assert viewer.battle == battle
    await world.crash(host)
    party.people = {"watcher": viewer}
    await led_to(world, party, session)
