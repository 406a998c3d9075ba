"""Letters to other processes and from them, in order and each once, over the store's boxes.

Letters to one process gather while the last batch is on its way. A batch whose fate is unknown is
sent again, and its number tells the reader that it has read it already.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import structlog

from server.rooms import letters
from server.rooms.clock import Clock
from server.rooms.letters import AnyLetter, Batch
from server.rooms.outlasting import until_back
from server.store.base import Store
from server.store.errors import PASSING, StoreError, StoreUnavailable

log = structlog.get_logger(__name__)

MOST_WAITING = 10_000

Spawn = Callable[[Coroutine[Any, Any, None]], object]
Deliver = Callable[[str, AnyLetter], None]


class Post:
    """The letters of one process. `deliver(sender, letter)` must not wait."""

    def __init__(self, store: Store, me: str, clock: Clock, spawn: Spawn, deliver: Deliver) -> None:
        self._store, self._me, self._clock = store, me, clock
        self._spawn, self._deliver = spawn, deliver
        self._waiting: dict[str, list[AnyLetter]] = {}
        self._sending: set[str] = set()
        self._sent = 0
        self._read: dict[str, int] = {}

    def send(self, to: str, letter: AnyLetter) -> None:
        """Write to a process; does not wait. To one that reads nothing for long, in vain."""
        waiting = self._waiting.setdefault(to, [])
        if len(waiting) >= MOST_WAITING:
            log.warning("post.lost", to=to)
            return
        waiting.append(letter)
        if to not in self._sending:
            self._sending.add(to)
            self._spawn(self._carry(to))

    def forget(self, process: str) -> None:
        """A process is dead."""
        self._waiting.pop(process, None)

    async def read(self) -> None:
        """Read letters for ever."""
        mark = ""
        while True:
            try:
                found = await self._store.fleet.letters(self._me, mark)
            except StoreUnavailable:
                await until_back(self._store, self._clock)
                continue
            except StoreError as fault:
                log.error("post.not_read", error=str(fault))
                await self._clock.sleep(1.0)
                continue
            for at, data in found:
                self._open(data)
                mark = at
            await asyncio.sleep(0)

    def _open(self, data: bytes) -> None:
        try:
            batch = letters.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            log.error("post.not_understood", error=str(fault))
            return
        if batch.number <= self._read.get(batch.sender, 0):
            return
        self._read[batch.sender] = batch.number
        for letter in batch.letters:
            try:
                self._deliver(batch.sender, letter)
            except Exception:
                log.exception("post.failed", sender=batch.sender, letter=type(letter).__name__)

    async def _carry(self, to: str) -> None:
        try:
            while batch := self._waiting.pop(to, None):
                self._sent += 1
                frame = letters.encode(Batch(self._me, self._sent, tuple(batch)))
                while not await self._tried(to, frame):
                    await until_back(self._store, self._clock)
        finally:
            self._sending.discard(to)

    async def _tried(self, to: str, frame: bytes) -> bool:
        try:
            await self._store.fleet.send(to, frame)
        except PASSING:
            return False
        except StoreError as fault:
            log.error("post.not_sent", to=to, error=str(fault))
        return True
