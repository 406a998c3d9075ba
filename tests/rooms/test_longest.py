"""A journal does not grow without limit: a battle that gets too long ends in order."""

import random

from protocol import replay_file
from protocol.events import BattleStopped
from protocol.replies import Closing, Commit, Said
from protocol.tables import TableState
from tests.rooms.conftest import World, gather
from tests.rooms.test_room import play_on


async def test_a_battle_that_gets_too_long_ends_where_it_stands(world: World) -> None:
    """Given a battle near its last commit, then the players are warned; at the limit it ends by one
    last commit that says why and reveals the seed, and its replay is whole."""
    hall = await world.hall(longest=25)
    party = await gather(hall, people=2, options={"goal": "1000000"})
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
    replay = replay_file.read(await hall.library.file(party.battle))
    assert replay.finished
    assert len(replay.commits) == 26
    assert hall.rooms == {}
