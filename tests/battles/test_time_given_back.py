"""The time that a battle could not be played is nobody's: clocks give it back."""

import asyncio

from protocol.ids import SeatId
from protocol.replies import Commit, Paused, Resumed, TimeLeft, author_of
from protocol.requests import Intent
from server.service.game_service import GameService
from tests.cluster.test_takeover import host_of, kill, reconnect
from tests.service.conftest import World, gather
from tests.service.people import Person

SECONDS = 30


def defaults(person: Person) -> list[str]:
    """The seats that were answered for because their time was up."""
    return [author_of(c).seat for c in person.all(Commit) if author_of(c).how == "default"]


async def test_after_a_take_over_the_turn_clock_begins_anew(world: World) -> None:
    """Given a turn of thirty seconds, of which the host's life and the pause after its death took
    most, when another process goes on, then thirty are told and given, also to a watcher there."""
    first, second = await world.service(), await world.service()
    party = await gather(first, "camp", others=(second,), turn=SECONDS)
    await world.clock.advance(SECONDS - 5)
    await kill(world, first)
    await host_of(world, party)
    two = party["2"]
    await two.until(
        lambda: two.last(TimeLeft) == TimeLeft(party.battle, SeatId("1"), "turn", 30_000)
    )
    one = await reconnect(party["1"], second, party)
    await world.clock.advance(SECONDS - 1)
    assert not defaults(one)
    await world.clock.advance(2)
    assert defaults(one) == defaults(two) == ["1"]


async def test_a_hand_over_takes_no_time_from_anybody(world: World) -> None:
    first, second = await world.service(), await world.service()
    party = await gather(first, "camp", others=(second,), turn=SECONDS)
    await world.clock.advance(SECONDS - 2)
    await first.hand_over()
    await host_of(world, party)
    await world.clock.advance(SECONDS - 1)
    assert not defaults(party["2"])
    await world.clock.advance(2)
    assert defaults(party["2"]) == ["1"]


async def test_clocks_stand_still_while_the_store_is_away(
    world: World, service: GameService
) -> None:
    """Given a vote that both seats have thirty seconds for, when the store is away over a minute
    with one answer under way, then the other seat has as much time left as before."""
    party = await gather(service, "camp", turn=SECONDS)
    one, two = party["1"], party["2"]
    await one.answer("1", "keep")
    await two.reaches(2)
    await world.clock.advance(10)
    world.store.fail()
    one.say(Intent, one.number("1"), one.asked("1").id, ("feast",), "1")
    await two.until(lambda: two.all(Paused))
    await world.clock.advance(70)
    world.store.recover()
    await asyncio.gather(two.until(lambda: two.all(Resumed)), world.clock.advance(2))
    await two.reaches(3)
    told = [each for each in two.all(TimeLeft) if each.seat == "2" and each.clock == "turn"]
    assert told[-1].ms >= 1000 * (SECONDS - 13)
    assert not defaults(two)
