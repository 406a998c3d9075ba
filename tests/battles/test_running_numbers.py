"""Journals of before running numbers had a bound: the seat plays on, the number counts once."""

from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.ids import SeatId
from protocol.replies import Commit, Taken, author_of
from server.battles.records.recorded_battle import RecordedBattle, commit_in
from server.battles.records.recovery import Unreadable, entries_of, go_on
from tests.battles.test_recovery import RULES, come_back
from tests.battles.test_snapshots import kept, long_party, restarted
from tests.service.conftest import Party, World, gather

LAST = 2**53 - 1


def number_last(world: World, party: Party) -> Commit:
    """Give the journal's last commit the last number there is, as an old server allowed it."""
    entries = world.store._journals[party.battle].entries
    commit = msgspec.structs.replace(commit_in(entries[-1]), number=LAST)
    entries[-1] = codec.msgpack.encode(commit)
    return commit


async def plays_on(world: World, party: Party, last: Commit) -> None:
    """The seat's last number is answered with what it made, and its next ones are taken."""
    seat = author_of(last).seat
    person = party[seat]
    picks, asked = author_of(last).picks, author_of(last).question
    version = person.version
    again: Any = await person.answer(seat, *picks, question=asked, number=LAST)
    assert isinstance(again, Taken)
    assert (again.version, person.version) == (last.version, version)
    other = await person.answer(seat, "something else", question=1, number=LAST)
    assert other.code == "stale"  # type: ignore[union-attr]
    while party.turn[0] != seat:
        other_seat, other_person = party.turn
        await other_person.answer(other_seat, "steady")
        await person.reaches(other_person.version)
    for number in (person.number(seat), person.number(seat) + 1):
        assert number < 1000
        made: Any = await person.answer(seat, "steady", number=number)
        assert isinstance(made, Commit)
        while party.turn[0] != seat:
            other_seat, other_person = party.turn
            await other_person.reaches(party.room.version)
            await other_person.answer(other_seat, "steady")
            await person.reaches(party.room.version)
    late: Any = await person.answer(seat, *picks, question=asked, number=LAST)
    assert isinstance(late, Taken)


async def test_a_seat_whose_journal_holds_the_last_number_there_is_plays_on(world: World) -> None:
    """Given a journal with 2^53-1 in it, when its battle is taken up, then that number is answered
    with what it made, however often it comes, and the seat counts on from the one before it."""
    party = await gather(await world.service(), options={"goal": "100000"})
    seat, person = party.turn
    await person.answer(seat, "steady")
    last = number_last(world, party)
    tokens = {each: one.token for each, one in party.people.items()}
    await world.crash(party.service)
    again = await come_back(world, party, tokens)
    assert again[seat].number(seat) == 1
    await plays_on(world, again, last)
    recorded = RecordedBattle([frame for _, frame in await world.store.read(party.battle)])
    assert recorded.snapshot(recorded.last).numbers == again.room.record.numbers


async def test_a_snapshot_that_counts_on_from_the_last_number_gives_way_to_the_journal(
    world: World,
) -> None:
    """Given such a journal with a snapshot of then, then the whole journal is read, and a snapshot
    of now keeps the number apart."""
    party = await long_party(await world.service(), world)
    saved = await kept(world, party.battle)
    assert saved is not None
    seat, person = party.turn
    await person.answer(seat, "steady")
    last = number_last(world, party)
    of_then = msgspec.structs.replace(saved, highest={**saved.highest, seat: LAST})
    world.store._journals[party.battle].snapshot = (saved.version, msgspec.msgpack.encode(of_then))
    again = await restarted(world, party)
    await plays_on(world, again, last)
    while (now := await kept(world, party.battle, saved.version)) is None:
        at, one = again.turn
        await one.reaches(again.room.version)
        await one.answer(at, "steady")
    assert now.highest[SeatId(seat)] < 1000
    frames = [frame for _, frame in await world.store.read(party.battle)]
    secret = (await world.store.meta(party.battle))["seed"]
    record = go_on(RULES["micro"], secret, now, frames[now.version :])
    assert record.numbers == again.room.record.numbers
    assert LAST in now.numbers[SeatId(seat)]
    with pytest.raises(Unreadable, match="last numbers"):
        go_on(RULES["micro"], secret, of_then, frames[saved.version :])
    assert entries_of(frames)[last.version - 1].commit.number == LAST
