"""A process that stops gives its tables, and their battles, to others."""

import asyncio
import random

import pytest

from protocol.replies import (
    Bye,
    Commit,
    Joined,
    Snapshot,
)
from protocol.requests import (
    Chat,
    Create,
    Intent,
)
from protocol.tables import Settings
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.cluster.test_takeover import LONG, host_of, outcome, reconnect
from tests.service.conftest import World, gather
from tests.tables.test_seats import guest


@pytest.mark.parametrize("seed", range(6))
async def test_a_process_that_stops_hands_its_battles_over(world: World, seed: int) -> None:
    """Given requests under way, when the host hands over, then another process goes on at once, all
    requests are answered, and the first one serves its visitors until they go."""
    chance = random.Random(seed)
    first, second = await world.service(), await world.service()
    party = await gather(first, people=2, others=(second,), options=LONG)
    await party["1"].ask(Chat, "Let us go on elsewhere")
    seat, person = party.turn
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    for _ in range(chance.randrange(30)):
        await asyncio.sleep(0)
    await first.hand_over()
    found = await person.until(lambda: outcome(person, ref, seat, 1))
    assert isinstance(found, Commit)
    assert await host_of(world, party) is second
    assert not first.rooms
    await play_on(party, 4, random.Random(seed))
    await party["1"].ask(Chat, "Good")
    assert [said.text for said in second.tables[party.table].chat][-1] == "Good"
    for each in party.people.values():
        assert (each.version, each.hung_up, len(each.all(Snapshot))) == (6, None, 1)
    await first.close()
    world.game_services.remove(first)
    party.people["1"] = await reconnect(party["1"], second, party)
    await play_on(party, 2, random.Random(seed))
    assert party["2"].version == 8


async def test_a_process_that_stops_opens_no_table(world: World) -> None:
    """Given a process that hands over, when somebody there asks for a table, then they are sent to
    another process at once, and no battle begins here any more."""
    first, second = await world.service(), await world.service()
    await world.clock.advance(1)
    await first.hand_over()
    ann = await guest(first, "Ann")
    ann.say(Create, Settings("micro", party=1, options={}), "Late")
    await ann.until(lambda: ann.hung_up == "going_down")
    assert not first.tables
    again = await guest(second, "Ann")
    assert isinstance(await again.ask(Create, Settings("micro", party=1, options={})), Joined)


async def test_one_process_alone_hands_nothing_over(world: World, service: GameService) -> None:
    party = await gather(service)
    await service.hand_over()
    assert list(service.rooms) == [party.battle]
    assert not party["1"].all(Bye)
