"""Tables with a delay: spectators are sent nothing that is not due, by whatever they ask for."""

import itertools
import random
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
import pytest

from protocol import replay_file, requests
from protocol.ids import BattleId
from protocol.replies import (
    Closing,
    Commit,
    Done,
    Refused,
    Said,
    Snapshot,
    Tables,
    UndoAsked,
)
from protocol.requests import (
    Change,
    Chat,
    Ping,
    Ready,
    Start,
    Undo,
    Watch,
)
from protocol.tables import Settings, TableState
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person
from tests.service.spies import (
    SECONDS,
    Told,
    ask_everything,
    everything,
    had_a_seat,
    newest,
    spectator,
)


async def file_of(service: GameService, battle: str) -> bytes:
    try:
        return await service.library.file(BattleId(battle))
    except Refusal as no:
        return str(no).encode()


class Secrets:
    """Secrets that come in the same order for each place that asks, whatever others do."""

    def __init__(self) -> None:
        self._counts: dict[str, itertools.count[int]] = {}

    def take(self, size: int = 32) -> bytes:
        place = sys._getframe(2).f_code.co_name
        number = next(self._counts.setdefault(place, itertools.count()))
        return random.Random(f"{place} {number}").randbytes(size)


@asynccontextmanager
async def a_world(patch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world in which chance is the same as in every other one."""
    source = Secrets()
    patch.setattr(secrets, "token_bytes", source.take)
    patch.setattr(secrets, "token_hex", lambda size=32: source.take(size).hex())
    patch.setattr(secrets, "token_urlsafe", lambda size=32: source.take(size).hex())
    world = World()
    try:
        yield world
    finally:
        for service in world.game_services:
            await service.close()


async def players_go_on(party: Party) -> None:
    """All that players can do before the delay is over: talk, vote, win, and begin again."""
    one, two = party["1"], party["2"]
    await one.ask(Chat, "Now!")
    await two.ask(Ping, "h2", "h3")
    await play_on(party, 2, random.Random(8))
    known = one.version
    one.say(Undo, one.number("1"), known - 1, "1")
    await one.until(lambda: one.version > known or bool(one.all(UndoAsked)))
    await two.reaches(one.version)
    await play_on(party, 500, random.Random(9))
    for person in (one, two):
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
    await two.ask(Chat, "We have won")
    other = Settings("camp", party=2, public=True, options={"left": "3"}, delay=SECONDS)
    assert isinstance(await one.ask(Change, other), Done)
    for person in (one, two):
        assert isinstance(await person.ask(Ready, True, "again"), Done)
    assert not isinstance(await one.ask(Start), Refused)


class Seen(NamedTuple):
    """What left the servers: frames of each spectator, and replay files."""

    told: list[list[Told]]
    files: list[bytes]


async def what_leaves(patch: pytest.MonkeyPatch, goes_on: bool) -> Seen:
    """One and the same battle up to a moment, and everything that spectators get until the delay
    has passed since then."""
    async with a_world(patch) as world:
        game_services = [await world.service(owner=name) for name in ("a", "b")]
        party = await gather(
            game_services[0], "camp", others=(game_services[1],), public=True, delay=SECONDS
        )
        spies = [await spectator(service, world, party) for service in game_services]
        for seconds in (5, 40, 10, 20):
            await play_on(party, 3, random.Random(seconds))
            await world.clock.advance(seconds)
        await had_a_seat(party["2"], spies[1])
        moment = world.clock.now()
        if goes_on:
            await players_go_on(party)
        game_services.append(await world.service(owner="c"))
        spies += [await spectator(service, world, party) for service in game_services]
        files = []
        while world.clock.now() < moment + SECONDS - 10:
            for spy in spies:
                await ask_everything(spy, party)
            files += [await file_of(service, party.battle) for service in game_services]
            await world.clock.advance(9.5)
        return Seen([spy.told for spy in spies], files)


async def test_no_byte_ahead_of_the_delay_leaves_by_any_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given two worlds that are the same up to a moment, when in one of them the players go on,
    talk, end the battle and begin another, then until the delay has passed every spectator at
    every process gets the very same bytes at the same time, whatever they ask for."""
    quiet = await what_leaves(monkeypatch, goes_on=False)
    busy = await what_leaves(monkeypatch, goes_on=True)
    for calm, told in zip(quiet.told, busy.told, strict=True):
        assert without_presence(calm) == without_presence(told)
        assert len(told) > 100
    assert quiet.files == busy.files
    assert replay_file.read(busy.files[-1]).commits


def without_presence(told: list[Told]) -> list[Any]:
    """Who is connected may be known at once, and is told at most once a second."""
    found = []
    for at, frame in told:
        message = msgspec.msgpack.decode(frame)
        if message[0] == "table":
            del message[-2:]
        if message[0] != "here":
            found.append((at, message))
    return found


async def test_the_delayed_battle_comes_whole_and_with_its_seed_when_it_is_due(
    world: World,
) -> None:
    """Given a battle that has ended, then its spectators see the last commits, its seed and what
    was said only after the delay, in their order, and may then read the file."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(
        game_services[0], "camp", others=(game_services[1],), delay=SECONDS, public=True
    )
    spies = [await spectator(service, world, party) for service in game_services]
    await world.clock.advance(SECONDS - 1)
    for spy in spies:
        assert (await spy.ask(Watch, party.battle)).code == "unknown"
        assert not spy.all(Snapshot)
    await world.clock.advance(1)
    for spy in spies:
        await spy.until(lambda s=spy: s.version == 1)  # type: ignore[misc]
    await party["1"].ask(Chat, "On we go")
    await play_on(party, 500, random.Random(3))
    last = party["1"].version
    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
        assert isinstance(person.last(Commit).pinned, Closing)
    await world.clock.advance(SECONDS - 1)
    for spy in spies:
        assert spy.version == 1
        assert not spy.all(Said)
        assert spy.last(TableState).phase == "playing"
        with pytest.raises(ValueError, match="no such version"):
            await versions_of(spy.service, party.battle, last)
    await world.clock.advance(1)
    for spy in spies:
        await spy.until(lambda s=spy: s.last(TableState).phase == "finished")  # type: ignore[misc]
        assert [said.text for said in spy.all(Said)] == ["On we go"]
        assert spy.state == party["1"].state
        assert spy.last(Commit).pinned == party["1"].last(Commit).pinned
        assert await versions_of(spy.service, party.battle, last)


async def versions_of(service: GameService, battle: str, last: int) -> int:
    commits = replay_file.read(await service.library.file(BattleId(battle))).commits
    if len(commits) < last:
        raise ValueError("no such version")
    return len(commits)


@pytest.mark.parametrize("process", [0, 1])
async def test_a_delay_in_rounds_holds_back_the_rounds_that_are_on(
    world: World, process: int
) -> None:
    """Given a delay of one round, then a spectator sees exactly what was done before the last round
    began, by whatever they ask for, and everything once the battle is over."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(
        game_services[0],
        "camp",
        others=(game_services[1],),
        public=True,
        delay_rounds=1,
        options={"left": "8"},
    )
    spy = await spectator(game_services[process], world, party)
    chance, ended = random.Random(5), [1]
    while party["1"].questions:
        before = party["1"].state["rounds"]
        await play_on(party, 1, chance)
        one = party["1"]
        if one.state["rounds"] > before:
            ended.append(one.version)
        if not one.questions:
            break
        due = max((version - 1 for version in ended[1:]), default=0)
        await spy.until(lambda v=due: newest(spy) >= v)  # type: ignore[misc]
        for kind, values in everything(party)[10:20]:
            await spy.ask(kind, *values)
        await world.clock.advance(3)
        await spy.ask(Watch, party.battle)
        assert newest(spy) == due
        told = [int(said.text[-1]) for said in spy.all(Said) if said.player == one.player]
        assert all(number < one.state["rounds"] for number in told)
        await one.ask(Chat, f"round {one.state['rounds']}")
    await spy.until(lambda: spy.version == party["1"].version)
    assert spy.state == party["1"].state
    assert isinstance(spy.last(Commit).pinned, Closing)


