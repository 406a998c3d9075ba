"""A process's sign of life, and who else is alive."""

import random

import pytest

from server.cluster.processes.heartbeat import ProcessHeartbeat
from tests.battles.test_room import play_on
from tests.cluster.test_relay import seen
from tests.cluster.test_takeover import LONG, host_of
from tests.service.conftest import World, gather


async def test_a_host_that_wakes_late_learns_it_at_its_first_sign_of_life(world: World) -> None:
    old, new = await world.service(), await world.service()
    party = await gather(old, people=2, others=(new,), options=LONG)
    world.freeze(old)
    assert await host_of(world, party) is old
    await world.clock.advance(2.5)
    assert party.battle in new.rooms
    world.thaw(old)
    await world.clock.advance(2.5)
    assert party.battle not in old.rooms
    assert not old.tables[party.table].is_hosted
    await play_on(party, 3, random.Random(1))
    for person in party.people.values():
        assert (person.version, person.hung_up) == (4, None)
        here, _ = seen(person)
        assert here == tuple(sorted(each.player for each in party.people.values()))


async def test_a_store_that_is_away_for_long_makes_nobody_dead(world: World) -> None:
    """Given two processes, when the store was away longer than a lease, then the host stays."""
    first, second = await world.service(), await world.service()
    party = await gather(first, people=2, others=(second,), options=LONG)
    world.store.fail()
    await world.clock.advance(10)
    world.store.recover()
    await world.clock.advance(6)
    assert (list(first.rooms), list(second.rooms)) == ([party.battle], [])
    await play_on(party, 3, random.Random(1))
    assert party["2"].version == party["1"].version == 4


class Life:
    """One process's heartbeat on a store, and what it was told."""

    def __init__(self, world: World, name: str) -> None:
        self.died: list[str] = []
        self.lapses = 0
        self.heartbeat = ProcessHeartbeat(
            world.store.fleet, name, world.clock, 2.0, self.died.extend, self.lapse, lambda: name
        )

    def lapse(self) -> None:
        self.lapses += 1


async def test_who_gives_signs_is_known_to_the_others_and_who_stops_is_dead_once(
    world: World,
) -> None:
    """Given two processes, when one gives no sign for 2 s, then the other is told, once."""
    one, two = Life(world, "one"), Life(world, "two")
    await two.heartbeat.beat()
    await one.heartbeat.beat()
    assert (one.heartbeat.others, one.heartbeat.contents["two"]) == (("two",), "two")
    assert one.heartbeat.anyone() == "two"
    for _ in range(2):
        await world.clock.advance(1.5)
        await one.heartbeat.beat()
    await one.heartbeat.beat()
    assert one.died == ["two"]
    assert one.heartbeat.others == ()
    assert not await one.heartbeat.lives("two")


async def test_who_gave_no_sign_for_too_long_is_told_and_judges_nobody_yet(world: World) -> None:
    """Given a silence of all for 3 s, as when the store was away, then nobody is dead yet."""
    one, two = Life(world, "one"), Life(world, "two")
    await two.heartbeat.beat()
    await one.heartbeat.beat()
    await world.clock.advance(3)
    await one.heartbeat.beat()
    assert (one.lapses, one.died) == (1, [])
    assert one.heartbeat.knows("two")
    await world.clock.advance(1.9)
    await one.heartbeat.beat()
    await world.clock.advance(0.2)
    await one.heartbeat.beat()
    assert one.died == ["two"]


async def test_the_next_sign_is_due_before_ones_own_runs_out_or_when_anothers_does(
    world: World,
) -> None:
    one, two = Life(world, "one"), Life(world, "two")
    await one.heartbeat.beat()
    assert 2.0 / 4 < one.heartbeat.due < 2.0 / 3
    await two.heartbeat.beat()
    await world.clock.advance(1.8)
    await one.heartbeat.beat()
    assert one.heartbeat.due == pytest.approx(0.21, abs=0.005)
