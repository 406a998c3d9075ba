"""Pings every connection at its time, and closes those that do not answer in time.

The library would keep a task, two coroutines and a timer for each connection, which is a third of
what an idle one costs. All connections have the same times, so here they stand in two lines, each
in order of what is due, and one timer serves the first of both:

    resting     has answered, or is new: pinged `interval` seconds later
    asked       has been pinged: closed `patience` seconds later, unless it answers first

So whoever hangs is found `interval` + `patience` after the last answer, as the library finds it.
"""

import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from websockets.frames import CloseCode, Frame, Opcode

from server.runtime import Clock, Tasks, Timer

TOKEN_BYTES = 4  # of a ping: nobody answers it who has not read it
COARSENESS = 0.01  # seconds: those that are due within so little are served together
TOO_LATE = "keepalive ping timeout"


class Pinged(Protocol):
    """What a keepalive needs of a connection."""

    def ping_now(self, frame: bytes) -> bool:
        """Write a ping without waiting. Returns False where the connection is being closed."""
        ...

    def part(self, code: int, reason: str) -> Coroutine[Any, Any, None]:
        """Close with a code; cut where that takes too long."""
        ...


class Keepalive:
    """The pings of all connections of a port. Whoever was added leaves by `discard`.

    `interval` and `patience` are seconds.
    """

    def __init__(self, interval: float, patience: float, clock: Clock) -> None:
        self._interval, self._patience, self._clock = interval, patience, clock
        self._resting: dict[Pinged, float] = {}
        self._asked: dict[Pinged, tuple[float, bytes]] = {}
        self._timer: Timer | None = None
        self._tasks = Tasks()

    def __len__(self) -> int:
        return len(self._resting) + len(self._asked)

    def add(self, link: Pinged) -> None:
        """Ping a connection from now on, first after `interval` seconds."""
        self._resting[link] = self._clock.now() + self._interval
        self._wake_up()

    def discard(self, link: Pinged) -> None:
        """Leave a connection alone; one that is not here is ignored."""
        self._resting.pop(link, None)
        self._asked.pop(link, None)

    def answered(self, link: Pinged, token: bytes) -> None:
        """Note a pong. One that answers no ping of ours is ignored, as RFC 6455 has it."""
        asked = self._asked.get(link)
        if asked is not None and asked[1] == token:
            del self._asked[link]
            self.add(link)

    async def close(self) -> None:
        """Stop for good: nobody is pinged any more, and nobody sent away for being silent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._resting.clear()
        self._asked.clear()
        await self._tasks.close()

    def _wake_up(self) -> None:
        if self._timer is None and (due := self._first_due()) is not None:
            wait = max(0.0, due - self._clock.now()) + COARSENESS
            self._timer = self._clock.call_later(wait, self._sweep)

    def _first_due(self) -> float | None:
        first = [next(iter(self._resting.values()), None)]
        first.append(next((until for until, _ in self._asked.values()), None))
        return min((due for due in first if due is not None), default=None)

    def _sweep(self) -> None:
        self._timer = None
        now = self._clock.now()
        for link in _due(self._asked, now, lambda asked: asked[0]):
            del self._asked[link]
            self._tasks.start(link.part(CloseCode.INTERNAL_ERROR, TOO_LATE), "keepalive.part")
        token = secrets.token_bytes(TOKEN_BYTES)
        frame = Frame(Opcode.PING, token).serialize(mask=False)
        asked = (now + self._patience, token)
        for link in _due(self._resting, now, float):
            del self._resting[link]
            if link.ping_now(frame):
                self._asked[link] = asked
        self._wake_up()


def _due(line: dict[Pinged, Any], now: float, at: Callable[[Any], float]) -> list[Pinged]:
    """Return those of a line whose time has come. It is in order, so the first ones are."""
    found = []
    for link, value in line.items():
        if at(value) > now:
            break
        found.append(link)
    return found
