"""Chess clocks: each side's time for the whole match, which runs while its answer is awaited."""

import asyncio
from typing import Any

import pytest

from protocol import replay_file
from protocol.ids import SeatId
from protocol.replies import Closing, Commit, Opening, Resumed, SideClocks
from protocol.requests import Create, Intent, Watch
from protocol.tables import Settings, TableState
from server.battles import entries_of
from server.service.game_service import GameService
from tests.cluster.test_takeover import host_of, kill, reconnect
from tests.cluster.test_unattended import AFTER, back, looked_after
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person
from tests.service.spies import spectator

BUDGET, INCREMENT = 60, 5
ONE, TWO = SeatId("1"), SeatId("2")


async def timed(service: GameService, **more: Any) -> Party:
    return await gather(service, "rivals", side_clock=BUDGET, increment=INCREMENT, **more)


def shown(person: Person) -> tuple[int, int, tuple[SeatId, ...]]:
    """What both clocks showed last, in seconds, and which ran."""
    told = person.last(SideClocks)
    return round(told.left[ONE] / 1000), round(told.left[TWO] / 1000), told.running


def late(person: Person) -> list[Any]:
    return [list(event) for c in person.all(Commit) for event in c.events if event[0] == "stopped"]


async def over(person: Person) -> None:
    await person.until(lambda: person.last(TableState).phase == "finished")


async def test_only_the_clock_of_the_side_that_is_awaited_runs(service: GameService) -> None:
    """Given a match in which seat 1 is asked first, when it thinks for ten seconds, then those are
    its own; and where both are asked next, both clocks run."""
    party = await timed(service)
    one = party["1"]
    assert shown(one) == (60, 60, ("1",))
    await service.resources.clock.advance(10)  # type: ignore[attr-defined]
    await one.answer("1", "share")
    await one.until(lambda: len(one.all(SideClocks)) > 1)
    assert one.last(Commit).left == {"1": 50_000, "2": 60_000}
    assert shown(party["2"]) == (50, 60, ("2",))


async def test_spectators_behind_a_delay_see_the_clocks_as_they_stood(
    world: World, service: GameService
) -> None:
    """Given a match that spectators see 30 seconds late, when it begins to be shown to somebody who
    has waited, or is shown to somebody who comes later, then they have the clocks of what they see,
    and none that runs."""
    party = await timed(service, delay=30, public=True)
    waiting = await spectator(service, world, party)
    assert not waiting.all(SideClocks)
    await world.clock.advance(10)
    await party["1"].answer("1", "share")
    await world.clock.advance(21)
    await waiting.until(lambda: bool(waiting.all(SideClocks)))
    assert shown(waiting) == (60, 60, ())
    await world.clock.advance(10)
    late_comer = await spectator(service, world, party)
    await late_comer.until(lambda: bool(late_comer.all(SideClocks)))
    assert shown(late_comer) == (50, 60, ())


async def test_a_turn_that_ends_brings_the_increment(world: World, service: GameService) -> None:
    party = await timed(service)
    await world.clock.advance(10)
    await party["1"].answer("1", "keep")
    await party["1"].answer("1", "feast")  # the whole table votes, one answer counts
    await party["1"].until(lambda: party["1"].questions[0].to == ("2",))
    assert party["1"].last(Commit).left == {"1": 55_000, "2": 60_000}
    assert shown(party["1"]) == (55, 60, ("2",))


async def test_whose_clock_has_run_down_has_lost(world: World, service: GameService) -> None:
    """Given a match with a minute a side, when seat 1 lets it pass, then one last commit says that
    it was late, the rules make of it what they make of giving up, and the file tells the same."""
    party = await timed(service)
    await world.clock.advance(BUDGET - 1)
    assert not late(party["2"])
    await world.clock.advance(2)
    for person in party.people.values():
        await over(person)
        last = person.last(Commit)
        assert last.events == (["stopped", "", "1", True],)
        assert isinstance(last.pinned, Closing)
        assert last.left == {"1": 0, "2": 60_000}
        assert person.state["food"] == {"1": 0, "2": 5}
    kept = replay_file.read(await service.library.file(party.battle))
    entries = entries_of(kept.commits)
    opening = entries[0].commit.pinned
    assert isinstance(opening, Opening)
    assert (opening.side_clock, opening.increment) == (BUDGET, INCREMENT)
    record = await service.battles.ended(list(kept.commits))
    assert record.state.food == {"1": 0, "2": 5}


