"""Messages to other processes and from them, in order and each once, over the store's boxes.

Messages to one process gather while the last batch is on its way. A batch whose fate is unknown is
sent again, and its number tells the reader that it has read it already.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec
import structlog

from server.cluster.processes import messages
from server.cluster.processes.messages import AnyMessage, Batch
from server.runtime import Clock
from server.store import Store, StoreError, StoreUnavailable, outlast

log = structlog.get_logger(__name__)

MOST_WAITING = 10_000  # messages to one process; further ones are dropped, or memory would fill

Spawn = Callable[[Coroutine[Any, Any, None]], object]
Deliver = Callable[[str, AnyMessage], None]


class Mailbox:
    """The messages of one process. `deliver(sender, message)` must not wait."""

    def __init__(self, store: Store, me: str, clock: Clock, spawn: Spawn, deliver: Deliver) -> None:
        self._store, self._me, self._clock = store, me, clock
        self._spawn, self._deliver = spawn, deliver
        self._waiting: dict[str, list[AnyMessage]] = {}
        self._sending: set[str] = set()
        self._sent = 0
        self._read: dict[str, int] = {}

    def send(self, to: str, message: AnyMessage) -> None:
        """Queue a message to a process, without waiting; dropped where `MOST_WAITING` wait."""
        waiting = self._waiting.setdefault(to, [])
        if len(waiting) >= MOST_WAITING:
            log.warning("mailbox.lost", to=to)
            return
        waiting.append(message)
        if to not in self._sending:
            self._sending.add(to)
            self._spawn(self._carry(to))

    def forget(self, process: str) -> None:
        """Discard the messages not yet sent to a process that has died."""
        self._waiting.pop(process, None)

    async def read(self) -> None:
        """Read messages for ever."""
        mark = ""
        while True:
            work = partial(self._store.fleet.messages, self._me, mark)
            try:
                found = await outlast(self._store, self._clock, work, again=(StoreUnavailable,))
            except StoreError as fault:
                log.error("mailbox.not_read", error=str(fault))
                await self._clock.sleep(1.0)
                continue
            # The mark goes on after each message: the next read acknowledges these, and they may be
            # dropped.
            for at, data in found:
                self._open(data)
                mark = at
            # A mailbox that is never empty must not keep the loop from everybody else.
            await asyncio.sleep(0)

    def _open(self, data: bytes) -> None:
        try:
            batch = messages.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            log.error("mailbox.not_understood", error=str(fault))
            return
        # A batch whose first sending was of unknown fate comes again
        # (`test_a_message_of_unknown_fate_is_sent_again_and_read_once`).
        if batch.number <= self._read.get(batch.sender, 0):
            return
        self._read[batch.sender] = batch.number
        for message in batch.messages:
            try:
                self._deliver(batch.sender, message)
            # One message that fails must not take those behind it along: nobody sends them again.
            except Exception:
                log.exception("mailbox.failed", sender=batch.sender, message=type(message).__name__)

    async def _carry(self, to: str) -> None:
        try:
            while batch := self._waiting.pop(to, None):
                # Numbered when it leaves, not when it is queued: the reader drops numbers that are
                # not rising.
                self._sent += 1
                frame = messages.encode(Batch(self._me, self._sent, tuple(batch)))
                try:
                    work = partial(self._store.fleet.send, to, frame)
                    await outlast(self._store, self._clock, work)
                except StoreError as fault:
                    log.error("mailbox.not_sent", to=to, error=str(fault))
        finally:
            self._sending.discard(to)
