"""What looking at a battle takes is paid by who makes it necessary, and is never long at a stretch:
so many commits are folded between two turns of the loop, however long the journal."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.replies import Commit, Playing
from protocol.requests import Replay, Seek, Step, Watch
from server.battles.records import recorded_battle
from server.players.effort import COMMITS_A_TOKEN, COMMITS_FILED_A_TOKEN, DATED, DATED_FILED
from server.replays import replay_files
from server.runtime import slicing
from server.service.game_service import GameService
from server.service.replay_sharing import shared_file
from server.service.watching import behold
from server.spectating import delay, delayed_follower, follower
from server.store.memory import MemoryStore
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

AT_ONCE = 2 * slicing.PAUSES * recorded_battle.FOLDED_AT_ONCE
"""Commits that are decoded in one turn of the loop, by the end of one work and the next one's
beginning: about two milliseconds."""


def lengthen(store: MemoryStore, battle: str, commits: int, ms: int = 0) -> int:
    """Add commits that change nothing to a battle that goes on; the journal's length then.

    `ms`: when they are made, since the battle began.
    """
    entries = store._journals[battle].entries
    for version in range(len(entries) + 1, len(entries) + commits + 1):
        entries.append(codec.msgpack.encode(Commit(version, (), [], {}, (), ms=ms)))
    return len(entries)


async def longest_stretch(
    monkeypatch: pytest.MonkeyPatch, work: Coroutine[Any, Any, Any]
) -> tuple[int, int]:
    """How many commits were decoded while the work was done: at most between two turns of the
    loop, and in all."""
    stretches = [0]

    def counting(before: Callable[[bytes], Commit]) -> Callable[[bytes], Commit]:
        def commit_in(frame: bytes) -> Commit:
            stretches[-1] += 1
            return before(frame)

        return commit_in

    with monkeypatch.context() as patch:
        for module in (recorded_battle, delay, follower):
            patch.setattr(module, "commit_in", counting(module.commit_in))
        task = asyncio.ensure_future(work)
        while not task.done():
            await asyncio.sleep(0)
            stretches.append(0)
        await task
    return max(stretches), sum(stretches)


async def spectator(service: GameService, party: Party) -> Person:
    person = Person(service)
    await person.hello("Reader")
    await person.join(table=party.table)
    return person


async def at_another_process(world: World, **settings: Any) -> tuple[GameService, Party, int]:
    """A long battle that goes on, and a process that does not play it."""
    service, other = await world.service(), await world.service()
    party = await gather(service, "camp", public=True, options={"left": "32"}, **settings)
    await play_on(party, 4, random.Random(4))
    commits = lengthen(world.store, party.battle, 500)
    await world.clock.advance(60)
    return other, party, commits


@pytest.mark.parametrize("settings", [{}, {"delay": 10}])
async def test_who_comes_first_pays_for_the_battle_that_is_shown(
    world: World, settings: dict[str, Any]
) -> None:
    """Given a battle that another process plays, when two look at it, then the first has paid for
    its journal, and the second, who sees what the first does, has not."""
    other, party, commits = await at_another_process(world, **settings)
    one, two = await spectator(other, party), await spectator(other, party)
    for person in (one, two):
        await person.ask(Watch, party.battle)
        await person.reaches(commits)
    assert one.spent >= commits / COMMITS_A_TOKEN
    assert two.spent < 1


@pytest.mark.parametrize("settings", [{}, {"delay": 10}])
async def test_those_who_are_shown_a_battle_unasked_pay_for_it_together(
    world: World, settings: dict[str, Any]
) -> None:
    other, party, commits = await at_another_process(world, **settings)
    people = [await spectator(other, party) for _ in range(4)]
    table = await other.table(party.table)
    visitors = [person.visitor for person in people]
    joined = {person: person.spent for person in people}  # by how many are at the table
    await behold(other.context.battles.sources, table, party.battle, visitors)
    for person in people:
        await person.reaches(commits)
        dated = DATED if settings else 0
        paid = person.spent - joined[person]
        assert paid == pytest.approx((commits / COMMITS_A_TOKEN + dated) / 4)


@pytest.mark.parametrize("settings", [{}, {"delay": 10}])
async def test_following_a_long_battle_leaves_the_loop_free(
    world: World, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    """Given a battle of 500 commits, live or with a delay that is over, then it is folded between
    the turns of the loop."""
    other, party, commits = await at_another_process(world, **settings)
    table = await other.table(party.table)
    follower_registry = other.follower_registry
    work = (follower_registry.behind if settings else follower_registry.live)(table, party.battle)
    most, whole = await longest_stretch(monkeypatch, work)
    assert whole >= commits
    assert most <= 2 * follower.FOLDED_AT_ONCE


@pytest.mark.slow
async def test_what_becomes_due_at_once_is_shown_between_the_turns_of_the_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given 500 commits that wait for one date, when it has come, then so many are shown at once,
    and all in the end."""
    service, other = await world.service(), await world.service()
    party = await gather(service, "camp", public=True, delay=1000, options={"left": "32"})
    await world.clock.advance(500)
    await play_on(party, 4, random.Random(4))
    commits = lengthen(world.store, party.battle, 500)
    reader = await spectator(other, party)
    await reader.ask(Watch, party.battle)
    await world.clock.advance(400)
    assert reader.version == 0

    async def wait() -> None:
        await world.clock.advance(2000)

    most, _ = await longest_stretch(monkeypatch, wait())
    await reader.reaches(commits)
    assert most <= delayed_follower.SHOWN_AT_ONCE + 1


