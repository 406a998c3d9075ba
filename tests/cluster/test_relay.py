"""A table whose players and spectators are connected to several processes on one store."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from protocol import codec
from protocol.replies import (
    Commit,
    Done,
    Invited,
    Joined,
    Pinged,
    Playing,
    Presence,
    Previewed,
    Refused,
    Said,
    Snapshot,
    StandingSet,
    Started,
    Tables,
    Taken,
    TimeLeft,
    UndoAsked,
)
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Consent,
    Create,
    HandOver,
    Intent,
    Invite,
    Leave,
    ListTables,
    Pace,
    Ping,
    Preview,
    PutBot,
    Ready,
    Release,
    Replay,
    Seek,
    Standing,
    Start,
    Step,
    Undo,
    Watch,
)
from protocol.tables import Chair, Settings, TableState
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person, same_bytes


@pytest.fixture
async def two(world: World) -> tuple[GameService, GameService]:
    return await world.service(owner="a"), await world.service(owner="b")


async def split(
    two: tuple[GameService, GameService], game: str = "micro", **settings: Any
) -> Party:
    """Seat 1 at the first process, which hosts; seat 2 at the second."""
    party = await gather(two[0], game, others=(two[1],), **settings)
    assert party["2"].service is two[1]
    assert (list(two[0].rooms), list(two[1].rooms)) == ([party.battle], [])
    return party


async def watcher(service: GameService, party: Party, wire: codec.Codec = codec.msgpack) -> Person:
    person = Person(service, wire)
    await person.hello("Wat")
    code = (await party["1"].ask(Invite, "")).code
    assert isinstance(await person.join(code), Joined)
    assert isinstance(await person.ask(Watch, party.battle), Done)
    return person


async def test_a_battle_is_played_out_from_two_processes(
    two: tuple[GameService, GameService],
) -> None:
    """Given players at two processes, then everybody sees the same commits to the end, and the
    state folded at either is the host's."""
    party = await split(two)
    room = party.room
    await play_on(party, 1000, random.Random(1))
    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
        assert same_bytes(person.state, room.record.shown.state)
    commits = [[m.version for m in p.all(Commit)] for p in party.people.values()]
    assert commits[0] == commits[1] == sorted(set(commits[0]))
    assert not two[0].rooms


async def test_the_table_is_arranged_from_the_other_process(
    two: tuple[GameService, GameService],
) -> None:
    """Given a leader at a process that does not host, then every request about the table is
    granted or refused there, and everybody sees what it changed."""
    a, b = two
    host, lead = Person(a), Person(b)
    await lead.hello("Lea")
    joined = await lead.ask(Create, Settings("micro", party=2, options={}, public=True), "Camp")
    lead.leave()
    await host.hello("Hal")
    await host.join(table=joined.table)
    await host.until(lambda: a.tables[joined.table].is_hosted)
    again = lead = await back(lead, b)
    await again.join(table=joined.table)
    assert not b.tables[joined.table].is_hosted
    granted = [
        await again.ask(Change, Settings("camp", party=3, options={}, public=True)),
        await again.ask(Claim, "1"),
        await again.ask(PutBot, "3", "first"),
        await host.ask(Claim, "2"),
        await again.ask(Ready, True, "luck"),
        await host.ask(Ready, True, "more luck"),
        await again.ask(HandOver, "1", host.player),
        await host.ask(Release, "1"),
        await again.ask(Claim, "1"),
    ]
    assert [answer for answer in granted if not isinstance(answer, Done)] == []
    assert isinstance(await again.ask(Invite, "1", True), Invited)
    assert (await host.ask(Invite, "1")).code == "not_allowed"
    assert (await again.ask(Claim, "2")).code == "occupied"
    assert (await again.ask(Start)).code == "not_ready"
    for person in (host, again):
        chairs = await person.until(lambda p=person: all_seated(p, 3))  # type: ignore[misc]
        assert [chair.player for chair in chairs] == [again.player, host.player, ""]
        assert chairs[2].bot == "first"


def all_seated(person: Person, seats: int) -> tuple[Chair, ...]:
    state = person.last(TableState)
    held = [chair for chair in state.chairs if chair.player or chair.bot]
    return state.chairs if len(held) == seats == len(state.chairs) else ()


