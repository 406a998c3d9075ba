"""Finished battles become replay files, and their journals go when their time is over."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from protocol import replay_file
from protocol.ids import BattleId
from protocol.replies import Refused, Snapshot
from protocol.requests import Replay, Seek, Watch
from protocol.tables import TableState
from server.service.game_service import GameService
from server.store.replay_storage import ReplayFolder
from tests.battles.test_room import play_on
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

RETENTION = 100.0


class Folder(ReplayFolder):
    """A folder that says when it has been written to, and that can be full."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tried = asyncio.Event()
        self.is_full = False

    async def put(self, battle: str, replay: bytes) -> None:
        try:
            if self.is_full:
                raise OSError(28, "No space left on device")
            await super().put(BattleId(battle), replay)
        finally:
            self.tried.set()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "replays")


async def played_out(service: GameService, **settings: Any) -> Party:
    party = await gather(service, "camp", people=1, options={"left": "2"}, **settings)
    chance = random.Random(3)
    while party["1"].questions:
        await play_on(party, 1, chance)
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    return party


async def put_away(folder: Folder) -> None:
    async with asyncio.timeout(60):
        await folder.tried.wait()
    await breathe()


async def test_a_finished_battle_is_written_out_as_its_replay_file(
    world: World, folder: Folder
) -> None:
    service = await world.service(replay_storage=folder, retention=RETENTION)
    party = await played_out(service)
    await put_away(folder)
    assert [file.name for file in folder.path.glob("*.hwr")] == [f"{party.battle}.hwr"]
    written = (folder.path / f"{party.battle}.hwr").read_bytes()
    assert written == await service.library.file(party.battle)
    journal = tuple(entry for _, entry in await world.store.read(party.battle))
    assert replay_file.read(written).commits == journal


async def test_a_battle_with_a_delay_is_written_out_when_spectators_may_see_its_end(
    world: World, folder: Folder
) -> None:
    """Given a shelf that anybody may read, then nothing stands there before the delay is over, also
    where the process that would have written it has gone."""
    service = await world.service(replay_storage=folder, owner="a")
    party = await played_out(service, delay=60)
    await world.clock.advance(30)
    later = await world.service(replay_storage=folder, owner="b")
    await world.crash(service)
    await world.clock.advance(23)
    assert not folder.tried.is_set()
    await world.clock.advance(2)  # dates are whole milliseconds, so one second may be too little
    await put_away(folder)
    assert [file.name for file in folder.path.glob("*.hwr")] == [f"{party.battle}.hwr"]
    assert replay_file.read(await later.library.file(party.battle)).finished


async def test_battles_that_wait_for_their_delay_have_one_timer_and_no_more_than_so_many_wait(
    world: World, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given more battles within one delay than may wait, then no task sleeps for any of them, those
    that wait are written out when each is due, and a round writes out what is left."""
    monkeypatch.setattr("server.replays.library.MOST_HELD", 2)
    service = await world.service(replay_storage=folder)
    ended = []
    for _ in range(3):
        ended.append((await played_out(service, delay=60)).battle)
        await breathe()
        assert [
            task.get_name() for task in service.life._tasks if "put_away" in task.get_name()
        ] == []
        await world.clock.advance(5)
    await world.clock.advance(48)
    await put_away(folder)
    assert [await folder.has(battle) for battle in ended] == [True, False, False]
    folder.tried.clear()
    await world.clock.advance(10)
    await put_away(folder)
    assert [await folder.has(battle) for battle in ended] == [True, True, False]
    await service.housekeeping(None).look_round()
    assert all([await folder.has(battle) for battle in ended])


async def test_a_battle_can_be_seen_when_its_journal_is_gone(world: World, folder: Folder) -> None:
    """Given a finished battle whose retention is over, then the file, the last state and a
    playback are still there, and without a shelf nothing is."""
    service = await world.service(replay_storage=folder, retention=RETENTION)
    party = await played_out(service)
    await put_away(folder)
    before = await service.library.file(party.battle)
    await world.clock.advance(RETENTION - 1)
    assert await world.store.read(party.battle)
    await world.clock.advance(2)
    assert await world.store.read(party.battle) == []
    assert await service.library.file(party.battle) == before
    late = Person(service)
    await late.hello("", party["1"].token)
    await late.join(table=party.table)
    await late.ask(Watch, party.battle)
    assert (late.last(Snapshot).over, late.state) == (True, party["1"].state)
    await late.ask(Replay, party.battle, 0, 0.0)
    await late.ask(Seek, 3)
    assert late.version == 3
    bare = Person(await world.service())
    await bare.hello("", party["1"].token)
    await bare.join(table=party.table)
    refused = await bare.ask(Watch, party.battle)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown"


async def test_what_a_crash_left_undone_is_done_at_the_next_start(
    world: World, folder: Folder
) -> None:
    """Given a process that died between a battle's last commit and its file, when the next one
    starts, then the file is written and the journal goes after its time."""
    party = await played_out(await world.service())
    await world.crash(party.service)
    await world.service(replay_storage=folder, retention=RETENTION)
    await put_away(folder)
    assert await folder.has(party.battle)
    await world.clock.advance(RETENTION + 1)
    assert await world.store.read(party.battle) == []


async def test_a_journal_stays_where_its_file_could_not_be_written(
    world: World, folder: Folder
) -> None:
    folder.is_full = True
    service = await world.service(replay_storage=folder, retention=RETENTION)
    party = await played_out(service)
    await put_away(folder)
    await world.clock.advance(RETENTION * 2)
    assert await world.store.read(party.battle)
    assert replay_file.read(await service.library.file(party.battle)).finished


async def test_an_unreadable_journal_is_never_thrown_away(world: World) -> None:
    await world.store.create(BattleId("b0"), {"seed": b"x"}, b"\xc1", owner="somebody", ttl=1)
    await world.service(retention=RETENTION)
    await world.clock.advance(RETENTION * 2)
    assert await world.store.read(BattleId("b0"))


@pytest.mark.parametrize("name", ["../b0", "", "b/0", "b0\x00", "a" * 65])
async def test_no_name_leads_out_of_the_folder(folder: Folder, name: str) -> None:
    with pytest.raises(ValueError, match="not an id"):
        await folder.get(BattleId(name))
