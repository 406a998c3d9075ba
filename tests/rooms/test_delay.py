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
from protocol.replies import (
    Closing,
    Commit,
    Done,
    Pinged,
    Playing,
    Refused,
    Said,
    Snapshot,
    Tables,
    UndoAsked,
)
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Intent,
    Ping,
    Ready,
    Release,
    Start,
    Undo,
    Watch,
)
from protocol.tables import Settings, TableState
from server.rooms.hall import Hall
from server.rooms.refusal import Refusal
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.spies import (
    SECONDS,
    Told,
    ask_everything,
    everything,
    had_a_seat,
    newest,
    spectator,
)
from tests.rooms.test_room import play_on


async def file_of(hall: Hall, battle: str) -> bytes:
    try:
        return await hall.library.file(battle)
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
        for hall in world.halls:
            await hall.close()


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
        halls = [await world.hall(owner=name) for name in ("a", "b")]
        party = await gather(halls[0], "camp", others=(halls[1],), public=True, delay=SECONDS)
        spies = [await spectator(hall, world, party) for hall in halls]
        for seconds in (5, 40, 10, 20):
            await play_on(party, 3, random.Random(seconds))
            await world.clock.advance(seconds)
        await had_a_seat(party["2"], spies[1])
        moment = world.clock.now()
        if goes_on:
            await players_go_on(party)
        halls.append(await world.hall(owner="c"))
        spies += [await spectator(hall, world, party) for hall in halls]
        files = []
        while world.clock.now() < moment + SECONDS - 10:
            for spy in spies:
                await ask_everything(spy, party)
            files += [await file_of(hall, party.battle) for hall in halls]
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
    halls = [await world.hall(owner=name) for name in ("a", "b")]
    party = await gather(halls[0], "camp", others=(halls[1],), delay=SECONDS, public=True)
    spies = [await spectator(hall, world, party) for hall in halls]
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
            await versions_of(spy.hall, party.battle, last)
    await world.clock.advance(1)
    for spy in spies:
        await spy.until(lambda s=spy: s.last(TableState).phase == "finished")  # type: ignore[misc]
        assert [said.text for said in spy.all(Said)] == ["On we go"]
        assert spy.state == party["1"].state
        assert spy.last(Commit).pinned == party["1"].last(Commit).pinned
        assert await versions_of(spy.hall, party.battle, last)


async def versions_of(hall: Hall, battle: str, last: int) -> int:
    commits = replay_file.read(await hall.library.file(battle)).commits
    if len(commits) < last:
        raise ValueError("no such version")
    return len(commits)


@pytest.mark.parametrize("process", [0, 1])
async def test_a_delay_in_rounds_holds_back_the_rounds_that_are_on(
    world: World, process: int
) -> None:
    """Given a delay of one round, then a spectator sees exactly what was done before the last round
    began, by whatever they ask for, and everything once the battle is over."""
    halls = [await world.hall(owner=name) for name in ("a", "b")]
    party = await gather(
        halls[0], "camp", others=(halls[1],), public=True, delay_rounds=1, options={"left": "8"}
    )
    spy = await spectator(halls[process], world, party)
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
    halls = [await world.hall(owner=name) for name in ("a", "b")]
    party = await gather(
        halls[0],
        "camp",
        others=(halls[1],),
        public=True,
        delay=SECONDS,
        delay_rounds=1,
        options={"left": "8"},
    )
    spy = await spectator(halls[process], world, party)
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


async def test_whoever_takes_a_seat_sees_the_present_and_who_gives_it_up_no_more(
    world: World, hall: Hall
) -> None:
    """Given a table with a delay, when a spectator claims a free seat, then they see the battle as
    it is; when they stand up again they are sent nothing that is not due."""
    party = await gather(hall, "camp", people=2, public=True, delay=SECONDS)
    await world.clock.advance(SECONDS)
    spy = await spectator(hall, world, party)
    await play_on(party, 3, random.Random(1))
    assert spy.version == 1
    assert isinstance(await party["2"].ask(Release, "2"), Done)
    assert isinstance(await spy.ask(Claim, "2"), Done)
    await spy.until(lambda: spy.version == party["1"].version)
    assert isinstance(await spy.ask(Release, "2"), Done)
    for person in (spy, party["2"]):
        known = len(person.all(Commit))
        await party["1"].ask(Chat, "Alone")
        assert isinstance(await party["1"].ask(requests.PutBot, "2", "first"), Done)
        await world.clock.advance(SECONDS - 5)
        assert len(person.all(Commit)) == known
        assert not person.all(Said)
        refused = await person.ask(Intent, 9, 1, ("keep",), "2")
        assert (refused.code, person.all(Playing)) == ("not_seated", [])
        break
    await world.clock.advance(10)
    await spy.until(lambda: bool(spy.all(Said)))


