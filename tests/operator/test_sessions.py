"""What operators see of a session at its table, and what they do to it, in days and in battles."""

import pytest

from protocol.ids import BattleId
from protocol.questions import options_of
from protocol.replies import Author, Commit, Refused, author_of
from protocol.tables import TableState
from server.battles import called_id
from server.service.game_service import GameService
from tests.cluster.sessions import LONG, calls, fight, go, is_over, journal, led_to, outcomes
from tests.cluster.test_relay import split, two
from tests.operator.test_operator import at, do, newcomer, patient
from tests.service.conftest import Party, World

__all__ = ["patient", "two"]


@pytest.fixture
async def days(two: tuple[GameService, GameService]) -> Party:
    """A session whose table one process hosts; seat 2 is at the other one."""
    return await split(two, "calling", options=LONG)


async def in_battle(world: World, party: Party) -> BattleId:
    """Lead the party into the session's first battle."""
    await go(party, "duel")
    (called,) = await calls(world, party.battle)
    battle = called_id(party.battle, called.call)
    await led_to(world, party, battle)
    return battle


async def authors(world: World, battle: BattleId) -> list[Author]:
    """Whose each commit of a journal is."""
    return [author_of(entry.commit) for entry in await journal(world, battle)]


async def test_a_session_is_listed_with_what_is_played_now(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    [line] = (await at(two[1]).look())["tables"]
    assert (line["encounter"], line["battle"], line["phase"]) == ("calling", days.battle, "playing")
    battle = await in_battle(world, days)
    [line] = (await at(two[1]).look())["tables"]
    assert (line["encounter"], line["battle"]) == ("calling", battle)
    await fight(world, days)
    await led_to(world, days, days.battle)
    [line] = (await at(two[1]).look())["tables"]
    assert line["battle"] == days.battle


async def test_who_looks_into_it_sees_which_battle_belongs_to_which_session(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    battle = await in_battle(world, days)
    found = await at(two[1]).inspect(days.table)
    assert [(one["battle"], one["session"], one["over"]) for one in found["battles"]] == [
        (days.battle, "", False),
        (battle, days.battle, False),
    ]
    assert [one["waited_for"] for one in found["questions"]] == [["seat 1 (Ann)"]]


async def test_closing_the_table_in_its_days_ends_the_session(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    done = await do(two[1], "close", table=days.table, why="Too late.")
    assert days.battle in done
    for person in days.people.values():
        await person.until(lambda one=person: one.last(Commit).pinned)  # type: ignore[misc]
        assert person.last(Commit).events == (["stopped", "Too late.", "", False],)
    assert await is_over(world, days.battle)


async def test_closing_the_table_in_a_battle_ends_the_battle_and_its_session(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    battle = await in_battle(world, days)
    await do(two[1], "close", table=days.table, why="Too late.")
    await world.clock.advance(10)
    assert await is_over(world, battle)
    assert await is_over(world, days.battle)
    assert not await outcomes(world, days.battle)
    state = days["1"].last(TableState)
    assert state.phase == "finished"
    assert all(line.over for line in state.battles)


async def test_a_seat_that_an_operator_gives_to_a_bot_is_the_bots_in_days_and_battles(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    given = {"table": days.table, "what": "seat", "seat": "2"}
    assert await do(two[1], "hand-over", bot="first", **given) == "Seat 2 is the bot first's now."
    battle = await in_battle(world, days)
    for _ in range(40):
        if await is_over(world, battle):
            break
        if days["1"].questions and days["1"].battle == battle:
            await days["1"].answer("1", "steady")
        await world.clock.advance(0.05)
    await led_to(world, days, days.battle)
    assert len(await outcomes(world, days.battle)) == 1
    # Seat 1 may have won with its first die, before seat 2 had a turn: in the days it has one.
    for _ in range(80):
        if any(one.seat == "2" for one in await authors(world, days.battle)):
            break
        if days["1"].questions and days["1"].battle == days.battle:
            await days["1"].answer("1", options_of(days["1"].questions[0].shape)[0].key)
        await world.clock.advance(0.05)
    told = [*await authors(world, battle), *await authors(world, days.battle)]
    assert {one.how for one in told if one.seat == "2"} == {"bot"}


async def test_who_is_kicked_in_a_battle_has_no_seat_in_its_session_either(
    world: World, two: tuple[GameService, GameService], days: Party
) -> None:
    await in_battle(world, days)
    gone = days["2"]
    done = await do(two[0], "kick", player=gone.player, table=days.table)
    assert done == "Connections ended: 1. Seats freed: 2."
    back = await newcomer(two[1])
    await back.hello("", gone.token)
    assert isinstance(await back.join(table=days.table), Refused)
    assert days["1"].last(TableState).chairs[1].player == ""
