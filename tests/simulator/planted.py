"""Defects that are put into the system on purpose: the checker has to find each of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace as replaced
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from protocol.codec import msgpack as codec
from protocol.questions import Question
from protocol.replies import Refused
from protocol.requests import Intent, Undo
from server.net.outbox import Outbox
from server.rooms.following import Following
from server.rooms.owned import Owned
from server.rooms.record import BattleRecord, Draft
from server.rooms.room import Asked, Room, RoomRequest
from server.rooms.table import Table
from server.rooms.visitor import Visitor
from server.rules.engine import advance
from server.rules.engine.advance import Former
from server.store import scripts
from server.store.base import Lease
from server.store.errors import Conflict
from server.store.scripts import Script
from tests.simulator.truth import Truth

LOST_EVERY = 40
Questions = tuple[Question, ...]


@contextmanager
def ack_before_append() -> Iterator[None]:
    """A commit is shown before the journal has it."""

    async def keep(self: Room, draft: Draft) -> None:
        self.audience.commit(draft.commit.version, draft.commit, draft.frame)
        await plain(self, draft)

    plain = Room._keep
    with patch.object(Room, "_keep", keep):
        yield


@contextmanager
def no_fencing() -> Iterator[None]:
    """The store takes an append under any epoch."""

    async def append(self: Truth, lease: Lease, version: int, entry: bytes) -> None:
        journal = self._get(lease.battle)
        if version != len(journal.entries) + 1:
            raise Conflict(f"battle {lease.battle}", version - 1, len(journal.entries))
        self._add(lease.battle, journal, entry)
        self._note(lease, version)

    with patch.object(Truth, "append", append):
        yield


@contextmanager
def no_deduplication() -> Iterator[None]:
    """A running number that came before counts as new."""

    def repeated(_self: BattleRecord, _sent: Intent | Undo, _seat: str) -> None:
        return None

    with patch.object(BattleRecord, "repeated", repeated):
        yield


@contextmanager
def a_lost_diff() -> Iterator[None]:
    """Now and then a commit leaves out one of the changes that its events made."""

    def draft(self: BattleRecord, *args: Any, **fields: Any) -> Draft:
        made = plain(self, *args, **fields)
        commit = made.commit
        if commit.version % LOST_EVERY or not commit.put:
            return made
        lost = dict(list(commit.put.items())[:-1])
        commit = replace(commit, put=lost)
        return made._replace(commit=commit, frame=codec.encode(commit))

    plain = BattleRecord._draft
    with patch.object(BattleRecord, "_draft", draft):
        yield


@contextmanager
def a_lost_frame() -> Iterator[None]:
    """Now and then a connection is not shown what the others are shown."""

    def deliver(self: Outbox, payload: bytes) -> None:
        count[0] += 1
        if count[0] % LOST_EVERY:
            plain(self, payload)

    plain, count = Outbox.deliver, [0]
    with patch.object(Outbox, "deliver", deliver):
        yield


@contextmanager
def forgotten_numbers() -> Iterator[None]:
    """Who takes a battle over from a snapshot does not know the running numbers before it."""

    def forget(self: BattleRecord, _numbers: object, _highest: object) -> None:
        self._made, self._highest = {}, {}

    with patch.object(BattleRecord, "note_numbers", forget):
        yield


@contextmanager
def a_dropped_request() -> Iterator[None]:
    """A request that is in hand when the battle is lost is answered by nobody."""

    def leftover(self: Room) -> list[tuple[Visitor, Asked]]:
        return [each for each in plain(self) if each[1] is not in_hand.get(self)]

    async def handle(self: Room, visitor: Visitor, request: RoomRequest) -> None:
        in_hand[self] = request
        await handled(self, visitor, request)
        del in_hand[self]

    plain, handled = Room.leftover, Room._handle
    in_hand: WeakKeyDictionary[Room, RoomRequest] = WeakKeyDictionary()
    with patch.object(Room, "leftover", leftover), patch.object(Room, "_handle", handle):
        yield


@contextmanager
def a_refusal_past_the_lease() -> Iterator[None]:
    """An owner refuses though others may have the battle by now, and may have said yes."""

    def refuse(_self: Room, visitor: Visitor, no: Refused) -> None:
        visitor.tell(no)

    with patch.object(Room, "_refuse", refuse):
        yield


@contextmanager
def no_reading_on() -> Iterator[None]:
    """Who takes a battle over does not show what was committed meanwhile to those who follow."""

    async def go_on(
        self: Owned, table: Table, record: BattleRecord, lease: Lease, asked: float
    ) -> bool:
        is_taking_over.set(True)
        try:
            return await gone_on(self, table, record, lease, asked)
        finally:
            is_taking_over.set(False)

    async def look_again(self: Following) -> None:
        if is_taking_over.get():
            is_taking_over.set(False)
        else:
            await looked(self)

    is_taking_over = ContextVar("is_taking_over", default=False)
    gone_on, looked = Owned._go_on, Following.look_again
    with (
        patch.object(Owned, "_go_on", go_on),
        patch.object(Following, "look_again", look_again),
    ):
        yield


@contextmanager
def a_stale_answer() -> Iterator[None]:
    """An answer counts for whatever is asked in the same words after it."""

    def twins(_former: Former, before: Questions, now: Questions, _events: object) -> Former:
        return {
            old.id: asked.id for old in before for asked in now if replace(asked, id=old.id) == old
        }

    with patch.object(advance, "still_open", twins):
        yield


PLANTED: dict[str, Callable[[], Any]] = {
    "ack before append": ack_before_append,
    "no fencing": no_fencing,
    "no deduplication": no_deduplication,
    "a lost diff": a_lost_diff,
    "a lost frame": a_lost_frame,
    "forgotten numbers": forgotten_numbers,
    "a dropped request": a_dropped_request,
    "a refusal past the lease": a_refusal_past_the_lease,
    "no reading on": no_reading_on,
    "a stale answer": a_stale_answer,
}


def _in_script(name: str, sound: bytes, broken: bytes) -> Callable[[], Any]:
    """A defect in one of the store's scripts."""

    @contextmanager
    def planted() -> Iterator[None]:
        script: Script = getattr(scripts, name)
        assert script.source.count(sound) == 1, f"{name} reads differently now"
        source = script.source.replace(sound, broken)
        with patch.object(scripts, name, replaced(script, source=source)):
            yield

    return planted


