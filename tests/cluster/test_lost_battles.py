"""A journal that is gone or damaged: its table says that the battle is lost, and begins another."""

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from protocol import replay_file
from protocol.replies import Done, Paused, Said, Snapshot, Started
from protocol.requests import Intent, Ready, Replay, Start, Watch
from protocol.tables import TableState
from server.cluster import lost_battles
from server.commands.checking import Wrong, check
from server.operator.acts import Lose, Operator
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from server.store import FSYNC
from server.store.embedded import EmbeddedStore
from server.store.replay_storage import ReplayFolder
from tests.battles.test_on_valkey import drop, process
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.games import GAMES
from tests.service.people import Person

LONG = {"goal": "5000"}
PLAYED = 6
RETENTION = 100.0
Damage = Callable[[World, str], None]


def gone(world: World, battle: str) -> None:
    del world.store._journals[battle]


def without_seed(world: World, battle: str) -> None:
    del world.store._journals[battle].meta["seed"]


def damaged(world: World, battle: str) -> None:
    journal = world.store._journals[battle]
    journal.snapshot = None
    journal.entries[3] = b"\xc1" + journal.entries[3][1:]


def damaged_at_the_end(world: World, battle: str) -> None:
    journal = world.store._journals[battle]
    journal.snapshot = None
    journal.entries[-1] = b"\xc1"


def gap(world: World, battle: str) -> None:
    journal = world.store._journals[battle]
    journal.snapshot = None
    del journal.entries[2]


LEFT: dict[Damage, int] = {
    gone: 0,
    without_seed: PLAYED + 1,
    damaged: 3,
    damaged_at_the_end: PLAYED,
    gap: 2,
}


@pytest.fixture
async def replay_storage(tmp_path: Path) -> ReplayFolder:
    return ReplayFolder(tmp_path)


async def played(world: World, replay_storage: ReplayFolder | None) -> Party:
    party = await gather(await world.service(replay_storage=replay_storage), options=LONG)
    await play_on(party, PLAYED, random.Random(1))
    return party


async def after_a_restart(world: World, party: Party, replay_storage: ReplayFolder | None) -> Party:
    """Everybody comes back to the table at a new process."""
    service = await world.service(replay_storage=replay_storage)
    await service.settled()
    return await back(party, service)


async def back(party: Party, service: GameService) -> Party:
    people = {}
    for seat, old in party.people.items():
        person = people[seat] = Person(service)
        await person.hello("", old.token)
        await person.join(table=party.table)
    return Party(service, people, party.battle, party.table)


async def is_lost(party: Party) -> None:
    """Everybody is told, by the table and in words."""
    for person in party.people.values():
        await person.until(lambda one=person: one.last(TableState).battles[-1].lost)  # type: ignore[misc]
        state = person.last(TableState)
        assert (state.phase, state.battles[-1].over) == ("finished", True)
        await person.until(lambda one=person: one.all(Said))  # type: ignore[misc]
        assert person.last(Said).text == lost_battles.TEXT


async def another_begins(party: Party) -> None:
    for person in party.people.values():
        assert isinstance(await person.ask(Ready), Done)
    started = await party["1"].ask(Start)
    assert isinstance(started, Started)
    assert started.battle != party.battle
    for person in party.people.values():
        await person.until(lambda one=person: one.battle == started.battle)  # type: ignore[misc]
    seat = party["1"].questions[0].to[0]
    await party[seat].answer(seat, "steady")


@pytest.mark.parametrize("on_a_shelf", [True, False])
@pytest.mark.parametrize("damage", list(LEFT))
async def test_a_lost_journal_is_said_and_the_table_begins_another_battle(
    world: World, replay_storage: ReplayFolder, damage: Damage, on_a_shelf: bool
) -> None:
    """Given a battle whose journal is gone or damaged when its process dies, when the players come
    back, then the table says that the battle is lost, keeps what can be read of it as its replay,
    and begins another battle."""
    kept = replay_storage if on_a_shelf else None
    party = await played(world, kept)
    await world.crash(party.service)
    damage(world, party.battle)
    party = await after_a_restart(world, party, kept)
    await world.clock.advance(3)
    await is_lost(party)
    if LEFT[damage]:
        replay = replay_file.read(await party.service.library.file(party.battle))
        assert (len(replay.commits), replay.finished) == (LEFT[damage], False)
        with pytest.raises(Wrong, match=f"ends at commit {LEFT[damage]}, before the battle's end"):
            check(replay, GAMES._setups.values())
        assert isinstance(await party["1"].ask(Watch, party.battle), Done)
        assert party["1"].last(Snapshot).version == LEFT[damage]
        assert isinstance(await party["2"].ask(Replay, party.battle, 1, 0.0), Done)
    else:
        assert (await party["1"].ask(Watch, party.battle)).code == "unknown"
        with pytest.raises(Refusal):
            await party.service.library.file(party.battle)
    await another_begins(party)


async def test_a_journal_that_goes_while_the_battle_is_played_is_found_by_the_next_move(
    world: World, replay_storage: ReplayFolder
) -> None:
    """Given players at two processes, when the journal goes under their hands, then the next move
    finds it: all are told, and another battle begins."""
    game_services = (
        await world.service(replay_storage=replay_storage),
        await world.service(replay_storage=replay_storage),
    )
    party = await gather(game_services[0], others=game_services[1:], options=LONG)
    await play_on(party, 2, random.Random(1))
    gone(world, party.battle)
    seat, person = party.turn
    person.say(Intent, person.number(seat), person.asked(seat).id, ("steady",), seat)
    for _ in range(100):
        if all(one.last(TableState).battles[-1].lost for one in party.people.values()):
            break
        await world.clock.advance(0.1)
    await is_lost(party)
    await another_begins(party)