async def test_seeking_and_reading_on_leave_the_loop_free(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a replay of a battle with a delay, when that has gone on by 500 commits and somebody
    seeks between two keyframes, then both are worked through between the turns of the loop, and
    who sought has paid."""
    other, party, commits = await at_another_process(world, delay=10)
    reader = await spectator(other, party)
    await reader.ask(Replay, party.battle, 1, 0.0)
    assert reader.last(Playing).last == commits
    commits, spent = lengthen(world.store, party.battle, 500), reader.spent
    await world.clock.advance(60)
    most, whole = await longest_stretch(monkeypatch, reader.ask(Seek, commits - commits % 64 - 1))
    assert reader.last(Playing).last == commits
    assert whole >= 500
    assert most <= AT_ONCE
    assert reader.spent - spent >= 500 / COMMITS_A_TOKEN


async def test_a_replay_file_is_made_once_until_its_battle_goes_on(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a battle that goes on, when its file is fetched again and again, also at once, then it
    is made when it is another one, and paid by who asked first."""
    made: list[int] = []
    as_due = replay_files._as_due

    def counted(frames: list[bytes], clock: Any) -> tuple[bytes, int]:
        made.append(len(frames))
        return as_due(frames, clock)

    monkeypatch.setattr(replay_files, "_as_due", counted)
    party = await gather(service, "camp", public=True, options={"left": "32"})
    spent: list[float] = []

    async def fetched() -> bytes:
        return await shared_file(service.context, party.battle, "", spent.append)

    first = await asyncio.gather(*(fetched() for _ in range(5)))
    assert first == [first[0]] * 5
    await play_on(party, 4, random.Random(4))
    second = await fetched()
    assert second != first[0]
    assert second == await fetched()
    assert made == [1, party["1"].version]
    assert spent == [commits / COMMITS_FILED_A_TOKEN for commits in made]


async def test_a_replay_file_that_holds_something_back_is_paid_by_each_who_fetches_it(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", public=True, delay=10, options={"left": "32"})
    await world.clock.advance(30)
    await play_on(party, 4, random.Random(4))
    spent: list[float] = []
    for _ in range(3):
        await shared_file(service.context, party.battle, "", spent.append)
    assert spent == [DATED_FILED, 1 / COMMITS_FILED_A_TOKEN] * 3
    await world.clock.advance(30)
    for _ in range(3):
        await shared_file(service.context, party.battle, "", spent.append)
    assert spent[6:] == [DATED_FILED, party["1"].version / COMMITS_FILED_A_TOKEN]


@pytest.mark.slow
async def test_what_a_delayed_spectator_pays_tells_nothing_of_what_is_held_back(
    world: World,
) -> None:
    """Given two battles of which as much is due, one of which has gone on for much longer since,
    when spectators watch them, replay them and fetch their files, then they pay the same, for what
    is due."""
    paid: list[list[float]] = []
    for held in (1, 900):
        service, other = await world.service(), await world.service()
        party = await gather(service, "camp", public=True, delay=1000, options={"left": "32"})
        lengthen(world.store, party.battle, 63)
        await world.clock.advance(1060)
        lengthen(world.store, party.battle, held, ms=1_050_000)
        reader = await spectator(other, party)
        paid.append([reader.spent])
        for asked in (Watch(1, party.battle), Replay(1, party.battle, 1, 0.0), Step(1, 1)):
            await reader.ask(type(asked), *msgspec.structs.astuple(asked)[1:])
            paid[-1].append(reader.spent)
        await shared_file(service.context, party.battle, "", paid[-1].append)
    assert paid[0] == paid[1]
    assert paid[0][3] - 2 * DATED == pytest.approx(2 * 64 / COMMITS_A_TOKEN, abs=0.1)
