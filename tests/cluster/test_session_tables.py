"""A session at its table: seats change hands, and people look back."""

from collections.abc import AsyncIterator

import pytest

from protocol.ids import BattleId, SeatId
from protocol.replies import Done, Playing, StandingSet
from protocol.requests import HandOver, Replay, Standing, Watch
from protocol.tables import TableState
from server.battles import called_id
from server.service.game_service import GameService
from tests.cluster.sessions import LONG, calls, fight, go, led_to, outcomes
from tests.cluster.test_relay import watcher
from tests.cluster.test_takeover import host_of, kill, reconnect
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


def wishes(party: Party, service: GameService) -> dict[str, str]:
    """What seat 2 wishes of abilities, as whatever its table plays now has it."""
    room = service.tables[party.table].room
    assert room is not None
    assert room.battle == party["2"].battle
    return dict(room.autopilot.standing(SeatId("2")).abilities)


async def test_a_wish_that_is_said_in_a_session_holds_in_its_battle_at_once(world: World) -> None:
    """Given a wish that was said in the session, then its very next battle has it, and the session
    after that."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG)
    session = party.battle
    assert isinstance(await party["2"].ask(Standing, "keep", (), "2", {"take": "never"}), Done)
    await in_battle(world, party)
    assert wishes(party, service) == {"take": "never"}
    await party["2"].until(lambda: party["2"].all(StandingSet)[-1].battle == party["2"].battle)
    await fight(world, party)
    await led_to(world, party, session)
    assert wishes(party, service) == {"take": "never"}


async def test_a_wish_that_is_said_in_a_battle_holds_in_its_session_and_the_next_one(
    world: World,
) -> None:
    """Given a wish of the session that was said otherwise in its battle, and another one that was
    taken back there, then the session and its next battle do as was said last."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG)
    session, two = party.battle, party["2"]
    before = {"take": "never", "share": "never"}
    assert isinstance(await two.ask(Standing, "keep", (), "2", before), Done)
    await in_battle(world, party)
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"take": "others"}), Done)
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"share": "ask"}), Done)
    await fight(world, party)
    await led_to(world, party, session)
    assert wishes(party, service) == {"take": "others"}
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"take": "ask"}), Done)
    await go(party, "all")
    await go(party, "duel")
    called = (await calls(world, session))[-1]
    await led_to(world, party, called_id(session, called.call))
    assert wishes(party, service) == {}


async def test_a_wish_said_in_a_battle_is_not_lost_with_its_host(world: World) -> None:
    """Given a wish of the session that is taken back in its battle, when the host dies, then no
    other takes it for said still."""
    first, other = await world.service(), await world.service()
    party = await gather(first, "calling", others=(other,), options=LONG)
    session, two = party.battle, party["2"]
    assert two.service is other
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"take": "never"}), Done)
    battle = await in_battle(world, party)
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"take": "ask"}), Done)
    await kill(world, first)
    here = Party(first, party.people, BattleId(battle), party.table)
    assert await host_of(world, here) is other
    party.people["1"] = await reconnect(party["1"], other, here)
    await fight(world, party)
    await led_to(world, party, session)
    assert wishes(party, other) == {}
