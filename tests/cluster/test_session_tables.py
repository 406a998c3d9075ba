"""A session at its table: seats change hands, and people look back."""

from collections.abc import AsyncIterator

import pytest

from protocol.replies import Done, Playing
from protocol.requests import HandOver, Replay, Watch
from protocol.tables import TableState
from server.battles import called_id
from tests.cluster.sessions import LONG, calls, fight, go, led_to, outcomes
from tests.cluster.test_relay import watcher
from tests.service.conftest import Party, World, gather


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


async def in_battle(world: World, party: Party) -> str:
    """Lead a session's party into a battle. Returns its id."""
    session = party.battle
    await go(party, "duel")
    (called,) = await calls(world, session)
    battle = called_id(session, called.call)
    await led_to(world, party, battle)
    return battle


async def test_a_seat_that_is_handed_over_in_a_battle_is_the_heirs_in_the_session_too(
    world: World,
) -> None:
    """Given a session's battle, when a player hands the seat to another member, then the heir plays
    the battle and is led back to the session with that seat."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG, public=True)
    session = party.battle
    heir = await watcher(service, party)
    await in_battle(world, party)
    assert isinstance(await party["2"].ask(HandOver, "2", heir.player), Done)
    party.people["2"] = heir
    await led_to(world, party, party["1"].battle)
    await fight(world, party)
    await led_to(world, party, session)
    assert len(await outcomes(world, session)) == 1
    chair = heir.last(TableState).chairs[1]
    assert chair.player == heir.player
    await go(party, "all")


async def test_a_watcher_looks_back_at_the_session_while_its_battle_is_on(world: World) -> None:
    """Given a battle, when a watcher asks for the session's second version, then it is shown that,
    and comes back to the battle."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG, public=True)
    session = party.battle
    viewer = await watcher(service, party)
    await go(party, "steady", "steady")
    battle = await in_battle(world, party)
    assert isinstance(await viewer.ask(Replay, session, 2, 0.0), Done)
    assert (viewer.last(Playing).battle, viewer.version) == (session, 2)
    assert isinstance(await viewer.ask(Watch, battle), Done)
    await fight(world, party)
    await led_to(world, party, session)
    await viewer.until(lambda: viewer.battle == session)
