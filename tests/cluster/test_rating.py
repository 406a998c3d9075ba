"""Rated matches: which count, once, and who may do what while one is on."""

import asyncio
from typing import Any

import pytest

from protocol.replies import Done, Ladder, Refused, Started
from protocol.requests import (
    Claim,
    Create,
    HandOver,
    Invite,
    PutBot,
    ReadLadder,
    Ready,
    Release,
    Remove,
    Resign,
    Start,
)
from protocol.tables import LadderLine, Settings, TableState
from server.battles import entries_of, opening_of
from server.service.game_service import GameService
from server.tables import finished
from tests.cluster.test_takeover import kill, reconnect
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

RATED: dict[str, Any] = {"rated": True, "side_clock": 60}


async def ladder(person: Person, *players: str) -> Ladder:
    told = await person.ask(ReadLadder, players)
    assert isinstance(told, Ladder)
    return told


async def over(person: Person) -> None:
    await person.until(lambda: person.last(TableState).phase == "finished")


def tally(line: LadderLine) -> tuple[str, int, int]:
    return line.name, line.matches, line.won


async def resigned(party: Party, seat: str = "2") -> None:
    assert isinstance(await party[seat].ask(Resign), Done)
    for person in party.people.values():
        await over(person)


async def test_a_rated_match_changes_both_sides_ratings(service: GameService) -> None:
    """Given a rated match, when seat 2 resigns, then both stand on the ladder, each finds their own
    line, and whoever has not played sees them without a line of their own."""
    party = await gather(service, "rivals", **RATED)
    await resigned(party)
    one = await ladder(party["1"])
    assert [tally(line) for line in one.top] == [("Ann", 1, 1), ("Person 2", 1, 0)]
    assert [tally(line) for line in one.asked] == [("Ann", 1, 1)]
    assert one.top[0].rating > 1500 > one.top[1].rating
    zoe = Person(service)
    await zoe.hello("Zoe")
    assert (await ladder(zoe)).asked == ()
    asked = await ladder(zoe, party["2"].player)
    assert [tally(line) for line in asked.asked] == [("Person 2", 1, 0)]


async def test_a_rated_match_says_with_which_ratings_it_began(service: GameService) -> None:
    """Given two players without a rating, when they play a second rated match, then its opening has
    what the first one made of them, for its recording, and that of the first one nothing."""
    party = await gather(service, "rivals", **RATED)
    assert party.room.record.opening.ratings == {}
    await resigned(party)
    lines = (await ladder(party["1"], party["2"].player)).asked
    for person in party.people.values():
        await person.ask(Ready, True)
    started = await party["1"].ask(Start)
    assert isinstance(started, Started)
    entries = await service.battles.frames(started.battle)
    opening = opening_of(entries_of(entries))
    known = {line.player: line.rating for line in lines}
    assert opening.ratings == {seat: known[party[seat].player] for seat in ("1", "2")}


async def test_a_match_that_is_lost_by_the_clock_is_rated(
    world: World, service: GameService
) -> None:
    party = await gather(service, "rivals", **RATED)
    await world.clock.advance(61)
    await over(party["1"])
    assert [tally(line) for line in (await ladder(party["1"])).top] == [
        ("Person 2", 1, 1),
        ("Ann", 1, 0),
    ]


@pytest.mark.parametrize("more", [{}, {"side_clock": 60}])
async def test_a_match_that_is_not_rated_changes_nothing(
    service: GameService, more: dict[str, Any]
) -> None:
    party = await gather(service, "rivals", **more)
    await resigned(party)
    assert (await ladder(party["1"])).top == ()


async def test_what_an_operator_ends_is_not_rated(service: GameService) -> None:
    from server.battles import Stop, nobody

    party = await gather(service, "rivals", **RATED)
    party.room.submit(nobody(), Stop("Too late."))
    await over(party["1"])
    assert (await ladder(party["1"])).top == ()


async def test_a_rated_match_is_between_two_players(service: GameService) -> None:
    """Given a rated table, when one player holds both seats, or a bot one, then it does not
    start."""
    one = Person(service)
    await one.hello("Ann")
    settings = Settings("rivals", party=2, absence=0, **RATED)
    await one.ask(Create, settings, "Camp")
    await one.join((await one.ask(Invite, "1")).code)
    await one.join((await one.ask(Invite, "2")).code)
    await one.ask(Ready, True)
    refused = await one.ask(Start)
    assert isinstance(refused, Refused)
    assert (refused.code, "a player of their own" in refused.text) == ("not_allowed", True)
    await one.ask(Release, "2")
    await one.ask(PutBot, "2", "first")
    await one.ask(Ready, True)
    assert (await one.ask(Start)).code == "not_allowed"


async def test_nobody_else_plays_on_in_a_rated_match(service: GameService) -> None:
    """Given a rated match, then no seat is given up, handed over, driven by a bot or taken away
    while it is on; and afterwards it is."""
    party = await gather(service, "rivals", **RATED)
    one, two = party["1"], party["2"]
    assert (await two.ask(Release, "2")).code == "not_now"
    assert (await two.ask(HandOver, "2", one.player)).code == "not_now"
    assert (await two.ask(PutBot, "2", "first")).code == "not_now"
    assert (await one.ask(Remove, two.player)).code == "not_allowed"
    await resigned(party)
    assert isinstance(await two.ask(PutBot, "2", "first"), Done)
    assert isinstance(await two.ask(Claim, "2"), Done)
    assert isinstance(await two.ask(Release, "2"), Done)
    assert isinstance(await one.ask(Remove, two.player), Done)


async def test_a_process_that_dies_between_rating_and_noting_the_end_rates_once(
    world: World,
) -> None:
    """Given a process that dies when it has counted a match and its table does not yet say that it
    is over, when another one goes on, then the match is over there and has counted once."""
    first, second = await world.service(), await world.service()
    party = await gather(first, "rivals", others=(second,), **RATED)
    table = first.tables[party.table]
    change, reached = table.change, asyncio.Event()

    async def dies(how: Any) -> None:
        if getattr(how, "func", None) is finished:
            reached.set()
            await asyncio.Event().wait()
        await change(how)

    table.change = dies  # type: ignore[method-assign]
    party["1"].say(Resign)
    await reached.wait()
    assert (await ladder(party["2"])).top[0].matches == 1
    await kill(world, first)
    one = await reconnect(party["1"], second, party)
    for _ in range(100):
        if one.last(TableState).phase == "finished":
            break
        await world.clock.advance(0.05)
    assert one.last(TableState).phase == "finished"
    assert [line.matches for line in (await ladder(one)).top] == [1, 1]


async def test_renames_follow_and_who_is_forgotten_leaves_the_ladder(
    world: World, service: GameService
) -> None:
    party = await gather(service, "rivals", **RATED)
    await resigned(party)
    one, two = party["1"], party["2"]
    again = Person(service)
    await again.hello("Anne", one.token)
    assert [tally(line)[0] for line in (await ladder(again)).top] == ["Anne", "Person 2"]
    two.leave()
    await service.players.ladder.forget(two.player)
    assert [tally(line)[0] for line in (await ladder(again)).top] == ["Anne"]


async def test_a_delay_of_the_table_holds_back_the_ladder(
    world: World, service: GameService
) -> None:
    party = await gather(service, "rivals", delay=30, **RATED)
    await resigned(party)
    assert (await ladder(party["1"])).top == ()
    await world.clock.advance(31)
    assert len((await ladder(party["1"])).top) == 2
