"""A battle that nobody touches for long leaves the store, and comes back with who wants it."""

import random
from pathlib import Path

import pytest

from protocol import replay_file
from protocol.replies import Refused
from protocol.requests import Replay, Watch
from server.service.game_service import GameService
from server.store.replay_storage import ReplayFolder
from server.tables.outside import Attendance
from tests.battles.test_room import play_on
from tests.replays.test_library import Folder
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

LONG = 100.0


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "replays")


async def begun(service: GameService) -> Party:
    """A battle of some moves whose player has gone away."""
    party = await gather(service, people=1)
    await play_on(party, 3, random.Random(3))
    service.depart(party["1"].visitor)
    await breathe()
    return party


async def long_after(world: World, service: GameService) -> None:
    await world.clock.advance(LONG)
    await service.housekeeping(LONG).look_round()
    for _ in range(20):
        await breathe()


async def back_at_the_table(service: GameService, party: Party) -> Person:
    person = Person(service)
    await person.hello("", party["1"].token)
    await person.join(table=party.table)
    return person


async def test_a_battle_that_nobody_touches_leaves_store_and_memory(
    world: World, folder: Folder
) -> None:
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    journal = tuple(entry for _, entry in await world.store.read(party.battle))
    await long_after(world, service)
    assert await world.store.battles() == []
    assert party.battle not in service.rooms
    kept = await ReplayFolder(folder.path / "unfinished").get(party.battle)
    assert kept is not None
    assert replay_file.read(kept).commits == journal
    seed = (await world.store.meta(party.battle))["seed"]
    assert seed not in kept
    assert seed.hex().encode() not in kept


async def test_who_comes_back_plays_on_where_the_battle_stood(world: World, folder: Folder) -> None:
    """Given a battle put aside by a process that is gone, when its player comes back, then the
    state is what it was, and the next move is taken and recorded."""
    first = await world.service(replay_storage=folder)
    party = await begun(first)
    state, version = party["1"].state, party["1"].version
    await long_after(world, first)
    await world.crash(first)
    service = await world.service(replay_storage=folder)
    person = await back_at_the_table(service, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in service.rooms)
    assert (person.state, person.version) == (state, version)
    again = Party(service, {"1": person}, party.battle, party.table)
    await play_on(again, 1, random.Random(3))
    assert len(await world.store.read(party.battle)) == version + 1


async def test_a_battle_put_aside_can_be_looked_at_where_it_lies(
    world: World, folder: Folder
) -> None:
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    await long_after(world, service)
    person = await back_at_the_table(service, party)
    await person.ask(Replay, party.battle, 2, 0.0)
    assert person.version == 2
    assert not replay_file.read(await service.library.file(party.battle)).finished
    assert await world.store.battles() == []


async def test_a_battle_that_was_touched_stays(world: World, folder: Folder) -> None:
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    await world.clock.advance(LONG - 1)
    await service.housekeeping(LONG).look_round()
    assert await world.store.battles() == [party.battle]


async def test_a_battle_that_somebody_looks_at_stays(world: World, folder: Folder) -> None:
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    await back_at_the_table(service, party)
    await long_after(world, service)
    assert await world.store.battles() == [party.battle]
    assert party.battle in service.rooms


async def test_a_process_at_which_nobody_is_holds_no_battle_back(
    world: World, folder: Folder
) -> None:
    """Given a table in use at another process where nobody is connected, then its battle leaves."""
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    service.tables[party.table].elsewhere.hear("another", Attendance(frozenset(), 0))
    await long_after(world, service)
    assert await world.store.battles() == []


async def test_a_battle_that_another_process_plays_is_left_to_it(
    world: World, folder: Folder
) -> None:
    playing, other = (
        await world.service(replay_storage=folder),
        await world.service(replay_storage=folder),
    )
    party = await begun(playing)
    await long_after(world, other)
    assert await world.store.battles() == [party.battle]
    assert party.battle in playing.rooms


async def test_a_battle_stays_where_it_cannot_be_kept_elsewhere(
    world: World, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way of a folder")
    service = await world.service(replay_storage=ReplayFolder(tmp_path / "file"))
    party = await begun(service)
    await long_after(world, service)
    assert await world.store.battles() == [party.battle]


async def test_without_a_shelf_nothing_is_put_aside(world: World) -> None:
    service = await world.service()
    party = await begun(service)
    await long_after(world, service)
    assert await world.store.battles() == [party.battle]


async def test_a_round_writes_the_file_that_could_not_be_written_before(
    world: World, folder: Folder
) -> None:
    folder.is_full = True
    service = await world.service(replay_storage=folder)
    party = await gather(service, "camp", people=1, options={"left": "1"})
    while party["1"].questions:
        await play_on(party, 1, random.Random(3))
    await folder.tried.wait()
    folder.is_full = False
    await service.housekeeping(None).look_round()
    assert await folder.has(party.battle)


async def test_a_battle_whose_file_is_lost_is_refused_and_not_begun_anew(
    world: World, folder: Folder
) -> None:
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    await long_after(world, service)
    (folder.path / "unfinished" / f"{party.battle}.hwr").unlink()
    person = await back_at_the_table(service, party)
    refused = await person.ask(Watch, party.battle)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown"


async def test_coming_to_a_battle_that_lies_aside_is_no_fault(
    world: World, folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a battle out of the store, when somebody comes to its table and does not look at it
    yet, then nothing is called unreadable, and looking at it brings it back."""
    service = await world.service(replay_storage=folder)
    party = await begun(service)
    await long_after(world, service)
    person = await back_at_the_table(service, party)
    await world.clock.advance(1)
    await service.settled()
    assert "battle.unreadable" not in capsys.readouterr().out
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in service.rooms)
