"""Sessions of the real campaign at tables where not everybody is there all the time."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol.ids import BattleId, SeatId
from protocol.replies import Commit, Driving, TimeLeft, author_of
from protocol.requests import Claim, PutBot, Watch
from server.battles import Games, called_id
from server.commands.bots import bots, sensible
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.service.game_service import GameService
from tests.cluster.sessions import calls, journal, led_to
from tests.commands.test_sessions import answer, play_on
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

DAY = 86_400
LEASE = DAY / 4
"""Seconds: of a process that gives few heartbeats. Days of simulated seconds are long."""
TOWN = "together.town"


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


async def served(world: World) -> GameService:
    """A service with every session and the bots, which gives heartbeats seldom."""
    resources = (await world.service(lease=LEASE)).resources._replace(bots=bots())
    service = GameService(resources, Games((*setups(), *sessions())), lease=LEASE)
    world.game_services.append(service)
    await service.open()
    return service


async def in_town(world: World, service: GameService, **settings: Any) -> Party:
    """Two at a table of Black Marsh, in the first day's town: both are asked there."""
    party = await gather(
        service, "black-marsh", people=2, options={"guild": "undaunted"}, **settings
    )
    await play_on(world, party, lambda: asked(party["1"]) == [(TOWN, "1"), (TOWN, "2")])
    return party


def asked(person: Person) -> list[tuple[str, str]]:
    """What is open and to whom, as somebody sees it."""
    return [(one.why, one.to[0]) for one in person.questions]


async def hows(world: World, battle: BattleId, seat: str) -> list[str]:
    """How a seat's answers came about, in the order of a journal."""
    authors = [author_of(entry.commit) for entry in await journal(world, battle)]
    return [one.how for one in authors if one.seat == seat]


async def back(service: GameService, party: Party, seat: str) -> Person:
    """The player of a seat, connected anew and watching what is on."""
    person = Person(service)
    await person.hello("", party[seat].token)
    person.token = party[seat].token
    await person.join(table=party.table)
    await person.ask(Watch, party["1"].battle)
    party.people[seat] = person
    return person


async def test_a_turn_clock_of_days_takes_the_default_of_each_who_has_not_answered(
    world: World,
) -> None:
    """Given two days for a turn and two who are asked side by side, when one answers after a day,
    then the other one's time runs on and ends a day later, and the first has two days anew."""
    party = await in_town(world, await served(world), turn=2 * DAY)
    one, two = party["1"], party["2"]
    left = {each.seat: each.ms for each in one.all(TimeLeft) if each.clock == "turn"}
    assert left[SeatId("2")] == 2 * DAY * 1000
    await world.clock.advance(DAY)
    before = one.version
    await answer(world, Party(party.service, {"1": one}, party.battle, party.table), sensible())
    assert await hows(world, party.battle, "2") == ["player"] * len(
        await hows(world, party.battle, "2")
    )
    await world.clock.advance(DAY - 60)
    assert one.version == before + 1, "nobody's time is up"
    await world.clock.advance(120)
    assert (await hows(world, party.battle, "2"))[-1] == "default"
    assert (await hows(world, party.battle, "1"))[-1] == "player"
    assert two.last(Commit).version == one.version
    await world.clock.advance(DAY)
    assert (await hows(world, party.battle, "1"))[-1] == "default"


async def test_a_bot_stands_in_for_days_and_in_the_battle_until_its_player_is_back(
    world: World,
) -> None:
    """Given somebody who stays away for longer than the table waits, then a bot answers for them in
    the session and in the battle that it calls for; who comes back plays on at once."""
    service = await served(world)
    party = await in_town(world, service, absence=3 * DAY)
    session = party.battle
    party["2"].leave()
    await world.clock.advance(3 * DAY - 1)
    assert asked(party["1"]) == [(TOWN, "1"), (TOWN, "2")]
    assert set(await hows(world, session, "2")) == {"player"}
    await world.clock.advance(2)
    assert party["1"].last(Driving).bot
    assert (await hows(world, session, "2"))[-1] == "bot"
    alone = Party(service, {"1": party["1"]}, session, party.table)
    await play_on(world, alone, lambda: party["1"].battle != session)
    battle = party["1"].battle
    (called,) = await calls(world, session)
    assert battle == called_id(session, called.call)

    def somebody_waits() -> bool:
        return party["1"].version > 5

    await play_on(world, alone, somebody_waits)
    assert set(await hows(world, battle, "2")) <= {"bot"}
    person = await back(service, party, "2")
    await breathe()
    assert not party["1"].last(Driving).bot
    await play_on(world, party, lambda: party["1"].battle == session)
    assert "player" in await hows(world, battle, "2")
    await led_to(world, party, session)
    await play_on(world, party, lambda: any("2" in one.to for one in person.questions))
    after = len(await hows(world, session, "2"))
    await answer(world, Party(service, {"2": person}, session, party.table), sensible())
    assert (await hows(world, session, "2"))[after:] == ["player"]


async def test_a_seat_given_to_a_bot_in_a_town_is_claimed_back_there(world: World) -> None:
    """Given a player who puts a bot into the own seat, then it takes that seat's town actions; once
    the seat is claimed back, the player is asked as before."""
    party = await in_town(world, await served(world))
    two = party["2"]
    await two.ask(PutBot, "2", "sensible")
    await breathe()
    assert (await hows(world, party.battle, "2"))[-1] == "bot"
    await two.ask(Claim, "2")
    count = len(await hows(world, party.battle, "2"))
    alone = Party(party.service, {"1": party["1"]}, party.battle, party.table)
    await play_on(world, alone, lambda: "1" not in [to for _, to in asked(party["1"])])
    assert len(await hows(world, party.battle, "2")) == count, "the bot answers no more"
    await answer(world, Party(party.service, {"2": two}, party.battle, party.table), sensible())
    assert (await hows(world, party.battle, "2"))[count:] == ["player"]


async def test_a_bot_keeps_its_last_town_action_until_the_people_are_done(world: World) -> None:
    """Given a bot in a town with a person who takes their time, then it spends all but the action
    that a group action needs; once the person is done, it spends that one, too, and the day goes
    on."""
    party = await in_town(world, await served(world))
    await party["2"].ask(PutBot, "2", "sensible")
    await breathe()
    await world.clock.advance(60)
    assert left(party["1"]) == [2, 1]
    assert asked(party["1"]) == [(TOWN, "1"), (TOWN, "2")]
    menu = next(one for one in party["1"].questions if one.to[0] == "1")
    await party["1"].answer("1", "done", question=menu.id)
    await breathe()
    assert asked(party["1"])[0][0] != TOWN


async def test_a_bot_keeps_nothing_back_for_who_is_away(world: World) -> None:
    """Given a person who leaves in the midst of a town, then the bot beside them does what it wants
    there at once."""
    party = await in_town(world, await served(world))
    await party["2"].ask(PutBot, "2", "sensible")
    await breathe()
    assert left(party["2"]) == [2, 1]
    party["1"].leave()
    await breathe()
    assert asked(party["2"]) == [(TOWN, "1")]


def left(person: Person) -> list[int]:
    """The town actions of each adventurer that are left, as somebody sees them."""
    return list(person.state["visit"]["actions"].values())