async def back(person: Person, service: GameService) -> Person:
    """The same player on a new connection."""
    again = Person(service)
    await again.hello("", person.token)
    again.token = person.token
    return again


async def test_a_battle_is_started_from_the_other_process(
    two: tuple[GameService, GameService],
) -> None:
    """Given a leader who comes back at another process, when they start the next battle, then all
    at the table see it begin."""
    party = await split(two, "camp", options={"left": "1"})
    await play_on(party, 100, random.Random(1))
    await party["2"].until(lambda: party["2"].last(TableState).phase == "finished")
    lead = await back(party["1"], two[1])
    await lead.join(table=party.table)
    for person in (lead, party["2"]):
        assert isinstance(await person.ask(Ready, True, "again"), Done)
    started = await lead.ask(Start)
    assert isinstance(started, Started)
    for person in (lead, party["1"], party["2"]):
        await person.until(lambda p=person: p.battle == started.battle)  # type: ignore[misc]
    assert list(two[0].rooms) == [started.battle]


async def test_chat_and_pings_reach_everybody_once(two: tuple[GameService, GameService]) -> None:
    party = await split(two)
    for person in party.people.values():
        assert isinstance(await person.ask(Chat, "Hello"), Done)
        assert isinstance(await person.ask(Ping, "h1"), Done)
    for person in party.people.values():
        await person.until(lambda p=person: len(p.all(Pinged)) == 2)  # type: ignore[misc]
        assert len(person.all(Said)) == 2
    late = await watcher(two[1], party)
    assert [said.text for said in late.all(Said)] == ["Hello", "Hello"]
    assert two[0].tables[party.table].chat == two[1].tables[party.table].chat