async def test_who_watches_at_another_process_is_told_there_that_the_battle_is_lost(
    world: World, replay_storage: ReplayFolder
) -> None:
    """Given a player at a process that follows the battle, when the host dies and the journal is
    damaged, then they are told where they are, and what they look at stands still."""
    host, other = (
        await world.service(replay_storage=replay_storage),
        await world.service(replay_storage=replay_storage),
    )
    party = await gather(host, others=(other,), options=LONG)
    await play_on(party, PLAYED, random.Random(1))
    person, version = party["2"], party["2"].version
    damaged(world, party.battle)
    await world.crash(host)
    await world.clock.advance(3)
    await person.until(lambda: person.last(TableState).battles[-1].lost)
    assert [told.text for told in person.all(Paused)] == [lost_battles.TEXT]
    assert person.last(Said).text == lost_battles.TEXT
    assert person.version == version


async def test_what_is_left_of_a_lost_battle_outlives_its_journal(
    world: World, replay_storage: ReplayFolder
) -> None:
    """Given a battle that is lost, when its journal's time is over, then its replay is still to be
    had by its members; it is not among the finished ones, which may be open to all."""
    party = await gather(await world.service(replay_storage=replay_storage), options=LONG)
    await play_on(party, PLAYED, random.Random(1))
    await world.crash(party.service)
    damaged(world, party.battle)
    service = await world.service(replay_storage=replay_storage, retention=RETENTION)
    await service.settled()
    party = await back(party, service)
    await world.clock.advance(RETENTION + 5)
    assert await world.store.read(party.battle) == []
    await is_lost(party)
    assert len(await service.library.frames(party.battle)) == LEFT[damaged]
    assert isinstance(await party["1"].ask(Watch, party.battle), Done)
    assert party["1"].last(Snapshot).version == LEFT[damaged]
    assert not await replay_storage.has(party.battle)


async def test_a_battle_given_up_is_not_taken_up_again_by_the_next_process(
    world: World, replay_storage: ReplayFolder
) -> None:
    party = await played(world, replay_storage)
    await world.crash(party.service)
    damaged(world, party.battle)
    party = await after_a_restart(world, party, replay_storage)
    await world.clock.advance(3)
    await is_lost(party)
    await world.crash(party.service)
    party = await after_a_restart(world, party, replay_storage)
    await world.clock.advance(3)
    assert party["1"].last(TableState).battles[-1].lost
    await another_begins(party)


async def test_a_battle_put_aside_is_not_lost(world: World, replay_storage: ReplayFolder) -> None:
    """Its file may lie on a shelf that is away just now: it waits, whoever looks at the table."""
    party = await played(world, replay_storage)
    lease = party.room.lease
    assert await party.service.library.put_aside(party.battle, lease)
    await world.crash(party.service)
    party = await after_a_restart(world, party, None)
    await world.clock.advance(3)
    assert party["1"].last(TableState).phase == "playing"
    await world.crash(party.service)
    party = await after_a_restart(world, party, replay_storage)
    assert isinstance(await party["1"].ask(Watch, party.battle), Done)
    await party["1"].reaches(PLAYED + 1)


async def test_an_operator_sees_what_is_stuck_and_gives_it_up(
    world: World, replay_storage: ReplayFolder
) -> None:
    """Given a battle that was put aside and whose file is gone, which no server decides by itself,
    when the operator looks, then the console says why it is stuck; given up, another begins. A
    battle that can be played is not given up."""
    party = await played(world, replay_storage)
    who = Operator("op", "here")
    with pytest.raises(Refusal, match="can be played"):
        await party.service.acts(3600).perform(who, "lose", Lose(party.table))
    assert await party.service.library.put_aside(party.battle, party.room.lease)
    await world.crash(party.service)
    party = await after_a_restart(world, party, None)
    await world.clock.advance(3)
    acts = party.service.acts(3600)
    (line,) = (await acts.look())["tables"]
    assert "holds no journal" in line["stuck"]
    done = await acts.perform(who, "lose", Lose(party.table))
    assert "lost" in done["done"]
    table = await acts.inspect(party.table)
    assert (table["stuck"], table["lost"], table["battles"][-1]["lost"]) == ("", True, True)
    await is_lost(party)
    with pytest.raises(Refusal, match="No battle is on"):
        await acts.perform(who, "lose", Lose(party.table))
    await another_begins(party)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    opened = await EmbeddedStore.start(tmp_path / "data", FSYNC)
    yield opened
    await opened.close()


@pytest.mark.parametrize("what", ["deleted", "an entry deleted"])
async def test_a_lost_journal_on_a_real_store(store: EmbeddedStore, what: str) -> None:
    """Given a real store process in which the battle's keys, or an entry, were deleted."""
    service = await process(store)
    party = await gather(service, options=LONG)
    await play_on(party, PLAYED, random.Random(1))
    await drop(service)
    client = store._client
    keys = await client.command(b"KEYS", f"hw:*{party.battle}*")
    assert keys
    if what == "deleted":
        await client.command(b"DEL", *keys)
    else:
        (log,) = [key for key in keys if key.endswith(b":log")]
        await client.command(b"DEL", *[key for key in keys if b"snap" in key], b"no-key")
        await client.command(b"XDEL", log, b"3-0")
    service = await process(store)
    party = await back(party, service)
    await is_lost(party)
    assert not party["1"].all(Paused)
    await another_begins(party)
    await service.close()
