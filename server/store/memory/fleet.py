"""The fleet of a store in memory, by which several services in one process meet, in tests."""

import asyncio
import math
from collections import deque
from collections.abc import Callable

from server.store.interface import Fleet, Heartbeats, OnNews, Unsubscribe
from server.store.interface.keys import checked

MESSAGES_KEPT = 65_536  # as in `redis.fleet`
WAIT = 2.0  # seconds for which a reader waits for messages before it asks again


class MemoryFleet(Fleet):
    """A `Fleet` in dictionaries.

    `clock` returns seconds, `check` raises StoreUnavailable while the store is down, and `known`
    returns whether there is a document of a kind and name.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        check: Callable[[], None],
        known: Callable[[str, str], bool],
    ) -> None:
        self._clock, self._check, self._known = clock, check, known
        self._signs: dict[str, float] = {}
        self._contents: dict[str, str] = {}
        self._hosts: dict[tuple[str, str], tuple[str, int]] = {}
        self._boxes: dict[str, deque[tuple[str, bytes]]] = {}
        self._filled: dict[str, asyncio.Event] = {}
        self._count = 0
        self._listeners: dict[str, dict[object, OnNews]] = {}

    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        """See Fleet."""
        self._check()
        now = self._clock()
        lapsed = self._signs.get(checked(process), math.inf) <= now
        self._signs[process], self._contents[process] = now + seconds, contents
        left = {name: until - now for name, until in self._signs.items() if until > now}
        return Heartbeats(lapsed, left, {name: self._contents[name] for name in left})

    async def leave(self, process: str) -> None:
        """See Fleet."""
        self._check()
        self._signs.pop(checked(process), None)

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """See Fleet."""
        self._check()
        if not self._known(checked(kind), checked(name)):
            return ""
        now, before = self._hosts.get((kind, name), ("", 0))
        if not process or now not in ("", process, instead_of):
            return now
        self._hosts[kind, name] = process, max(claim, before) if now == process else claim
        return process

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """See Fleet."""
        self._check()
        now, by = self._hosts.get((kind, name), ("", 0))
        if now == process and by <= claim:
            del self._hosts[kind, name]

    async def send(self, process: str, message: bytes) -> None:
        """See Fleet."""
        self._check()
        self._count += 1
        box = self._boxes.setdefault(checked(process), deque(maxlen=MESSAGES_KEPT))
        box.append((f"{self._count:020}", message))
        self._filled.setdefault(process, asyncio.Event()).set()

    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """See Fleet."""
        self._check()
        box = self._boxes.setdefault(checked(process), deque(maxlen=MESSAGES_KEPT))
        while box and box[0][0] <= after:
            box.popleft()
        if not box:
            filled = self._filled.setdefault(process, asyncio.Event())
            filled.clear()
            try:
                async with asyncio.timeout(WAIT):
                    await filled.wait()
            except TimeoutError:
                return []
        return list(box)

    async def publish(self, channel: str, news: bytes) -> None:
        """See Fleet."""
        self._check()
        self.tell(channel, news)

    def tell(self, channel: str, news: bytes) -> None:
        """Schedule a call of each subscriber of a channel for the loop's next round, when news from
        a socket would arrive, too.
        """
        for hear in tuple(self._listeners.get(channel, {}).values()):
            asyncio.get_running_loop().call_soon(hear, news)

    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """See Fleet."""
        key = object()
        self._listeners.setdefault(channel, {})[key] = hear
        asyncio.get_running_loop().call_soon(hear, None)

        def stop() -> None:
            self._listeners.get(channel, {}).pop(key, None)

        return stop