async def test_the_first_visitor_of_a_process_is_told_the_chat(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    await party["1"].ask(Chat, "Before you came")
    late = await watcher(await world.service(owner="c"), party)
    await late.until(lambda: late.all(Said))
    assert [said.text for said in late.all(Said)] == ["Before you came"]


async def test_presence_is_that_of_all_processes(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    third = await watcher(await world.service(owner="c"), party)
    both = tuple(sorted(person.player for person in party.people.values()))
    for person in (*party.people.values(), third):
        await settle(world, lambda p=person: seen(p) == (both, 1))  # type: ignore[misc]
    party["2"].leave()
    for person in (party["1"], third):
        await settle(world, lambda p=person: seen(p) == ((party["1"].player,), 1))  # type: ignore[misc]
    third.leave()
    await settle(world, lambda: seen(party["1"]) == ((party["1"].player,), 0))


def seen(person: Person) -> tuple[tuple[str, ...], int]:
    told = [m for m in person.heard if isinstance(m, (Presence, TableState))]
    return told[-1].here, told[-1].spectators


async def settle(world: World, true: Callable[[], bool]) -> None:
    """Let seconds pass until something is true."""
    for _ in range(20):
        if true():
            return
        await world.clock.advance(0.25)
    raise AssertionError("it never became true")


async def test_the_clock_of_absence_runs_by_who_is_connected_anywhere(
    world: World, two: tuple[GameService, GameService]
) -> None:
    """Given a player at the other process, then no clock runs; when they go, it does, and it stops
    when they come back there."""
    party = await split(two, absence=60)
    one = party["1"]
    assert not one.all(TimeLeft)
    party["2"].leave()
    await one.until(lambda: one.all(TimeLeft))
    assert one.last(TimeLeft).seat == "2"
    again = await back(party["2"], two[1])
    await again.join(table=party.table)
    await one.until(lambda: one.last(TimeLeft).ms == -1)


async def test_a_process_that_dies_takes_its_visitors_with_it(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    await world.crash(two[1])
    await settle(world, lambda: seen(party["1"]) == ((party["1"].player,), 0))
    assert list(two[0].rooms) == [party.battle]


async def test_an_answer_sent_twice_counts_once(two: tuple[GameService, GameService]) -> None:
    party = await split(two)
    await party["1"].answer("1", "steady")
    seat, person = "2", party["2"]
    await person.until(lambda: person.version == 2)
    question = person.asked(seat).id
    first = await person.answer(seat, "steady")
    assert isinstance(first, Commit)
    again = await person.answer(seat, "steady", question=question, number=1)
    assert again == Taken(person.ref, 1, first.version)
    refused = await person.answer(seat, "bold", question=question, number=1)
    assert isinstance(refused, Refused)
    assert refused.code == "stale"


async def test_what_an_answer_made_is_told_once_it_has_been_shown(
    two: tuple[GameService, GameService],
) -> None:
    """Given a process that does not hear of a commit for a while, as where it subscribes anew at
    another primary, when the answer that made it is sent again, then the commit is shown there
    before `taken` names it: who goes by that would answer a question that has been answered."""
    party = await split(two)
    await party["1"].answer("1", "steady")
    person = party["2"]
    await person.reaches(2)
    following = two[1].tables[party.table].following
    assert following is not None
    following.close()
    question = person.asked("2").id
    person.say(Intent, 1, question, ("steady",), "2")
    await party["1"].reaches(3)
    ref = person.say(Intent, 1, question, ("steady",), "2")
    await person.until(lambda: person.reply_to(ref) or person.version > 2)
    assert person.version == 3, f"told of a commit that is not shown: {person.reply_to(ref)}"


async def test_answers_are_refused_with_the_same_words(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    other = await watcher(two[1], party)
    for person, seat, code in ((party["2"], "2", "not_yours"), (other, "", "not_seated")):
        ref = person.say(Intent, 1, person.questions[0].id, ("steady",), seat)
        answer = await person.answer_to(ref)
        assert isinstance(answer, Refused)
        assert answer.code == code


async def test_an_undo_is_voted_on_across_processes(two: tuple[GameService, GameService]) -> None:
    party = await split(two)
    await party["1"].answer("1", "steady")
    one, other = party["1"], party["2"]
    await other.until(lambda: other.version == 2)
    other.say(Undo, other.number("2"), 1, "2")
    await one.until(lambda: one.all(UndoAsked))
    assert isinstance(await one.ask(Consent, 1, True), Done)
    for person in (one, other):
        await person.reaches(3)
        await person.until(lambda p=person: p.last(UndoAsked).verdict == "granted")  # type: ignore[misc]
    assert one.state == other.state
    await one.answer("1", "steady")
    await other.reaches(4)
    ref = other.say(Undo, other.number("2"), 3, "2")
    await one.until(lambda: one.last(UndoAsked).verdict == "")
    await one.ask(Consent, 3, False)
    declined = await other.answer_to(ref)
    assert isinstance(declined, Refused)
    assert declined.code == "no_undo"


async def test_standing_answers_are_set_from_the_other_process(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp")
    assert isinstance(await party["2"].ask(Standing, "my_turn"), Done)
    for person in party.people.values():
        await person.until(lambda p=person: p.all(StandingSet))  # type: ignore[misc]
    await party["1"].answer("1", "share")
    await party["1"].until(lambda: "standing" in hows(party["1"]))


def hows(person: Person) -> list[str]:
    events = [event for commit in person.all(Commit) for event in commit.events]
    return [event[4] for event in events if event[0] == "ans"] if events else []


async def test_previews_are_given_where_one_watches(two: tuple[GameService, GameService]) -> None:
    party = await split(two)
    await party["1"].answer("1", "steady")
    await party["2"].reaches(2)
    found = [await person.ask(Preview, "values", "1") for person in party.people.values()]
    assert all(isinstance(each, Previewed) for each in found)
    assert found[0].preview == found[1].preview
    assert found[0].version == found[1].version == 2


@pytest.mark.parametrize("wire", [codec.msgpack, codec.json], ids=["msgpack", "json"])
async def test_spectators_are_served_by_any_process(
    two: tuple[GameService, GameService], wire: codec.Codec
) -> None:
    """Given spectators at a process that does not host, then they get a snapshot, every commit, and
    after a loss of the connection just what they lack."""
    party = await split(two, options={"goal": "500"})
    first = await watcher(two[1], party, wire)
    await play_on(party, 5, random.Random(3))
    await first.reaches(6)
    held = first.version
    first.leave()
    await play_on(party, 3, random.Random(4))
    again = await back(first, two[1])
    again = Person(two[1], wire)
    await again.hello("", first.token)
    await again.join((await party["1"].ask(Invite, "")).code)
    again.state, again.version, again.questions = first.state, held, first.questions
    await again.ask(Watch, party.battle, held)
    await again.reaches(9)
    assert not again.all(Snapshot)
    assert [commit.version for commit in again.all(Commit)] == [7, 8, 9]
    await party["2"].reaches(9)
    assert again.state == party["1"].state == party["2"].state
    assert len(two[0].tables[party.table].visitors) == 1


async def test_a_slow_spectator_catches_up_by_a_snapshot(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    slow = await watcher(two[1], party)
    await party["1"].answer("1", "steady")
    await party["2"].reaches(2)
    state, snapshot = (codec.msgpack.reply(frame) for frame in slow.visitor.catch_up())
    assert isinstance(state, TableState)
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.version, snapshot.state) == (2, party["2"].state)


async def test_a_running_battle_is_rewound_at_another_process(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    for seat in ("1", "2"):
        await party[seat].until(lambda s=seat: any(s in q.to for q in party[s].questions))  # type: ignore[misc]
        await party[seat].answer(seat, "steady")
    viewer = await watcher(two[1], party)
    assert isinstance(await viewer.ask(Replay, party.battle, 1, 0.0), Done)
    assert viewer.version == 1
    await viewer.ask(Step, 1)
    await viewer.reaches(2)
    await viewer.ask(Seek, 3)
    assert viewer.version == 3
    await viewer.ask(Pace, 1.0)
    assert viewer.last(Playing).last == 3
    await viewer.ask(Watch, party.battle, 3)
    await viewer.until(lambda: viewer.state == party["1"].state)


async def test_leaving_is_told_to_the_host_and_the_copy_is_let_go(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    assert isinstance(await party["2"].ask(Leave), Done)
    await settle(world, lambda: not two[0].tables[party.table].elsewhere)
    assert party.table not in two[1].tables


async def test_public_tables_of_all_processes_are_listed(
    two: tuple[GameService, GameService],
) -> None:
    """Given tables at two processes, then each lists both, and a change is seen at once."""
    found = []
    for service, name in zip(two, ("North", "South"), strict=True):
        person = Person(service)
        await person.hello(name)
        await person.ask(Create, Settings("micro", party=2, options={}, public=True), name)
        found.append(person)
    for person in found:
        tables = await listed(person, 2)
        assert sorted(line.name for line in tables.tables) == ["North", "South"]
    await found[0].ask(Change, Settings("micro", party=2, options={}, public=False))
    for person in found:
        assert [line.name for line in (await listed(person, 1)).tables] == ["South"]


async def listed(person: Person, count: int) -> Tables:
    for _ in range(100):
        tables: Tables = await person.ask(ListTables)
        if len(tables.tables) == count:
            return tables
    raise AssertionError(tables)


async def test_both_change_the_table_at_the_same_moment_and_neither_is_lost(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp", options={"left": "1"})
    await play_on(party, 100, random.Random(1))
    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]
    refs = [person.say(Ready, True, "at once") for person in party.people.values()]
    for person, ref in zip(party.people.values(), refs, strict=True):
        assert isinstance(await person.answer_to(ref), Done)
    for person in party.people.values():
        await person.until(lambda p=person: all(c.ready for c in p.last(TableState).chairs))  # type: ignore[misc]


async def test_spectators_elsewhere_make_the_host_send_nothing_for_a_commit(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a hundred spectators at another process, when a move is made, then the host writes no
    message at all: they see it by the journal."""
    party = await gather(two[0])
    crowd = [await watcher(two[1], party) for _ in range(100)]
    sent: list[object] = []
    monkeypatch.setattr(two[0].mailbox, "send", lambda to, message: sent.append(message))
    await party["1"].answer("1", "steady")
    for person in crowd:
        await person.reaches(2)
    assert not sent


async def test_of_who_is_a_member_no_more_nothing_is_asked_of_the_host(
    two: tuple[GameService, GameService],
) -> None:
    """Given a request on its way to the host, when its author's membership ends, then the next host
    is not asked for it."""
    party = await split(two)
    there, passed = party["2"], two[1].relay.passed
    there.say(Chat, "Is anybody there?")
    while not passed.waits(party.table):
        await asyncio.sleep(0)
    (one,) = passed.of(two[1].tables[party.table]).values()
    two[1].drop_requests(one.table, one.visitor)
    assert not passed.waits(party.table)