@pytest.mark.parametrize("process", [0, 1])
async def test_a_delay_in_rounds_tells_of_no_round_and_no_end_before_the_seconds_are_over(
    world: World, process: int
) -> None:
    """Given a delay of a round and of seconds, when rounds begin and the battle ends, then nothing
    that was held for its round comes free before that is so many seconds ago."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(
        game_services[0],
        "camp",
        others=(game_services[1],),
        public=True,
        delay=SECONDS,
        delay_rounds=1,
        options={"left": "8"},
    )
    spy = await spectator(game_services[process], world, party)
    one, chance, due = party["1"], random.Random(5), 0
    while one.questions:
        before, last = one.state["rounds"], one.version
        await play_on(party, 1, chance)
        if one.state["rounds"] == before and one.questions:
            continue
        await world.clock.advance(SECONDS - 1)
        await spy.ask(Watch, party.battle)
        assert newest(spy) == due, "what began or ended just now is not told"
        await world.clock.advance(2)
        due = one.version if not one.questions else last
        await spy.until(lambda v=due: newest(spy) >= v)  # type: ignore[misc]
        assert newest(spy) == due
    assert spy.state == one.state
    assert isinstance(spy.last(Commit).pinned, Closing)


async def test_what_is_held_back_outlives_the_process_that_held_it(world: World) -> None:
    """Given spectators at a host that dies, when another process goes on, then they see there what
    is due, and nothing else."""
    first, second = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(first, "camp", others=(second,), public=True, delay=SECONDS)
    spy = await spectator(second, world, party)
    await play_on(party, 4, random.Random(1))
    await first.drop()
    world.game_services.remove(first)
    await world.clock.advance(10)
    late = await spectator(second, world, party)
    third = await spectator(await world.service(owner="c"), world, party)
    await world.clock.advance(SECONDS - 11)
    assert {newest(each) for each in (spy, late, third)} == {0}
    await world.clock.advance(1)
    for each in (spy, late, third):
        await each.until(lambda e=each: newest(e) == 5)  # type: ignore[misc]


async def test_the_list_of_public_tables_tells_nothing_early(world: World) -> None:
    """Given a public table with a delay, then its line in the list changes with what is due."""
    game_services = [await world.service(owner=name) for name in ("a", "b")]
    party = await gather(
        game_services[0], "camp", public=True, delay=SECONDS, options={"left": "2"}
    )
    reader = Person(game_services[1])
    await reader.hello("Reader")

    async def phase() -> str:
        tables: Tables = await reader.ask(requests.ListTables)
        return "".join(line.phase for line in tables.tables)

    assert await phase() == "lobby"
    await world.clock.advance(SECONDS)
    assert await phase() == "playing"
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    for person in party.people.values():
        person.leave()
    await world.clock.advance(SECONDS - 1)
    assert await phase() == "playing"
    await world.clock.advance(1)
    assert await phase() == ""  # a table whose battle is over leaves the list


async def test_the_delay_cannot_be_shortened_before_the_end_has_been_seen(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", delay=SECONDS, options={"left": "1"})
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    live = Settings("camp", party=2)
    assert (await party["1"].ask(Change, live)).code == "not_now"
    await world.clock.advance(SECONDS)
    assert isinstance(await party["1"].ask(Change, live), Done)
