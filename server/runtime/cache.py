"""A cache of expensive results, limited in bytes; the least recently used one is dropped first.

An entry that is not used for `IDLE` seconds is dropped, so that a process's memory shrinks again
after it was busy.
"""

from collections import OrderedDict
from typing import Generic, NamedTuple, TypeVar

from server.runtime.clock import Clock, Timer

IDLE = 180.0
"""Seconds. Visitors come back to a battle within minutes; after that it is computed, and charged,
anew.
"""

T = TypeVar("T")


class _Entry(NamedTuple, Generic[T]):
    thing: T
    size: int
    used: float


class Cache(Generic[T]):
    """Cached values by the id of their battle, the least recently used one first."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: OrderedDict[str, _Entry[T]] = OrderedDict()
        self._bytes = 0
        self._timer: Timer | None = None

    def get(self, name: str) -> T | None:
        """Return a cached value and count it as used, or None."""
        entry = self._entries.pop(name, None)
        if entry is None:
            return None
        self._entries[name] = entry._replace(used=self._clock.now())
        return entry.thing

    def put(self, name: str, thing: T, size: int, most: int) -> None:
        """Cache a value of `size` bytes; then drop the least recently used beyond `most` bytes.

        A value larger than `most` is dropped at once.
        """
        self._drop(name)
        self._entries[name] = _Entry(thing, size, self._clock.now())
        self._bytes += size
        while self._bytes > most:
            self._drop(next(iter(self._entries)))
        self._look_later()

    def close(self) -> None:
        """Drop every entry."""
        self._entries.clear()
        self._bytes = 0
        self._look_later()

    def _drop(self, name: str) -> None:
        entry = self._entries.pop(name, None)
        if entry is not None:
            self._bytes -= entry.size

    def _look_later(self) -> None:
        """Run one timer for all entries, and none for an empty cache."""
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
