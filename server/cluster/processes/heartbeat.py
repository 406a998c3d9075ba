"""This process's heartbeat, and who else is alive."""

import random
from collections.abc import Callable

from server.runtime import Clock
from server.store import Fleet

BEATS = 3.3  # in the time that a heartbeat counts, so that a few may fail
SOONEST = 0.02  # seconds between two heartbeats at least, where another's runs out just now


class ProcessHeartbeat:
    """Heartbeats, each of which counts for `seconds`.

    `died(processes)` is called once for those that gave none in time; `lapsed()` where that
    happened to ourselves, as others may have taken our place. `answered` counts those that the
    store has taken. Each says what `content()` gives, and `contents` what the others said.
    """

    def __init__(
        self,
        fleet: Fleet,
        me: str,
        clock: Clock,
        seconds: float,
        died: Callable[[frozenset[str]], None],
        lapsed: Callable[[], None],
        content: Callable[[], str] = str,
    ) -> None:
        self._fleet, self._me, self._clock, self.seconds = fleet, me, clock, seconds
        self._died, self._lapsed, self._content = died, lapsed, content
        self.contents: dict[str, str] = {}
        self._known: frozenset[str] = frozenset()
        self._judge_from = 0.0
        self._signed: float | None = None
        self.answered = 0
        self._due = seconds / BEATS

    @property
    def others(self) -> tuple[str, ...]:
        """Return the ids of the other processes that are alive."""
        return tuple(sorted(self._known - {self._me}))

    def knows(self, process: str) -> bool:
        """Return whether a process was alive at the last `beat`."""
        return process in self._known

    def anyone(self) -> str:
        """Return the id of any other living process, or "" if there is none."""
        return random.choice(self.others) if self.others else ""

    @property
    def due(self) -> float:
        """Return the seconds until the next `beat`: our heartbeat is due, or another's may have run
        out.
        """
        return self._due

    async def beat(self) -> None:
        """Send a heartbeat and read those of the others. Raises StoreError."""
        # From the asking on, not from the answer: the store may have counted it at once.
        begun = self._clock.now()
        beats = await self._fleet.heartbeat(self._me, self.seconds, self._content())
        self.answered += 1
        now, alive = self._clock.now(), frozenset(beats.left)
        last = begun if self._signed is None else self._signed
        if begun < last:  # a later one has been answered before it
            if beats.lapsed:
                self._lapsed()
            return
        # The answer that first said so may have been lost.
        lapsed = beats.lapsed or begun - last >= self.seconds
        self._signed = begun
        if lapsed:
            # Where the store was away, everybody's heartbeat has run out: give the others time.
            self._judge_from = now + self.seconds
        dead = frozenset[str]()
        if now < self._judge_from:
            alive |= self._known
        else:
            dead = self._known - alive
        self._known, self.contents = alive, beats.contents
        soon = min((left for who, left in beats.left.items() if who != self._me), default=9e9)
        self._due = min(self.seconds / BEATS, max(SOONEST, soon + 0.01))
        if lapsed:
            self._lapsed()
        if dead:
            self._died(dead)

    async def lives(self, process: str) -> bool:
        """Return whether a process is alive, or has been so recently. Raises StoreError."""
        if process not in self._known:
            await self.beat()
        return process in self._known
