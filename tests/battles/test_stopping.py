"""A journal does not grow without limit: a battle that gets too long ends in order."""

import random

import pytest

from protocol import replay_file
from protocol.events import BattleStopped
from protocol.replies import Closing, Commit, Done, Refused, Said
from protocol.requests import Create, HandOver, Resign
from protocol.tables import Settings, TableState
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.people import Person


async def test_a_battle_that_gets_too_long_ends_where_it_stands(world: World) -> None:
    """Given a battle near its last commit, then the players are warned; at the limit it ends by one
    last commit that says why and reveals the seed, and its replay is whole."""
    service = await world.service(longest=25)
    party = await gather(service, people=2, options={"goal": "1000000"})
    one = party["1"]
    await play_on(party, 24, random.Random(3))
    await one.until(lambda: one.last(TableState).phase == "finished")
    assert [said.text for said in one.all(Said)] == [
        "This battle gets very long. After 20 more moves it ends where it stands."
    ]
    last = one.last(Commit)
    assert last.version == 26
    assert isinstance(last.pinned, Closing)
    (stopped,) = last.events
    assert isinstance(stopped, BattleStopped) or "too long" in str(stopped)
    replay = replay_file.read(await service.library.file(party.battle))
    assert replay.finished
    assert len(replay.commits) == 26
    assert service.rooms == {}


@pytest.mark.parametrize("seat", ["1", "2"])
async def test_who_gives_up_a_match_has_lost_it_at_once(world: World, seat: str) -> None:
    """Given a match, when a seat gives up, whosever turn it is, then one last commit says who, the
    state is what the rules make of it, and the recording ends so, too."""
    service = await world.service()
    party = await gather(service, "rivals")

    assert isinstance(await party[seat].ask(Resign), Done)

    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
        last = person.last(Commit)
        assert last.events == (["stopped", "", seat, False],)
        assert isinstance(last.pinned, Closing)
        assert person.state["food"] == {"1": 5, "2": 5} | {seat: 0}
    again = await party["1"].ask(Resign)
    assert isinstance(again, Refused)
    assert again.code == "not_now"
    recorded = await service.recorded_battles.whole(party.battle)
    assert recorded.at(recorded.last)[0]["food"][seat] == 0


async def test_nobody_gives_up_where_all_play_together(world: World) -> None:
    party = await gather(await world.service(), "camp")

    refused = await party["1"].ask(Resign)

    assert (refused.code, party.room.record.shown.over) == ("not_allowed", False)


async def test_nobody_gives_up_for_the_other_seat(world: World) -> None:
    """Given a match, when a player names the seat of the other one, or holds both and names none,
    then it is refused, and the match goes on."""
    party = await gather(await world.service(), "rivals")

    assert (await party["1"].ask(Resign, "2")).code == "not_allowed"
    await party["2"].ask(HandOver, "2", party["1"].player)
    assert (await party["1"].ask(Resign)).code == "not_allowed"
    assert (await party["2"].ask(Resign)).code == "not_seated"
    assert not party.room.record.shown.over
    assert isinstance(await party["1"].ask(Resign, "2"), Done)


async def test_a_match_is_for_two(world: World) -> None:
    one = Person(await world.service())
    await one.hello("Ann")
    refused = await one.ask(Create, Settings("rivals", party=3), "Camp")
    assert (refused.code, refused.text) == ("not_allowed", "Two play against each other here.")
