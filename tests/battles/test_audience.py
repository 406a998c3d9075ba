"""Everybody who watches a battle, and how they catch up."""

import random

import pytest

from protocol import codec
from protocol.codec import CODECS, JSON_DEFLATED, MSGPACK_DEFLATED, Inflating
from protocol.ids import BattleId
from protocol.replies import Commit, Paused, Reply, Snapshot
from protocol.requests import Watch
from server.battles.audience import Audience
from server.players import Visitor
from server.rules.engine.patch import plain
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.clients.story.scene import OPENING
from tests.service.conftest import gather
from tests.service.people import Person


async def test_a_newcomer_resumes_with_commits_or_with_a_snapshot_if_that_is_shorter(
    service: GameService,
) -> None:
    party = await gather(service, options={"cargo": "20", "goal": "1000"})
    await play_on(party, 40, random.Random(3))
    near, far = Person(service), Person(service)
    for person in (near, far):
        await person.hello("", party["1"].token)
        await person.join(table=party.table)
    await near.ask(Watch, party.battle, 39)
    assert [c.version for c in near.all(Commit)] == [40, 41]
    await far.ask(Watch, party.battle, 2)
    assert [s.version for s in far.all(Snapshot)] == [41]
    await far.ask(Watch, party.battle, 500)
    assert [s.version for s in far.all(Snapshot)] == [41, 41]


async def test_a_late_watcher_sees_the_same_state_as_the_first(service: GameService) -> None:
    party = await gather(service, "camp")
    await play_on(party, 9, random.Random(5))
    late = Person(service)
    await late.hello("", party["2"].token)
    await late.join(table=party.table)
    await late.ask(Watch, party.battle)
    assert late.state == plain(party.room.record.shown.state)
    assert (late.version, late.all(Commit)) == (10, [])


class Still:
    """A battle that stands at a version."""

    version = 3

    def snapshot(self) -> Snapshot:
        return Snapshot(BattleId("b"), self.version, {"much": "x" * 500}, (), {}, OPENING)


def shown(audience: Audience, *versions: int) -> None:
    for version in versions:
        commit = Commit(version, (), [], {}, ())
        audience.commit(version, commit, codec.msgpack.encode(commit))


def test_whoever_comes_back_is_shown_what_was_missed_if_all_of_it_is_still_there() -> None:
    audience, battle = Audience(), Still()
    shown(audience, 2, 3)
    audience.snapshot(battle, codec.msgpack)
    assert len(audience.missed(1, 3, codec.msgpack) or ()) == 2
    assert audience.missed(3, 3, codec.msgpack) == []
    assert audience.missed(0, 3, codec.msgpack) is None
    assert audience.missed(4, 3, codec.msgpack) is None
    whole = Audience()
    shown(whole, 1, 2, 3)
    whole.snapshot(battle, codec.msgpack)
    assert whole.missed(0, 3, codec.msgpack) is None


def test_where_a_snapshot_is_the_smaller_one_it_serves_better() -> None:
    audience, battle = Audience(), Still()
    battle.version = 60
    shown(audience, *range(1, 61))
    audience.snapshot(battle, codec.msgpack)
    assert audience.missed(1, 60, codec.msgpack) is None
    assert audience.missed(58, 60, codec.msgpack)


def test_a_snapshot_is_encoded_once_for_each_version() -> None:
    audience, battle = Audience(), Still()
    first = audience.snapshot(battle, codec.msgpack)
    assert audience.snapshot(battle, codec.msgpack) is first
    battle.version = 4
    assert audience.snapshot(battle, codec.msgpack) != first


class Watcher(Visitor):
    """A visitor who keeps what is sent, and reads it as a client does."""

    def __init__(self, wire: str) -> None:
        self.frames: list[bytes] = []
        super().__init__(CODECS[wire], self.frames.append, self.frames.append, lambda _: None)

    def read(self) -> list[Reply]:
        """The messages in what has come so far."""
        inflating = Inflating()
        whole = [inflating.message(frame) for frame in self.frames]
        return [self.codec.reply(frame) for frame in whole if frame is not None]


class Unwatched:
    """A show that nobody minds leaving."""

    def leave(self, visitor: Visitor) -> None:
        """Nothing has to be done."""

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        return []


@pytest.mark.parametrize("wire", [MSGPACK_DEFLATED, JSON_DEFLATED])
def test_commits_are_deflated_once_and_read_by_early_late_and_slow(wire: str) -> None:
    """Given watchers who came at different times, one of whom missed commits, when each is sent
    what it is due, then all read the same last commit, from one and the same frame."""
    audience, battle = Audience(), Still()
    early, late, slow = Watcher(wire), Watcher(wire), Watcher(wire)
    for watcher in (early, slow):
        audience.join(Unwatched(), watcher, 0, battle)
    shown(audience, 4, 5)
    battle.version = 5
    audience.join(Unwatched(), late, 4, battle)
    slow.frames[:] = audience.afresh(battle, slow)
    shown(audience, 6)
    assert early.frames[-1] is late.frames[-1] is slow.frames[-1]
    versions = [[m.version for m in w.read() if isinstance(m, Commit)] for w in (early, late, slow)]
    assert versions == [[4, 5, 6], [5, 6], [6]]
    assert len(early.frames[-1]) < len(early.codec.encode(Commit(6, (), [], {}, ())))


def test_a_past_is_forgotten_with_the_last_who_needs_it() -> None:
    audience, battle = Audience(), Still()
    first, second = Watcher(MSGPACK_DEFLATED), Watcher(MSGPACK_DEFLATED)
    for watcher in (first, second):
        audience.join(Unwatched(), watcher, 0, battle)
    shown(audience, 4)
    audience.leave(first)
    audience.join(Unwatched(), first, 0, battle)
    assert len(first.frames[-1]) > 2, "the second watcher's past goes on"
    audience.leave(first)
    audience.leave(second)
    audience.join(Unwatched(), first, 0, battle)
    assert len(first.frames[-1]) == 2, "a new past begins"


def test_the_latest_entry_of_the_journal_is_known() -> None:
    audience = Audience()
    shown(audience, 1, 2)
    assert audience.latest == codec.msgpack.encode(Commit(2, (), [], {}, ()))
    assert Audience().latest is None


def test_what_is_told_goes_to_other_processes_too() -> None:
    audience, told = Audience(), list[Reply]()
    audience.outside = told.append
    audience.tell(Paused(BattleId("b"), "Wait."))
    assert told == [Paused(BattleId("b"), "Wait.")]