async def test_what_is_held_back_outlives_the_process_that_held_it(world: World) -> None:
    """Given spectators at a host that dies, when another process goes on, then they see there what
    is due, and nothing else."""
    first, second = await world.hall(owner="a"), await world.hall(owner="b")
    party = await gather(first, "camp", others=(second,), public=True, delay=SECONDS)
    spy = await spectator(second, world, party)
    await play_on(party, 4, random.Random(1))
    await first.drop()
    world.halls.remove(first)
    await world.clock.advance(10)
    late = await spectator(second, world, party)
    third = await spectator(await world.hall(owner="c"), world, party)
    await world.clock.advance(SECONDS - 11)
    assert {newest(each) for each in (spy, late, third)} == {0}
    await world.clock.advance(1)
    for each in (spy, late, third):
        await each.until(lambda e=each: newest(e) == 5)  # type: ignore[misc]


async def test_the_list_of_public_tables_tells_nothing_early(world: World) -> None:
    """Given a public table with a delay, then its line in the list changes with what is due."""
    halls = [await world.hall(owner=name) for name in ("a", "b")]
    party = await gather(halls[0], "camp", public=True, delay=SECONDS, options={"left": "2"})
    reader = Person(halls[1])
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
    world: World, hall: Hall
) -> None:
    party = await gather(hall, "camp", delay=SECONDS, options={"left": "1"})
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    live = Settings("camp", party=2)
    assert (await party["1"].ask(Change, live)).code == "not_now"
    await world.clock.advance(SECONDS)
    assert isinstance(await party["1"].ask(Change, live), Done)


async def test_a_leader_without_a_seat_is_refused_as_long_as_spectators_see_the_battle(
    world: World, hall: Hall
) -> None:
    """Given a leader who only watches, then what they ask is refused after the battle's end just as
    before it, until the delay is over."""
    party = await gather(hall, "camp", delay=SECONDS, options={"left": "2"}, public=True)
    one, two, spy = party["1"], party["2"], await spectator(hall, world, party)
    assert isinstance(await one.ask(requests.HandOver, "", spy.player), Done)
    live = Settings("camp", party=2)
    asked = ((Change, (live,)), (Start, ()), (Release, ("1",)))

    async def told() -> list[str]:
        return [str((await spy.ask(kind, *values)).text) for kind, values in asked]

    await world.clock.advance(SECONDS)
    before = await told()
    await play_on(party, 100, random.Random(1))
    for person in (one, two):
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
    assert await told() == before
    await world.clock.advance(SECONDS)
    assert isinstance(await spy.ask(Change, live), Done)


async def test_whoever_has_stood_up_learns_of_the_end_when_it_is_due(
    world: World, hall: Hall
) -> None:
    """Given a member without a seat, then the list of their battles calls the battle over only when
    they may know it."""
    party = await gather(hall, "camp", delay=SECONDS, public=True, options={"left": "2"})
    spy = await spectator(hall, world, party)
    await had_a_seat(party["2"], spy)
    await world.clock.advance(SECONDS)
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    for waited, over in ((SECONDS - 1, False), (1, True)):
        await world.clock.advance(waited)
        assert [one.over for one in (await spy.ask(requests.ListBattles)).battles] == [over]
    assert (await party["1"].ask(requests.ListBattles)).battles[0].over


async def test_a_table_without_delay_hides_nothing(world: World, hall: Hall) -> None:
    party = await gather(hall, "camp", public=True)
    spy = await spectator(hall, world, party)
    await party["1"].ask(Chat, "Hello")
    await party["2"].ask(Ping, "h1")
    await play_on(party, 2, random.Random(1))
    assert (spy.version, len(spy.all(Said)), len(spy.all(Pinged))) == (3, 1, 1)
