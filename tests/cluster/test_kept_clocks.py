"""The clocks of a battle that is put aside run on."""

import random

import pytest

from protocol.replies import Driving, TimeLeft
from protocol.requests import Watch
from server.cluster.kept_clocks import clocks_of, keep_clocks
from tests.battles.test_room import play_on
from tests.cluster.test_unattended import AFTER, back, looked_after
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather


async def test_the_clocks_have_run_on(world: World) -> None:
    """Given a seat whose player has gone and has 60 s to come back, and a battle that was put aside
    meanwhile, when somebody else comes after that time, then a bot stands in at once."""
    service = await looked_after(world)
    party = await gather(service, "camp", people=2, absence=60)
    await play_on(party, 2, random.Random(3))
    party["2"].leave()
    await world.clock.advance(5)
    party["1"].leave()
    await world.clock.advance(AFTER * 2)
    assert service.rooms == {}
    await world.clock.advance(60)
    person = await back(service, party)
    await person.ask(Watch, party.battle)
    await breathe()
    driving = [each.seat for each in person.all(Driving) if each.bot]
    assert driving == ["2"]


async def test_a_clock_that_has_time_left_has_what_is_left(world: World) -> None:
    service = await looked_after(world)
    party = await gather(service, "camp", people=2, absence=300)
    party["2"].leave()
    await world.clock.advance(1)
    party["1"].leave()
    await world.clock.advance(AFTER * 2)
    assert service.rooms == {}
    person = await back(service, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in service.rooms)
    await breathe()
    told = [each for each in person.all(TimeLeft) if (each.seat, each.clock) == ("2", "absence")]
    assert told[-1].ms == pytest.approx(300_000 - 41_000, abs=1500)


async def test_clocks_kept_of_a_version_are_none_of_a_later_one(world: World) -> None:
    """Given clocks that were kept, when the battle has gone on since, then none of them runs on."""
    service = await looked_after(world)
    party = await gather(service, "camp", people=2, absence=300)
    party["2"].leave()
    await world.clock.advance(1)
    room = service.rooms[party.battle]
    await keep_clocks(world.store, room)
    assert (await clocks_of(world.store, room.record, world.clock.unix_ms())).seats
    await play_on(Party(service, {"1": party["1"]}, party.battle, party.table), 1, random.Random(3))
    assert not (await clocks_of(world.store, room.record, world.clock.unix_ms())).seats
