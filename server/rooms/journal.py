"""The writing end of one battle's journal: an append that returns is durable, and happened once.

Where the store goes away in the middle of an append, nobody knows whether it happened. The journal
then waits until the store is back, asks it (`settle`), and appends again if it did not. So the room
sees three outcomes only: it is written; it certainly is not (`NotWritten`); the battle belongs to
another process (`Lost`).
"""

from collections.abc import Callable
from typing import NamedTuple

import structlog

from server.rooms.clock import Clock
from server.store.base import Lease, Store
from server.store.errors import (
    Conflict,
    Fenced,
    StoreError,
    StoreFull,
    StoreUnavailable,
    UnknownBattle,
)
from server.tasks import Tasks

log = structlog.get_logger(__name__)

AGAIN_AFTER = 0.2
NO_ROOM = "The store of this server is full. The battle goes on when there is room again."
UNRECORDED = "The battle cannot be recorded at the moment."


class NotWritten(Exception):
    """The store did not take the entry, and never will; the text is for players."""


class Lost(Exception):
    """Another process writes to this battle, or the journal is gone; the text is for operators."""


class Waiting(NamedTuple):
    """Whom to tell when the journal has to wait for the store, and when it need not any more."""

    paused: Callable[[str], None]
    resumed: Callable[[], None]


class Journal:
    """Appends to one battle under a lease."""

    def __init__(self, store: Store, lease: Lease, clock: Clock) -> None:
        self.store, self.lease = store, lease
        self._clock = clock
        self._tasks, self._waiting_for_room = Tasks(), Tasks()

    async def append(self, version: int, entry: bytes, waiting: Waiting) -> None:
        """Make `entry` version `version`. Raises `NotWritten`, `Lost`.

        `waiting` is told to each append and not kept: it is the room's, and the two would hold each
        other in memory after the battle.
        """
        try:
            await self.store.append(self.lease, version, entry)
        except StoreUnavailable as fault:
            await self._outlast(fault, version, entry, waiting)
        except (Fenced, Conflict, UnknownBattle) as fault:
            raise Lost(str(fault)) from fault
        except StoreError as fault:
            log.error("store.refused_append", battle=self.lease.battle, error=str(fault))
            if isinstance(fault, StoreFull) and not any(self._waiting_for_room):
                waiting.paused(NO_ROOM)
                self._waiting_for_room.start(self._until_room(waiting))
            raise NotWritten(UNRECORDED) from fault

    async def _until_room(self, waiting: Waiting) -> None:
        await self.store.wait_up()
        waiting.resumed()

    def save_beside(self, version: int, snapshot: bytes) -> None:
        """Begin to `save`, unless that is under way: one snapshot at a time is enough."""
        if not any(self._tasks):
            self._tasks.start(self.save(version, snapshot))

    def close(self) -> None:
        """Save nothing more."""
        self._tasks.cancel()
        self._waiting_for_room.cancel()

    async def save(self, version: int, snapshot: bytes) -> None:
        """Keep a snapshot, if the store takes it: only the speed of a recovery depends on it."""
        try:
            await self.store.put_snapshot(self.lease, version, snapshot)
        except StoreError as fault:
            log.warning("snapshot.not_kept", battle=self.lease.battle, error=str(fault))

    async def _outlast(
        self, fault: StoreUnavailable, version: int, entry: bytes, waiting: Waiting
    ) -> None:
        battle = self.lease.battle
        log.warning("store.away", battle=battle, version=version, error=str(fault))
        waiting.paused("The store of this server is away. The battle goes on when it is back.")
        try:
            while not await self._tried_again(version, entry):
                await self._clock.sleep(AGAIN_AFTER)
        finally:
            waiting.resumed()
        log.info("store.back", battle=battle, version=version)

    async def _tried_again(self, version: int, entry: bytes) -> bool:
        await self.store.wait_up()
        try:
            if not await self._is_settled(version, entry):
                await self.store.append(self.lease, version, entry)
        except StoreUnavailable:
            return False
        except (Fenced, Conflict, UnknownBattle) as fault:
            raise Lost(str(fault)) from fault
        except StoreError as fault:
            raise NotWritten(UNRECORDED) from fault
        return True

    async def _is_settled(self, version: int, entry: bytes) -> bool:
        """Whether the entry stands. Raises `StoreUnavailable` where that cannot be known yet: also
        where a full store does not say.
        """
        try:
            return await self.store.settle(self.lease, version, entry)
        except (Fenced, Conflict, UnknownBattle, StoreUnavailable):
            raise
        except StoreError as fault:
            raise StoreUnavailable(str(fault)) from fault
