"""Long journals are folded in slices, once for all who look, paid by who asks first, bounded."""

import asyncio
import weakref

import msgspec
import pytest

from protocol import codec
from protocol.ids import BattleId
from protocol.replies import Closing, Commit, Playing
from protocol.requests import Replay, Seek, Watch
from server.battles.records.recorded_battle import FOLDED_AT_ONCE, RecordedBattle
from server.players.effort import COMMITS_A_TOKEN, Pay, free
from server.replays import recorded_battles
from server.replays.library import Library
from server.replays.playback import MOST_A_SECOND
from server.replays.recorded_battles import RecordedBattles
from server.runtime import slicing
from server.runtime.cache import IDLE
from server.service.game_service import GameService
from tests.replays.test_replay import played, viewer
from tests.service.conftest import World
from tests.service.people import Person


async def test_a_battle_that_is_over_is_folded_once_for_all_who_look(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a finished battle, when three watch it and play it back, then its journal is read and
    folded once, and who asked first has paid for that."""
    party = await played(world, service)
    read, frames = [], Library.frames

    async def counted(self: Library, battle: str, pay: Pay = free) -> list[bytes]:
        read.append(battle)
        return await frames(self, BattleId(battle), pay)

    monkeypatch.setattr(Library, "frames", counted)
    people = [await viewer(party) for _ in range(3)]
    joined = [person.spent for person in people]  # by how many are at the table
    for person in people:
        await person.ask(Watch, party.battle)
        await person.ask(Replay, party.battle, 0, 0.0)
        await person.ask(Seek, 3)
        assert person.version == 3
    assert read == [party.battle]
    commits = party["1"].version
    paid = [person.spent - before for person, before in zip(people, joined, strict=True)]
    assert paid == [(commits - 1) / COMMITS_A_TOKEN, 0, 0]


async def test_at_any_speed_so_many_commits_a_second_are_played(
    world: World, service: GameService
) -> None:
    party = await played(world, service)
    person = await viewer(party)
    await person.ask(Replay, party.battle, 0, 1000.0)
    await world.clock.advance(10.5 / MOST_A_SECOND)
    assert (person.version, person.last(Playing).version) == (10, 0)


class Shelves(Library):
    """Journals that stand nowhere: the first commits of one, with others like its last."""

    def __init__(self, first: list[bytes], commits: int) -> None:
        self._first, self._commits = first, commits

    async def frames(self, battle: str, pay: Pay = free) -> list[bytes]:
        """So many commits that change nothing; the last one closes."""
        found = list(self._first[:1])
        for version in range(2, self._commits + 1):
            last = version == self._commits
            found.append(
                codec.msgpack.encode(
                    Commit(version, (), [], {}, (), pinned=Closing("00") if last else None)
                )
            )
        return found


async def journal(world: World, service: GameService) -> list[bytes]:
    """The commits of a short battle."""
    party = await played(world, service)
    return await service.library.frames(party.battle)


async def test_a_long_journal_is_folded_between_the_turns_of_the_loop(
    world: World, service: GameService
) -> None:
    """Given 5000 commits, then the loop turns after each few of them."""
    library = Shelves(await journal(world, service), 5000)
    of = RecordedBattles(library, world.clock, slicing.Slicer())
    folding = asyncio.ensure_future(of.whole(BattleId("b1")))
    turns = 0
    while not folding.done():
        await asyncio.sleep(0)
        turns += 1
    assert (await folding).last == 5000
    assert turns >= 5000 / (FOLDED_AT_ONCE * slicing.PAUSES)


async def test_what_is_kept_is_bounded_in_bytes(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given room for three battles, when ten are looked at, then the latest three are kept; one
    that goes on is not kept at all, and one too large for the room neither."""
    library = Shelves(await journal(world, service), 200)
    size = RecordedBattle(await library.frames("b")).size
    monkeypatch.setattr(recorded_battles, "MOST_BYTES", 3 * size)
    of = RecordedBattles(library, world.clock, slicing.Slicer())
    spent: list[float] = []
    for number in range(10):
        await of.whole(BattleId(f"b{number}"), spent.append)
    assert len(spent) == 10
    for number in (7, 8, 9):
        await of.whole(BattleId(f"b{number}"), spent.append)
    assert len(spent) == 10
    await of.whole(BattleId("b6"), spent.append)
    assert len(spent) == 11
    monkeypatch.setattr(recorded_battles, "MOST_BYTES", size - 1)
    await of.whole(BattleId("b0"), spent.append)
    await of.whole(BattleId("b0"), spent.append)
    assert len(spent) == 13


async def test_what_nobody_looks_at_any_more_is_let_go(world: World, service: GameService) -> None:
    """Given two battles that were looked at, when one is looked at again and again, then that one
    stays, and the other has to be read anew after a while; in the end none is left."""
    of = RecordedBattles(Shelves(await journal(world, service), 50), world.clock, slicing.Slicer())
    seen, spent = weakref.ref(await of.whole(BattleId("b1"))), list[float]()
    await of.whole(BattleId("b2"))
    for _ in range(3):
        await world.clock.advance(IDLE * 0.6)
        await of.whole(BattleId("b2"), spent.append)
    assert (spent, seen()) == ([], None)
    await world.clock.advance(2 * IDLE)
    await of.whole(BattleId("b2"), spent.append)
    assert len(spent) == 1


async def test_those_who_ask_at_once_wait_for_one_folding(
    world: World, service: GameService
) -> None:
    of = RecordedBattles(Shelves(await journal(world, service), 500), world.clock, slicing.Slicer())
    spent: list[float] = []
    found = await asyncio.gather(*(of.whole(BattleId("b1"), spent.append) for _ in range(5)))
    assert len(spent) == 1
    assert all(recorded is found[0] for recorded in found)


async def test_a_film_knows_what_its_numbers_made(world: World, service: GameService) -> None:
    party = await played(world, service)
    recorded = await service.recorded_battles.whole(party.battle)
    commits = [codec.msgpack.reply(frame) for frame in recorded.frames]
    numbered = [each for each in commits if isinstance(each, Commit) and each.number]
    assert sorted(made.version for made in recorded.moves.values()) == [c.version for c in numbered]
    assert recorded.size >= sum(map(len, recorded.frames))
    assert msgspec.msgpack.decode(recorded.frames[-1])[0] == "c"


async def test_a_stranger_pays_for_nothing_that_is_not_shown(service: GameService) -> None:
    person = Person(service)
    await person.hello("Nobody")
    await person.ask(Watch, "b0")
    assert person.spent == 0
