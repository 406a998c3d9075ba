"""Battles played back, and replay files."""

import copy
import hashlib
import random

import pytest

from protocol import codec, replay_file
from protocol.codec import Codec
from protocol.replies import Closing, Commit, Playing, Snapshot
from protocol.requests import Intent, Pace, Replay, Seek, Step, Watch
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person


async def played(world: World, service: GameService, seconds: float = 2.0) -> Party:
    """A finished battle, a commit every so many seconds."""
    party = await gather(service, "camp", options={"left": "32"})
    chance = random.Random(4)
    while party["1"].questions:
        await world.clock.advance(seconds)
        await play_on(party, 1, chance)
    return party


async def viewer(party: Party, wire: Codec = codec.msgpack) -> Person:
    person = Person(party.service, wire)
    await person.hello("", party["2"].token)
    await person.join(table=party.table)
    return person


@pytest.mark.parametrize("wire", [codec.msgpack, codec.json])
async def test_a_replay_from_the_start_ends_as_the_battle_did(
    world: World, service: GameService, wire: Codec
) -> None:
    party = await played(world, service)
    person = await viewer(party, wire)
    await person.ask(Replay, party.battle, 0, 1000.0)
    await world.clock.advance(1000)
    assert (person.version, person.state) == (party["1"].version, party["1"].state)
    assert person.last(Playing).speed == 0
    assert person.last(Commit).pinned == party["1"].last(Commit).pinned


async def test_a_replay_keeps_the_recorded_pace_at_the_speed_asked_for(
    world: World, service: GameService
) -> None:
    party = await played(world, service, seconds=2.0)
    person = await viewer(party)
    await person.ask(Replay, party.battle, 1, 2.0)
    await world.clock.advance(3.1)
    assert person.version == 4
    await person.ask(Pace, 0.0)
    await world.clock.advance(50)
    assert person.version == 4
    await person.ask(Pace, 0.5)
    await world.clock.advance(4.1)
    assert person.version == 5


async def test_a_replay_is_stepped_and_sought_in_both_directions(
    world: World, service: GameService
) -> None:
    party = await played(world, service)
    states = {}
    person = await viewer(party)
    await person.ask(Replay, party.battle, 0, 0.0)
    for version in range(1, 71):
        await person.ask(Step, 1)
        assert person.version == version
        states[version] = copy.deepcopy(person.state)
    for version in (70, 3, 64, 65, 63, 1):
        await person.ask(Seek, version)
        assert (person.version, person.state) == (version, states[version])
    await person.ask(Step, 5)
    await person.ask(Step, -2)
    assert (person.version, person.state) == (4, states[4])
    await person.ask(Step, -100)
    assert person.version == 0


async def test_a_running_battle_can_be_played_back_up_to_now(
    world: World, service: GameService
) -> None:
    party = await gather(service, options={"goal": "1000"})
    await play_on(party, 5, random.Random(1))
    person = await viewer(party)
    await person.ask(Replay, party.battle, 2, 0.0)
    assert (person.version, person.last(Playing).last) == (2, 6)
    assert (await person.ask(Intent, 1, 1, ("steady",), "2")).code == "not_now"
    await play_on(party, 3, random.Random(1))
    await person.ask(Seek, 100)
    assert (person.version, person.state) == (9, party["1"].state)
    await person.ask(Watch, party.battle)
    await play_on(party, 1, random.Random(1))
    assert person.version == 10


async def test_controls_without_a_replay_are_refused(service: GameService) -> None:
    party = await gather(service)
    assert (await party["1"].ask(Pace, 1.0)).code == "not_now"
    assert (await party["1"].ask(Replay, "b0")).code == "unknown"


async def test_a_replay_file_holds_everything_and_reveals_the_seed(
    world: World, service: GameService
) -> None:
    party = await played(world, service)
    data = await service.library.file(party.battle)
    replay = replay_file.read(data)
    journal = tuple(entry for _, entry in await world.store.read(party.battle))
    assert (replay.battle, replay.finished, replay.commits) == (party.battle, True, journal)
    last = codec.msgpack.reply(replay.commits[-1])
    assert isinstance(last, Commit)
    assert isinstance(last.pinned, Closing)
    seed = bytes.fromhex(last.pinned.seed)
    first = codec.msgpack.reply(replay.commits[0])
    assert hashlib.sha256(seed).hexdigest() == first.pinned.commitment  # type: ignore[union-attr]
    assert [key.version for key in replay.keyframes] == [64, len(journal)]
    assert replay.keyframes[-1].state == party["1"].state
    assert len(data) < sum(map(len, journal)) / 2


async def test_any_changed_byte_of_a_replay_file_is_found(service: GameService) -> None:
    party = await gather(service)
    data = await service.library.file(party.battle)
    replay = replay_file.read(data)
    assert not replay.finished
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1 :]
        with pytest.raises(replay_file.BadReplay):
            replay_file.read(changed)
    for cut in (0, 5, 30, 60, len(data) - 1):
        with pytest.raises(replay_file.BadReplay):
            replay_file.read(data[:cut])
    with pytest.raises(replay_file.BadReplay):
        replay_file.read(data + b"x")


async def test_the_replay_of_a_running_battle_keeps_the_seed_secret(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    secret = (await world.store.meta(party.battle))["seed"]
    for data in [await service.library.file(party.battle), *party["1"].frames]:
        assert secret not in data
        assert secret.hex().encode() not in data
    assert party["1"].last(Snapshot).opening.commitment == hashlib.sha256(secret).hexdigest()