IN_SCRIPTS: dict[str, Callable[[], Any]] = {
    "renew takes a battle back that others have had": _in_script(
        "RENEW", b"not holder and redis.call('GET', epoch) == ARGV[2 + i]", b"not holder"
    ),
    "renew prolongs anybody's lease": _in_script("RENEW", b"holder == ARGV[1]", b"holder"),
    "snapshots are ordered as texts": _in_script(
        "PUT_SNAPSHOT", b"tonumber(kept) > tonumber(ARGV[2])", b"kept > ARGV[2]"
    ),
    "acquire takes a held battle": _in_script(
        "ACQUIRE", b"holder and holder ~= ARGV[1]", b"holder == ''"
    ),
    "acquire leaves the epoch as it is": _in_script(
        "ACQUIRE", b"redis.call('INCR', KEYS[2])", b"redis.call('INCRBY', KEYS[2], 0)"
    ),
    "settle leaves the epoch as it is": _in_script(
        "SETTLE", b"return { 0, redis.call('INCR', KEYS[2]) }", b"return { 0, tonumber(epoch) }"
    ),
    "put takes any revision": _in_script(
        "PUT_DOCUMENT", b"tonumber(ARGV[1]) ~= revision", b"tonumber(ARGV[1]) > revision"
    ),
}
"""Found in a world whose store is `ScriptedTruth`."""
