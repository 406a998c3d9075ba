"""A session's replay and its battles': what does not belong together is found."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import codec, replay_file
from protocol.replay_file import ReplayFile
from protocol.replies import Commit
from server.battles import called_id
from server.commands.checking import Wrong
from server.commands.linking import CheckedLinks, check_links, is_session
from tests.cluster.sessions import calls, fight, go, led_to
from tests.service.conftest import World, gather
from tests.service.games import SETUPS


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


class Shelf:
    """The replays of a session of one battle, and of that battle."""

    def __init__(self, session: ReplayFile, battle: ReplayFile) -> None:
        self.session, self.battle = session, battle

    def check(self) -> CheckedLinks:
        return check_links(self.session, {self.battle.battle: self.battle}, SETUPS)


@pytest.fixture
async def shelf(world: World) -> Shelf:
    service = await world.service()
    party = await gather(service, "calling", options={"goal": "4"})
    await go(party, "duel")
    (called,) = await calls(world, party.battle)
    battle = called_id(party.battle, called.call)
    await led_to(world, party, battle)
    await fight(world, party)
    await led_to(world, party, party.battle)
    await go(party, "all")
    await world.clock.advance(1)
    files = [await service.library.file(each) for each in (party.battle, battle)]
    return Shelf(*map(replay_file.read, files))


def changed(replay: ReplayFile, tag: str, how: Callable[[list[Any]], list[Any]]) -> ReplayFile:
    """A replay whose events of a tag are told otherwise."""
    found = []
    for frame in replay.commits:
        commit = codec.msgpack.reply(frame)
        assert isinstance(commit, Commit)
        events = tuple(how(event) if event[0] == tag else event for event in commit.events)
        found.append(codec.msgpack.encode(replace(commit, events=events)))
    return replace(replay, commits=tuple(found))


def opened(replay: ReplayFile, **fields: Any) -> ReplayFile:
    """A replay whose opening says something else."""
    first = codec.msgpack.reply(replay.commits[0])
    assert isinstance(first, Commit)
    pinned = replace(first.pinned, **fields)  # type: ignore[type-var]
    frame = codec.msgpack.encode(replace(first, pinned=pinned))
    return replace(replay, commits=(frame, *replay.commits[1:]))


async def test_what_belongs_together_holds(shelf: Shelf) -> None:
    assert shelf.check() == CheckedLinks(1, 1)
    assert check_links(shelf.session, {}, SETUPS) == CheckedLinks(1, 0)
    assert is_session(shelf.session)
    assert not is_session(shelf.battle)


async def test_another_outcome_than_the_battle_s_is_found(shelf: Shelf) -> None:
    def better(event: list[Any]) -> list[Any]:
        return [*event[:2], {**event[2], "steps": 99}]

    shelf.session = changed(shelf.session, "return", better)
    with pytest.raises(Wrong, match="not what the battle's end comes to"):
        shelf.check()


async def test_a_battle_that_begins_otherwise_than_called_for_is_found(shelf: Shelf) -> None:
    def easier(event: list[Any]) -> list[Any]:
        return [*event[:2], {**event[2], "goal": 1}]

    shelf.session = changed(shelf.session, "call", easier)
    with pytest.raises(Wrong, match="begins otherwise than it was called for"):
        shelf.check()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"call": 99}, "answers another call"),
        ({"session": "b1"}, "answers another call"),
        ({"commitment": "00"}, "not the one that the session's binds"),
        ({"contributions": ("loaded",)}, "not mixed with the session's contributions"),
    ],
)
async def test_a_battle_that_the_session_does_not_bind_is_found(
    shelf: Shelf, fields: dict[str, Any], what: str
) -> None:
    shelf.battle = opened(shelf.battle, **fields)
    with pytest.raises(Wrong, match=what):
        shelf.check()


async def test_an_outcome_of_a_battle_that_was_stopped_is_found(shelf: Shelf) -> None:
    shelf.battle = replace(shelf.battle, commits=shelf.battle.commits[:-1])
    with pytest.raises(Wrong, match="no end of its own"):
        shelf.check()
