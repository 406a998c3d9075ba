"""Rooms on the default store: a real store process, which is killed while people play."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from protocol.replies import Commit, Paused, Resumed, Taken
from protocol.requests import Intent, Watch
from server.battles.records.recovery import entries_of, recover
from server.battles.room import Resources
from server.rules.engine.patch import plain
from server.rules.micro.ruleset import MicroRules
from server.runtime.clock import WallClock
from server.service.game_service import GameService
from server.store import EVERYSEC, FSYNC, open_store
from server.store.embedded import EmbeddedStore
from tests.battles.test_room import play_on
from tests.service.conftest import Party, gather
from tests.service.games import GAMES, first_option
from tests.service.people import Person
from tests.store.servers import Server


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    opened = await EmbeddedStore.start(tmp_path / "data", FSYNC)
    yield opened
    await opened.close()


async def process(store: EmbeddedStore) -> GameService:
    """A server process. All have one owner's name, so that none waits for a dead one's lease."""
    resources = Resources(store, WallClock(), {"first": first_option})
    service = GameService(resources, GAMES, owner="one-and-the-same")
    await service.open()
    await service.settled()
    return service


async def drop(service: GameService) -> None:
    """The process is gone: nothing is released, nothing is said."""
    await service.drop()


async def come_back(service: GameService, party: Party) -> Party:
    people = {}
    for seat, old in party.people.items():
        person = people[seat] = Person(service)
        await person.hello("", old.token)
        await person.join(table=party.table)
        await person.ask(Watch, party.battle)
    return Party(service, people, party.battle, party.table)


async def test_a_battle_survives_the_process_at_every_version(store: EmbeddedStore) -> None:
    service = await process(store)
    party = await gather(service, options={"goal": "1000"})
    for version in range(1, 12):
        seat, person = party.turn
        question, number = person.asked(seat).id, person.number(seat)
        await person.answer(seat, "steady")
        for each in party.people.values():
            await each.reaches(version + 1)
        expected = plain(party.room.record.shown.state), party.room.record.shown.questions
        await drop(service)
        service = await process(store)
        party = await come_back(service, party)
        assert (party["1"].state, party["1"].questions) == expected
        again = await party[seat].answer(seat, "steady", question=question, number=number)
        assert isinstance(again, Taken)
        assert again.version == version + 1
    await service.close()


@pytest.mark.parametrize("seed", range(2))
async def test_the_store_process_is_killed_while_people_play(
    store: EmbeddedStore, seed: int
) -> None:
    """Given kills at random moments, then play pauses and goes on by itself, every commit shown is
    kept, each intent counts once, and all see the same."""
    service, chance = await process(store), random.Random(seed)
    party = await gather(service, options={"goal": "100000"})
    for turn in range(1, 13):
        seat, person = party.turn
        question, number = person.asked(seat).id, person.number(seat)
        if turn % 4 == 0:
            os.kill(store.pid, signal.SIGKILL)
        person.say(Intent, number, question, ("steady",), seat)
        if turn % 4 == 2 and chance.random() < 0.7:
            os.kill(store.pid, signal.SIGKILL)
        for each in party.people.values():
            await each.reaches(turn + 1)
    assert party["1"].all(Paused)
    assert len(party["1"].all(Resumed)) == len(party["1"].all(Paused))
    frames = [entry for _, entry in await store.read(party.battle)]
    assert len(frames) == 13
    assert frames[1:] == [f for f in party["2"].frames if f[1:3] == b"\xa1c"]
    secret = (await store.meta(party.battle))["seed"]
    record = recover(MicroRules(), secret, entries_of(frames))
    assert plain(record.shown.state) == party["1"].state == party["2"].state
    await service.close()


async def test_a_whole_battle_is_kept_and_its_table_knows_it(store: EmbeddedStore) -> None:
    service = await process(store)
    party = await gather(service, "camp", options={"left": "6"})
    while party["1"].questions:
        await play_on(party, 1, random.Random(party["1"].version))
    await drop(service)
    service = await process(store)
    party = await come_back(service, party)
    assert (party["1"].state["left"], party["1"].questions) == (0, ())
    assert not service.rooms
    assert not party["1"].all(Commit)
    await service.close()


@pytest.mark.slow
async def test_who_may_not_hear_channels_follows_a_battle_all_the_same() -> None:
    """Given a store that forbids its user every channel, then players at two processes see each
    other's moves and a public table, if a little later."""
    server = Server()
    with server.client() as client:
        rights = ("on", ">pw", "~*", "resetchannels", "+@all")
        client.execute_command("ACL", "SETUSER", "deaf", *rights)
    url, game_services = f"redis://deaf:pw@127.0.0.1:{server.port}", []
    async with AsyncExitStack() as running:
        for owner in ("a", "b"):
            store = await open_store(url, data_dir=Path("unused"), durability=EVERYSEC)
            running.push_async_callback(store.close)
            game_services.append(GameService(Resources(store, WallClock(), {}), GAMES, owner=owner))
            await game_services[-1].open()
            running.push_async_callback(game_services[-1].close)
        party = await gather(game_services[0], others=(game_services[1],), public=True)
        for version, seat in ((2, "1"), (3, "2")):
            await party[seat].until(lambda s=seat: any(s in q.to for q in party[s].questions))  # type: ignore[misc]
            await party[seat].answer(seat, "steady")
            for person in party.people.values():
                await person.reaches(version)
        async with asyncio.timeout(60):
            while party.table not in game_services[1].lines:
                await asyncio.sleep(0.05)
    server.stop()
