"""A running battle rewound by whoever watches it, at any process, and the way back."""

import copy
import random

import pytest

from protocol.replies import Commit, Done, Playing, Snapshot
from protocol.requests import Pace, Replay, Seek, Step, Watch
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.cluster.test_relay import watcher
from tests.service.conftest import World, gather
from tests.service.people import Person


def states(person: Person) -> int:
    return len(person.all(Commit)) + len(person.all(Snapshot))


@pytest.mark.parametrize("process", [0, 1], ids=["at its host", "at another process"])
async def test_a_watcher_rewinds_and_steps_while_the_battle_goes_on(
    world: World, process: int
) -> None:
    """Given a battle that goes on, when a watcher rewinds, then they see the past, stepping to and
    fro, beside the present that the others see, and come back to that without a gap."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(game_services[0], options={"goal": "500"})
    viewer, other = [await watcher(game_services[process], party) for _ in range(2)]
    chance = random.Random(2)
    past: dict[int, object] = {}
    for _ in range(6):
        await play_on(party, 1, chance)
        await other.reaches(party["1"].version)
        past[other.version] = copy.deepcopy(other.state)
    assert isinstance(await viewer.ask(Replay, party.battle, 3, 0.0), Done)
    assert (viewer.version, viewer.last(Playing).last) == (3, 7)
    known = states(viewer)
    await play_on(party, 2, chance)
    await other.reaches(9)
    assert (viewer.version, states(viewer)) == (3, known)
    for by, version in ((1, 4), (2, 6), (-3, 3), (4, 7)):
        assert isinstance(await viewer.ask(Step, by), Done)
        assert viewer.version == version
        assert viewer.last(Playing) == Playing(party.battle, version, 9, 0.0)
    assert viewer.state == past[7]
    assert isinstance(await viewer.ask(Watch, party.battle, viewer.version), Done)
    await play_on(party, 1, chance)
    for each in (viewer, other):
        await each.reaches(10)
    assert viewer.state == other.state == party["1"].state


@pytest.mark.parametrize("process", [0, 1], ids=["at its host", "at another process"])
async def test_a_replay_goes_on_into_what_was_played_meanwhile(world: World, process: int) -> None:
    """Given a replay that runs, when it comes to the version that was the last one at its start,
    then it goes on with what has been played since, and stops at the present."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(game_services[0], options={"goal": "500"})
    viewer = await watcher(game_services[process], party)
    chance = random.Random(2)
    for _ in range(4):
        await world.clock.advance(2)
        await play_on(party, 1, chance)
    await viewer.ask(Replay, party.battle, 1, 1.0)
    await world.clock.advance(3)
    await play_on(party, 3, chance)
    await world.clock.advance(60)
    await viewer.until(lambda: viewer.last(Playing) == Playing(party.battle, 8, 8, 0.0))
    assert viewer.state == party["1"].state
    await play_on(party, 1, chance)
    await viewer.ask(Seek, 9)
    assert isinstance(await viewer.ask(Pace, 1.0), Done)
    assert viewer.version == 9


async def test_rewinding_elsewhere_costs_the_host_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given twenty watchers at another process, when all of them rewind, step and come back, then
    the host is sent no message, sends none, and does not look at the journal."""
    host, other = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(host, options={"goal": "500"})
    await play_on(party, 5, random.Random(1))
    crowd = [await watcher(other, party) for _ in range(20)]
    await world.clock.advance(3)
    messages: list[object] = []
    for service in (host, other):
        monkeypatch.setattr(service.mailbox, "send", lambda to, message: messages.append(message))
    monkeypatch.setattr(host.library, "frames", None)
    for person in crowd:
        for kind, values in ((Replay, (party.battle, 1, 0.0)), (Step, (2,)), (Seek, (1,))):
            assert isinstance(await person.ask(kind, *values), Done)
        assert isinstance(await person.ask(Watch, party.battle), Done)
        assert person.state == party["1"].state
    assert not messages


async def test_a_replay_of_one_visitor_leaves_when_they_do(
    world: World, service: GameService
) -> None:
    party = await gather(service, options={"goal": "500"})
    await play_on(party, 3, random.Random(1))
    viewer = await watcher(service, party)
    await viewer.ask(Replay, party.battle, 1, 0.001)
    viewer.leave()
    known = states(viewer)
    await world.clock.advance(1000)
    assert states(viewer) == known
