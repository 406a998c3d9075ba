"""Defects that are put into the system on purpose: the checker has to find each of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from protocol.codec import msgpack as codec
from protocol.requests import Intent, Undo
from server.net.outbox import Outbox
from server.rooms.record import BattleRecord, Draft
from server.rooms.room import Room
from server.store.base import Lease
from server.store.errors import Conflict
from tests.simulator.truth import Truth

LOST_EVERY = 40


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


PLANTED: dict[str, Callable[[], Any]] = {
    "ack before append": ack_before_append,
    "no fencing": no_fencing,
    "no deduplication": no_deduplication,
    "a lost diff": a_lost_diff,
    "a lost frame": a_lost_frame,
}
