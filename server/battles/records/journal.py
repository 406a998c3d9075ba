"""The writing end of one battle's journal: an append that returns is durable, and happened once.

Where the store goes away in the middle of an append, nobody knows whether it happened. The journal
then waits until the store is back, asks it (`settle`), and appends again if it did not. So the room
sees three outcomes only: it is written; it certainly is not (`NotWritten`); the battle belongs to
another process (`JournalLost`).
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import structlog

from server.battles.records import battle_meta
from server.runtime import Clock, Observers, Tasks
from server.store import (
    AppendTold,
    Conflict,
    Fenced,
    Lease,
    Store,
    StoreError,
    StoreFull,
    StoreUnavailable,
    UnknownBattle,
    outlast,
)

log = structlog.get_logger(__name__)

AGAIN_AFTER = 0.2  # seconds: all battles of the process ask a store that has just come back
NO_ROOM = "The store of this server is full. The battle goes on when there is room again."
UNRECORDED = "The battle cannot be recorded at the moment."


class NotWritten(Exception):
    """Raised when the store has not taken an entry and never will. The text is for players."""


class JournalLost(Exception):
    """Raised when another process owns this journal, or it is gone. The text is for operators."""


class PauseListener(NamedTuple):
    """Is told when the journal begins to wait for the store, and when it goes on."""

    paused: Callable[[str], None]
    resumed: Callable[[], None]


class Entry(NamedTuple):
    """An entry of a journal: its version, the running number that has made it (0 for none), and its
    bytes.
    """

    version: int
    number: int
    frame: bytes


class Journal:
    """Appends to one battle under a lease, one entry at a time."""

    def __init__(self, store: Store, lease: Lease, clock: Clock, observers: Observers) -> None:
        self.store, self.lease = store, lease
        self._clock, self._observers = clock, observers
        self._tasks, self._waiting_for_room = Tasks(), Tasks()
        self._begun = 0.0  # when the append that is under way began

    async def append(self, entry: Entry, waiting: PauseListener) -> None:
        """Append an entry. Raises `NotWritten`, `JournalLost`.

        `waiting` is told to each append and not kept: it is the room's, and the two would hold each
        other in memory after the battle.
        """
        try:
            await self._write(entry)
        except StoreError as fault:
            await self.recover(fault, entry, waiting)

    async def recover(self, fault: StoreError, entry: Entry, waiting: PauseListener) -> None:
        """Go on after an append's failure: return once it is written. Raises as `append`."""
        match fault:
            case StoreUnavailable():
                await self._outlast(fault, entry, waiting)
            case Fenced() | Conflict() | UnknownBattle():
                raise JournalLost(str(fault)) from fault
            case _:
                log.error("store.refused_append", battle=self.lease.battle, error=str(fault))
                if isinstance(fault, StoreFull) and not any(self._waiting_for_room):
                    waiting.paused(NO_ROOM)
                    self._waiting_for_room.start(self._until_room(waiting))
                raise NotWritten(UNRECORDED) from fault

    def begin(self, version: int, frame: bytes, told: AppendTold) -> None:
        """Begin to append, without waiting. What `told` is told belongs to `end`."""
        self._begun = time.perf_counter()
        if self._observers.are_tracing:
            self._observers.append_begun(self.lease.battle, version)
        try:
            self.store.begin_append(self.lease, version, frame, told)
        except BaseException as fault:
            self._observers.append_ended(self.lease.battle, version, fault)
            raise

    def end(self, version: int, number: int, outcome: object) -> BaseException | None:
        """Return what has become of an append that is done: None where it is written, else what
        `recover` goes on from (a StoreError), or anything else that it failed with.
        """
        if isinstance(outcome, BaseException):
            fault = self.store.append_fault(self.lease, version, outcome)
            self._observers.append_ended(self.lease.battle, version, fault)
            return fault
        self._note_end(version, number)
        return None

    def give_up(self, version: int) -> None:
        """Stop waiting for an append. Whether it was written is unknown then."""
        self._observers.append_ended(self.lease.battle, version, asyncio.CancelledError())

    async def _write(self, entry: Entry) -> None:
        self._begun = time.perf_counter()
        if self._observers.are_tracing:
            self._observers.append_begun(self.lease.battle, entry.version)
        try:
            await self.store.append(self.lease, entry.version, entry.frame)
        except BaseException as fault:
            self._observers.append_ended(self.lease.battle, entry.version, fault)
            raise
        self._note_end(entry.version, entry.number)

    def _note_end(self, version: int, number: int) -> None:
        battle, observers = self.lease.battle, self._observers
        seconds = time.perf_counter() - self._begun
        if observers.are_tracing:
            observers.append_ended(battle, version, None)
        observers.recorded(battle, number, seconds)

    async def _until_room(self, waiting: PauseListener) -> None:
        await self.store.wait_up()
        waiting.resumed()

    def save_beside(self, version: int, snapshot: bytes) -> None:
        """Start `save` in the background unless one is running: one at a time is enough."""
        if not any(self._tasks):
            self._tasks.start(self.save(version, snapshot))

    def close(self) -> None:
        """Stop saving snapshots."""
        self._tasks.cancel()
        self._waiting_for_room.cancel()

    async def save(self, version: int, snapshot: bytes) -> None:
        """Try to store a snapshot. A failure costs only speed at a recovery, and is ignored."""
        try:
            await self.store.put_snapshot(self.lease, version, snapshot)
        except StoreError as fault:
            log.warning("snapshot.not_kept", battle=self.lease.battle, error=str(fault))

    async def keep_wishes(self, wishes: bytes) -> None:
        """Write the seats' wishes beside the journal, for whoever plays the battle next; returns
        once the store has taken them, or never will.
        """
        store, lease = self.store, self.lease
        work = partial(battle_meta.keep_wishes, store, lease, wishes)
        try:
            await outlast(store, self._clock, work, again=(StoreUnavailable,))
        except StoreError as fault:
            log.warning("wishes.not_kept", battle=lease.battle, error=str(fault))

    async def _outlast(self, fault: StoreUnavailable, entry: Entry, waiting: PauseListener) -> None:
        battle, version = self.lease.battle, entry.version
        log.warning("store.away", battle=battle, version=version, error=str(fault))
        waiting.paused("The store of this server is away. The battle goes on when it is back.")
        try:
            await self.store.wait_up()
            work = partial(self._settle_or_write, entry)
            again = (StoreUnavailable,)
            await outlast(self.store, self._clock, work, again=again, pause=AGAIN_AFTER)
        finally:
            waiting.resumed()
        log.info("store.back", battle=battle, version=version)

    async def _settle_or_write(self, entry: Entry) -> None:
        """Append unless the entry stands. Raises StoreUnavailable, JournalLost, NotWritten."""
        try:
            if not await self._is_settled(entry):
                await self._write(entry)
        except StoreUnavailable:
            raise
        except (Fenced, Conflict, UnknownBattle) as fault:
            raise JournalLost(str(fault)) from fault
        except StoreError as fault:
            raise NotWritten(UNRECORDED) from fault

    async def _is_settled(self, entry: Entry) -> bool:
        """Return whether the entry stands. Raises `StoreUnavailable` where that cannot be known
        yet: also where a full store does not say.
        """
        try:
            stands = await self.store.settle(self.lease, entry.version, entry.frame)
        except (Fenced, Conflict, UnknownBattle, StoreUnavailable):
            raise
        except StoreError as fault:
            raise StoreUnavailable(str(fault)) from fault
        if stands:
            self._observers.recorded(self.lease.battle, entry.number, None)
        return stands
