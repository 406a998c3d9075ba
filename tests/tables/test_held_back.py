"""Many short battles under a long delay: what the table keeps for its spectators has a bound."""

import random
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.ids import PlayerId, SeatId, TableId
from protocol.replies import Done, Refused
from protocol.requests import Change, HandOver, ListTables, Ready, Start
from protocol.tables import BattleLine, Member, Settings, TableState
from server.service.game_service import GameService
from server.tables import held_back, members, seats
from server.tables.documents import KIND, decode, encode
from server.tables.held_back import Held, as_seen, hold, states
from server.tables.lobby import Lobby
from server.tables.seats import BATTLES, TableDoc
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.people import Person

DAY = 86_400
KIB = 1024
LONGEST = "x" * 64
NOW = 1_800_000_000_000


def a_table(members: int = 1, **settings: Any) -> TableDoc:
    """A table of four under the longest delay, all bots, as big as wanted."""
    found = Settings("camp", delay=DAY, **settings)
    leader = Member(PlayerId("p" + "0" * 32), "L" * 32)
    doc = seats.new_table(TableId("t0123456789abcdef"), "N" * 32, leader, found)
    for number in range(1, members):
        doc = seats.give_lead(doc, Member(PlayerId(f"p{number:032}"), f"{number:032}"))
    for seat in "1234":
        doc = seats.put_bot(doc, doc.state.leader, SeatId(seat), "first")
    return doc


def play_one(doc: TableDoc, now: int) -> TableDoc:
    """A battle of half a minute."""
    line = BattleLine(doc.upcoming, doc.state.settings.encounter, now)
    return seats.finished(seats.started(doc, line), line.battle, now + 30_000)


def size_after(battles: int, doc: TableDoc) -> int:
    for number in range(battles):
        doc = play_one(doc, NOW + 60_000 * number)
    return len(encode(doc))


def test_a_tables_document_stays_small_after_any_number_of_battles() -> None:
    """Given the longest delay, when 400 battles are played within it, then the document is under
    24 KiB, and 400 more add nothing."""
    first, second = size_after(400, a_table()), size_after(800, a_table())
    assert first < 24 * KIB
    assert abs(second - first) < KIB


def test_the_largest_document_has_a_bound() -> None:
    """Given as many members, as long names, words and options as may be, and settings that change
    with every battle, then 400 battles under the longest delay make less than 128 KiB."""
    options = {f"{number:02}".ljust(64, "o"): LONGEST for number in range(16)}
    doc = a_table(members=seats.MEMBERS, options=options)
    other = {key: value.swapcase() for key, value in options.items()}
    for number in range(400):
        doc = play_one(doc, NOW + 60_000 * number)
        chosen = (options, other)[number % 2]
        settings = replace(doc.state.settings, options=chosen)
        doc = seats._unseen(doc, settings=settings)
    assert len(encode(doc)) < 128 * KIB


def test_the_list_of_battles_has_an_end() -> None:
    doc = a_table()
    for number in range(BATTLES + 50):
        doc = play_one(replace(doc, held=()), NOW + 60_000 * number)
    assert len(doc.state.battles) == BATTLES


def test_what_is_held_comes_whole_out_of_its_differences() -> None:
    """Given a table that changes at random, seen and unseen, then after being written and read
    again every held state is what it would be if it were kept whole."""
    chance = random.Random(11)
    doc, whole = a_table(), list[tuple[int, TableState]]()
    for step in range(300):
        now = NOW + 60_000 * step
        match chance.randrange(4):
            case 0:
                before = [(until, state) for until, state in whole if until > now]
                whole = [*before, (now + 1000 * DAY, doc.state)]
                line = BattleLine(doc.upcoming, "camp", now)
                doc = seats.started(doc, line)
                whole.append((now + 1_000 + 1000 * DAY, doc.state))
                doc = seats.finished(doc, line.battle, now + 1_000)
            case 1:
                name = Member(doc.state.leader, f"name {step}")
                doc = members.renamed(doc, name)
                whole = [(until, replace(s, revision=s.revision + 1, members=doc.state.members))
                         for until, s in whole]  # fmt: skip
            case _:
                doc = seats._unseen(doc, settings=replace(doc.state.settings, turn=step))
        doc = decode(encode(doc))
        if len(whole) > held_back.MOST - 2:
            break
        assert list(states(doc.held)) == whole
        for until, state in whole:
            assert as_seen(doc.held, doc.state, until - 1) in [s for u, s in whole if u >= until]
            assert state.table == doc.state.table