async def test_an_answer_after_the_last_second_is_none(world: World, service: GameService) -> None:
    """Given a clock that has run down while an answer was on its way, then the answer is refused
    as one after the end, and the match is lost."""
    party = await timed(service)
    party.room.autopilot.sides.settle({"1": 0, "2": 60_000})
    refused = await party["1"].ask(Intent, 1, party["1"].asked("1").id, ("keep",), SeatId("1"))
    assert refused.code == "not_now"
    await over(party["1"])
    assert late(party["1"]) == [["stopped", "", "1", True]]


async def test_nobody_loses_time_to_a_process_that_died(world: World) -> None:
    """Given a match in which seat 1 had 50 of 60 seconds at its last answer and thinks since, when
    the host dies and another one goes on, then seat 2 has what stood in the last commit."""
    first, second = await world.service(), await world.service()
    party = await timed(first, others=(second,))
    await world.clock.advance(10)
    await party["1"].answer("1", "share")
    await party["2"].reaches(2)
    await world.clock.advance(BUDGET - 5)
    await kill(world, first)
    await host_of(world, party)
    two = party["2"]
    await two.until(lambda: shown(two) == (50, 60, ("2",)))
    one = await reconnect(party["1"], second, party)
    assert shown(one) == (50, 60, ("2",))
    await world.clock.advance(BUDGET - 2)
    assert not late(one)
    await world.clock.advance(3)
    await over(one)
    assert late(one) == late(two) == [["stopped", "", "2", True]]


async def test_side_clocks_stand_still_while_the_store_is_away(
    world: World, service: GameService
) -> None:
    party = await timed(service)
    one, two = party["1"], party["2"]
    await world.clock.advance(10)
    world.store.fail()
    one.say(Intent, one.number("1"), one.asked("1").id, ("share",), "1")
    await two.until(lambda: not shown(two)[2])
    await world.clock.advance(BUDGET * 2)
    world.store.recover()
    await asyncio.gather(two.until(lambda: two.all(Resumed)), world.clock.advance(2))
    await two.reaches(2)
    await two.until(lambda: shown(two)[2] == ("2",))
    assert shown(two) == (50, 60, ("2",))
    assert not late(two)


async def test_the_clock_of_a_match_that_was_put_aside_has_run_on(world: World) -> None:
    """Given a match that both sides left with seat 1 to answer, when seat 1 comes back too late,
    then its time is up."""
    service = await looked_after(world)
    party = await timed(service)
    for person in party.people.values():
        person.leave()
    await world.clock.advance(AFTER * 2)
    assert service.rooms == {}
    await world.clock.advance(BUDGET)
    person = await back(service, party)
    await person.ask(Watch, party.battle)
    await breathe()
    await over(person)
    assert person.state["food"]["1"] == 0


async def test_a_watcher_at_another_process_sees_the_clocks_as_they_are(world: World) -> None:
    first, second = await world.service(), await world.service()
    party = await timed(first, public=True)
    early = Person(second)
    await early.hello("Early")
    await early.join(table=party.table)
    await early.ask(Watch, party.battle)
    await world.clock.advance(20)
    spectator = Person(second)
    await spectator.hello("Zoe")
    await spectator.join(table=party.table)
    await spectator.ask(Watch, party.battle)
    await spectator.until(lambda: spectator.all(SideClocks))
    assert shown(spectator) == (40, 60, ("1",))


@pytest.mark.parametrize(
    ("game", "more", "text"),
    [
        ("camp", {"side_clock": 60}, "all play together"),
        ("camp", {"rated": True, "side_clock": 60}, "all play together"),
        ("rivals", {"increment": 5}, "needs time first"),
        ("rivals", {"rated": True}, "a clock for each side"),
        ("rivals", {"rated": True, "side_clock": 60, "absence": 120}, "no bot for who is away"),
    ],
)
async def test_settings_that_make_no_sense_are_refused(
    service: GameService, game: str, more: dict[str, Any], text: str
) -> None:
    one = Person(service)
    await one.hello("Ann")
    refused = await one.ask(Create, Settings(game, party=2, **{"absence": 0, **more}), "Camp")
    assert refused.code == "not_allowed"
    assert text in refused.text
