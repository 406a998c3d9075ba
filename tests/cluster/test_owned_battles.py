"""The battles that a process plays: taken up, kept by their leases, let go of."""

import random

from protocol.replies import (
    Commit,
    Snapshot,
)
from server.battles.idle_beats import IDLE
from tests.battles.test_room import play_on
from tests.cluster.test_takeover import LONG, host_of, kill
from tests.service.conftest import World, gather


async def test_an_owner_that_wakes_late_is_fenced_and_its_players_go_on(world: World) -> None:
    """Given a host that gave no sign of life for too long, when another has taken the battle, then
    an answer given to the first one still counts, once, and nobody has to connect again."""
    old = await world.service()
    party = await gather(old, options=LONG)
    world.freeze(old)
    await world.clock.advance(6)
    new = await world.service()
    await new.settled()
    assert party.battle in new.rooms
    seat, person = party.turn
    assert isinstance(await person.answer(seat, "steady"), Commit)
    await play_on(party, 3, random.Random(1))
    assert (party.battle in old.rooms, party.battle in new.rooms) == (False, True)
    assert len(await world.store.read(party.battle)) == 5
    assert {(p.hung_up, len(p.all(Snapshot))) for p in party.people.values()} == {(None, 1)}


async def test_a_battle_without_visitors_is_taken_up_by_anybody(world: World) -> None:
    """Given a battle of one player and a bot whose process dies, then another one, where bots
    play on alone, does so though nobody of it ever asked for it."""
    first, other = await world.service(), await world.service(bots_alone=True)
    party = await gather(first, people=1, bots=1, absence=1, options={"goal": "300"})
    await kill(world, first)
    assert await host_of(world, party, 4.0) is other
    await world.clock.advance(5)
    assert len(await world.store.read(party.battle)) > 1


async def test_who_learns_by_its_heartbeat_that_a_lease_is_lost_plays_the_battle_no_more(
    world: World,
) -> None:
    """Given a battle whose lease ran out and that another process has taken, when leases are
    renewed, then the room is lost before it tries to write."""
    service = await world.service()
    party = await gather(service, options=LONG)
    room = service.rooms[party.battle]
    world.freeze(service)
    await world.clock.advance(6)
    await world.store.acquire(party.battle, owner="another", ttl=60)
    await service.owned.renew()
    assert room.lost


async def test_an_idle_tables_beat_waits_no_longer(world: World) -> None:
    """Given a battle in play, when somebody answers, then its beat waits for the next answer; once
    nobody has answered for long it does not, and the next answer counts all the same. Nothing
    waits once another process plays the battle."""
    service = await world.service()
    party = await gather(service, options=LONG)
    seat, person = party.turn
    assert isinstance(await person.answer(seat, "steady"), Commit)
    assert len(service.owned.beats) == 1
    await world.clock.advance(2 * IDLE)
    assert len(service.owned.beats) == 0
    await play_on(party, 2, random.Random(1))
    assert len(service.owned.beats) == 1
    service.rooms[party.battle].lose()
    await world.clock.advance(0)
    assert len(service.owned.beats) == 0
