"""Spectators of a table with a delay: what they hear when, and who is one."""

import random

from protocol import requests
from protocol.replies import (
    Commit,
    Done,
    Pinged,
    Playing,
    Said,
)
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Intent,
    Ping,
    Release,
    Start,
)
from protocol.tables import Settings, TableState
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.spies import (
    SECONDS,
    had_a_seat,
    spectator,
)


async def test_whoever_takes_a_seat_sees_the_present_and_who_gives_it_up_no_more(
    world: World, service: GameService
) -> None:
    """Given a table with a delay, when a spectator claims a free seat, then they see the battle as
    it is; when they stand up again they are sent nothing that is not due."""
    party = await gather(service, "camp", people=2, public=True, delay=SECONDS)
    await world.clock.advance(SECONDS)
    spy = await spectator(service, world, party)
    await play_on(party, 3, random.Random(1))
    assert spy.version == 1
    await party["1"].ask(Chat, "Meanwhile")
    assert isinstance(await party["2"].ask(Release, "2"), Done)
    assert isinstance(await spy.ask(Claim, "2"), Done)
    await spy.until(lambda: spy.version == party["1"].version)
    assert [said.text for said in spy.all(Said)] == ["Meanwhile"]
    spy.heard.clear()
    assert isinstance(await spy.ask(Release, "2"), Done)
    for person in (spy, party["2"]):
        known = len(person.all(Commit))
        await party["1"].ask(Chat, "Alone")
        assert isinstance(await party["1"].ask(requests.PutBot, "2", "first"), Done)
        await world.clock.advance(SECONDS - 5)
        assert len(person.all(Commit)) == known
        assert not person.all(Said)
        refused = await person.ask(Intent, 9, 1, ("keep",), "2")
        assert (refused.code, person.all(Playing)) == ("not_seated", [])
        break
    await world.clock.advance(10)
    await spy.until(lambda: bool(spy.all(Said)))


async def test_a_leader_without_a_seat_is_refused_as_long_as_spectators_see_the_battle(
    world: World, service: GameService
) -> None:
    """Given a leader who only watches, then what they ask is refused after the battle's end just as
    before it, until the delay is over."""
    party = await gather(service, "camp", delay=SECONDS, options={"left": "2"}, public=True)
    one, two, spy = party["1"], party["2"], await spectator(service, world, party)
    assert isinstance(await one.ask(requests.HandOver, "", spy.player), Done)
    live = Settings("camp", party=2)
    asked = ((Change, (live,)), (Start, ()), (Release, ("1",)))

    async def told() -> list[str]:
        return [str((await spy.ask(kind, *values)).text) for kind, values in asked]

    await world.clock.advance(SECONDS)
    before = await told()
    await play_on(party, 100, random.Random(1))
    for person in (one, two):
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
    assert await told() == before
    await world.clock.advance(SECONDS)
    assert isinstance(await spy.ask(Change, live), Done)


async def test_whoever_has_stood_up_learns_of_the_end_when_it_is_due(
    world: World, service: GameService
) -> None:
    """Given a member without a seat, then the list of their battles calls the battle over only when
    they may know it."""
    party = await gather(service, "camp", delay=SECONDS, public=True, options={"left": "2"})
    spy = await spectator(service, world, party)
    await had_a_seat(party["2"], spy)
    await world.clock.advance(SECONDS)
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    for waited, over in ((SECONDS - 1, False), (1, True)):
        await world.clock.advance(waited)
        assert [one.over for one in (await spy.ask(requests.ListBattles)).battles] == [over]
    assert (await party["1"].ask(requests.ListBattles)).battles[0].over


async def test_a_table_without_delay_hides_nothing(world: World, service: GameService) -> None:
    party = await gather(service, "camp", public=True)
    spy = await spectator(service, world, party)
    await party["1"].ask(Chat, "Hello")
    await party["2"].ask(Ping, "h1")
    await play_on(party, 2, random.Random(1))
    assert (spy.version, len(spy.all(Said)), len(spy.all(Pinged))) == (3, 1, 1)
