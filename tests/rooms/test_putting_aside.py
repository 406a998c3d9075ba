"""A battle that nobody touches for long leaves the store, and comes back with who wants it."""

import random
from pathlib import Path

import pytest

from protocol import replay_file
from protocol.replies import Refused
from protocol.requests import Replay, Watch
from server.rooms.caretaker import Caretaker
from server.rooms.hall import Hall
from server.rooms.table import Away
from server.store.replay_folder import ReplayFolder
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_library import Folder
from tests.rooms.test_room import play_on

LONG = 100.0


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "replays")


async def begun(hall: Hall) -> Party:
    """A battle of some moves whose player has gone away."""
    party = await gather(hall, people=1)
    await play_on(party, 3, random.Random(3))
    hall.depart(party["1"].visitor)
    await breathe()
    return party


async def long_after(world: World, hall: Hall) -> None:
    await world.clock.advance(LONG)
    await Caretaker(hall, LONG).look_round()
    for _ in range(20):
        await breathe()


async def back_at_the_table(hall: Hall, party: Party) -> Person:
    person = Person(hall)
    await person.hello("", party["1"].token)
    await person.join(table=party.table)
    return person


async def test_a_battle_that_nobody_touches_leaves_store_and_memory(
    world: World, folder: Folder
) -> None:
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    journal = tuple(entry for _, entry in await world.store.read(party.battle))
    await long_after(world, hall)
    assert await world.store.battles() == []
    assert party.battle not in hall.rooms
    kept = await ReplayFolder(folder.path / "unfinished").get(party.battle)
    assert kept is not None
    assert replay_file.read(kept).commits == journal
    seed = (await world.store.meta(party.battle))["seed"]
    assert seed not in kept
    assert seed.hex().encode() not in kept


async def test_who_comes_back_plays_on_where_the_battle_stood(world: World, folder: Folder) -> None:
    """Given a battle put aside by a process that is gone, when its player comes back, then the
    state is what it was, and the next move is taken and recorded."""
    first = await world.hall(shelf=folder)
    party = await begun(first)
    state, version = party["1"].state, party["1"].version
    await long_after(world, first)
    await world.crash(first)
    hall = await world.hall(shelf=folder)
    person = await back_at_the_table(hall, party)
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in hall.rooms)
    assert (person.state, person.version) == (state, version)
    again = Party(hall, {"1": person}, party.battle, party.table)
    await play_on(again, 1, random.Random(3))
    assert len(await world.store.read(party.battle)) == version + 1


async def test_a_battle_put_aside_can_be_looked_at_where_it_lies(
    world: World, folder: Folder
) -> None:
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    await long_after(world, hall)
    person = await back_at_the_table(hall, party)
    await person.ask(Replay, party.battle, 2, 0.0)
    assert person.version == 2
    assert not replay_file.read(await hall.library.file(party.battle)).finished
    assert await world.store.battles() == []


async def test_a_battle_that_was_touched_stays(world: World, folder: Folder) -> None:
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    await world.clock.advance(LONG - 1)
    await Caretaker(hall, LONG).look_round()
    assert await world.store.battles() == [party.battle]


async def test_a_battle_that_somebody_looks_at_stays(world: World, folder: Folder) -> None:
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    await back_at_the_table(hall, party)
    await long_after(world, hall)
    assert await world.store.battles() == [party.battle]
    assert party.battle in hall.rooms


async def test_a_process_at_which_nobody_is_holds_no_battle_back(
    world: World, folder: Folder
) -> None:
    """Given a table in use at another process where nobody is connected, then its battle leaves."""
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    hall.tables[party.table].elsewhere["another"] = Away(frozenset(), 0)
    await long_after(world, hall)
    assert await world.store.battles() == []


async def test_a_battle_that_another_process_plays_is_left_to_it(
    world: World, folder: Folder
) -> None:
    playing, other = await world.hall(shelf=folder), await world.hall(shelf=folder)
    party = await begun(playing)
    await long_after(world, other)
    assert await world.store.battles() == [party.battle]
    assert party.battle in playing.rooms


async def test_a_battle_stays_where_it_cannot_be_kept_elsewhere(
    world: World, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way of a folder")
    hall = await world.hall(shelf=ReplayFolder(tmp_path / "file"))
    party = await begun(hall)
    await long_after(world, hall)
    assert await world.store.battles() == [party.battle]


async def test_without_a_shelf_nothing_is_put_aside(world: World) -> None:
    hall = await world.hall()
    party = await begun(hall)
    await long_after(world, hall)
    assert await world.store.battles() == [party.battle]


async def test_a_round_writes_the_file_that_could_not_be_written_before(
    world: World, folder: Folder
) -> None:
    folder.is_full = True
    hall = await world.hall(shelf=folder)
    party = await gather(hall, "camp", people=1, options={"left": "1"})
    while party["1"].questions:
        await play_on(party, 1, random.Random(3))
    await folder.tried.wait()
    folder.is_full = False
    await Caretaker(hall, None).look_round()
    assert await folder.has(party.battle)


async def test_a_battle_whose_file_is_lost_is_refused_and_not_begun_anew(
    world: World, folder: Folder
) -> None:
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    await long_after(world, hall)
    (folder.path / "unfinished" / f"{party.battle}.hwr").unlink()
    person = await back_at_the_table(hall, party)
    refused = await person.ask(Watch, party.battle)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown"


async def test_coming_to_a_battle_that_lies_aside_is_no_fault(
    world: World, folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a battle out of the store, when somebody comes to its table and does not look at it
    yet, then nothing is called unreadable, and looking at it brings it back."""
    hall = await world.hall(shelf=folder)
    party = await begun(hall)
    await long_after(world, hall)
    person = await back_at_the_table(hall, party)
    await world.clock.advance(1)
    await hall.settled()
    assert "battle.unreadable" not in capsys.readouterr().out
    await person.ask(Watch, party.battle)
    await person.until(lambda: party.battle in hall.rooms)