def test_beyond_the_bound_spectators_see_later_and_never_sooner() -> None:
    """Given more battles within one delay than are held one by one, then at every moment spectators
    see a state that is at least as old as the delay."""
    doc, truth = a_table(), list[tuple[int, TableState]]()
    for number in range(held_back.MOST):
        now = NOW + 60_000 * number
        truth.append((now, doc.state))
        line = BattleLine(doc.upcoming, "camp", now)
        doc = seats.started(doc, line)
        truth.append((now + 30_000, doc.state))
        doc = seats.finished(doc, line.battle, now + 30_000)
    assert len(doc.held) == held_back.MOST
    end = NOW + 60_000 * held_back.MOST
    for moment in range(end, end + 1000 * DAY + 60_000, 30_000):
        seen = as_seen(doc.held, doc.state, moment)
        due = [state for at, state in truth if moment < at + 1000 * DAY]
        assert seen.revision <= (due[0].revision if due else doc.state.revision)
    assert as_seen(doc.held, doc.state, end + 1000 * DAY) == doc.state


def test_documents_of_an_earlier_release_are_read() -> None:
    """Given a document in which every held state stands whole, then it is read and goes on."""
    doc = a_table()
    states_of_before = [replace(doc.state, revision=number) for number in range(1, 4)]
    old = msgspec.msgpack.decode(encode(doc))
    old["held"] = [
        [NOW + 1000 * number, msgspec.to_builtins(state)]
        for number, state in enumerate(states_of_before, 1)
    ]
    read = decode(msgspec.msgpack.encode(old))
    assert [state for _, state in states(read.held)] == states_of_before
    assert as_seen(read.held, read.state, NOW + 1500) == states_of_before[1]
    assert hold(read.held, read.state, NOW)[-1].until == NOW + 1000 * DAY
    assert all(isinstance(each, Held) for each in read.held)


def timers_of(world: World, lobby: Lobby) -> list[Any]:
    """The list's timers that the clock will still ring, whether the list knows of them or not."""
    timers = [timer for _, _, timer in world.clock._timers if not timer.cancelled]
    calls = [each.call for each in timers]
    return [one for one in calls if isinstance(one, partial) and one.func == lobby._spawn_look]


async def test_a_table_that_holds_much_back_has_one_timer(
    world: World, service: GameService
) -> None:
    """Given twenty battles within one delay, then the list looks again by one timer for the table,
    shows each state when it is due, and its document stays as small."""
    party = await gather(service, "camp", public=True, delay=300, options={"left": "1"})
    one, reader = party["1"], Person(service)
    await reader.hello("Reader")
    for _ in range(20):
        await world.clock.advance(6)  # so long each battle is on, and listed
        await play_on(party, 100, random.Random(1))
        await one.until(lambda: one.last(TableState).phase == "finished")
        await world.clock.advance(4)
        for person in party.people.values():
            assert isinstance(await person.ask(Ready, True), Done)
        assert not isinstance(await one.ask(Start), Refused)
    assert len(service.lobby._looks) == len(timers_of(world, service.lobby)) == 1
    found = await world.store.get(KIND, party.table)
    assert found is not None
    assert len(found[1]) < 16 * KIB
    seen = set()
    await world.clock.advance(95)
    for _ in range(50):
        lines = (await reader.ask(ListTables)).tables  # none while what is shown has ended
        seen.add(lines[0].battle if lines else "")
        assert len(timers_of(world, service.lobby)) <= 1
        await world.clock.advance(5)
    assert len(seen) > 20
    assert not service.lobby._looks
    assert not timers_of(world, service.lobby)


@pytest.mark.parametrize("kind", [Change, HandOver])
async def test_who_leads_is_seen_at_once_and_what_is_set_is_not(
    world: World, service: GameService, kind: Any
) -> None:
    """Given a battle whose end is not due, when the leadership goes to another, then spectators see
    it at once; when settings change, they do not."""
    party = await gather(service, "camp", public=True, delay=60, options={"left": "1"})
    await world.clock.advance(61)
    await play_on(party, 100, random.Random(1))
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    spy = Person(service)
    await spy.hello("Spy")
    await spy.join(table=party.table)
    values = {
        Change: (Settings("camp", party=3, public=True, delay=60),),
        HandOver: ("", party["2"].player),
    }[kind]
    assert isinstance(await party["1"].ask(kind, *values), Done)
    shown = spy.last(TableState)
    assert (shown.phase, shown.settings.party) == ("playing", 2)
    assert (shown.leader == party["2"].player) is (kind is HandOver)
