"""What was made with effort and asked for lately: kept within a number of bytes, and for a while.

What nobody asks for any more is let go after `IDLE` seconds, so that a process which has been busy
once does not stay as large as it was then.
"""

from collections import OrderedDict
from typing import Generic, NamedTuple, TypeVar

from server.rooms.clock import Clock, Timer

IDLE = 180.0
"""Seconds. Who looks at a battle again does so within minutes; making it anew is paid."""

T = TypeVar("T")


class _Entry(NamedTuple, Generic[T]):
    thing: T
    size: int
    used: float


class Recent(Generic[T]):
    """Things by the name of their battle, the one unused for longest first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: OrderedDict[str, _Entry[T]] = OrderedDict()
        self._bytes = 0
        self._timer: Timer | None = None

    def get(self, name: str) -> T | None:
        """What is kept under a name, which is used by that."""
        entry = self._entries.pop(name, None)
        if entry is None:
            return None
        self._entries[name] = entry._replace(used=self._clock.now())
        return entry.thing

    def put(self, name: str, thing: T, size: int, most: int) -> None:
        """Keep something of so many bytes; what does not fit into `most` bytes in all goes."""
        self._drop(name)
        self._entries[name] = _Entry(thing, size, self._clock.now())
        self._bytes += size
        while self._bytes > most:
            self._drop(next(iter(self._entries)))
        self._look_later()

    def close(self) -> None:
        """Let go of everything."""
        self._entries.clear()
        self._bytes = 0
        self._look_later()

    def _drop(self, name: str) -> None:
        entry = self._entries.pop(name, None)
        if entry is not None:
            self._bytes -= entry.size

    def _look_later(self) -> None:
        """One timer for all, as long as there is something to let go of."""
        if not self._entries:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        elif self._timer is None:
            first = next(iter(self._entries.values()))
            wait = first.used + IDLE - self._clock.now()
            self._timer = self._clock.call_later(max(0.0, wait), self._look)

    def _look(self) -> None:
        self._timer = None
        now = self._clock.now()
        while self._entries and next(iter(self._entries.values())).used + IDLE <= now:
            self._drop(next(iter(self._entries)))
        self._look_later()
