"""This process's sign of life, and who else is alive."""

import random
from collections.abc import Callable

from server.rooms.clock import Clock
from server.store.fleet import Fleet

BEATS = 3.3  # in the time that a sign counts, so that a few may fail
SOONEST = 0.02


class Pulse:
    """Signs of life that count `seconds` each.

    `died(processes)` is called once for those that gave none in time; `lapsed()` where that
    happened to ourselves, as others may have taken our place. `answered` counts the signs that the
    store has taken. Each sign says what `content()` gives, and `contents` what the others said.
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
        self._fleet, self._me, self._clock, self._seconds = fleet, me, clock, seconds
        self._died, self._lapsed, self._content = died, lapsed, content
        self.contents: dict[str, str] = {}
        self._known: frozenset[str] = frozenset()
        self._judge_from = 0.0
        self._signed: float | None = None
        self.answered = 0
        self._due = seconds / BEATS

    @property
    def others(self) -> tuple[str, ...]:
        """The other processes that are alive."""
        return tuple(sorted(self._known - {self._me}))

    def knows(self, process: str) -> bool:
        """Whether a process was alive when we last looked."""
        return process in self._known

    def anyone(self) -> str:
        """One of the others, or ""."""
        return random.choice(self.others) if self.others else ""

    @property
    def due(self) -> float:
        """Seconds until the next sign should be given, or somebody else's runs out."""
        return self._due

    async def beat(self) -> None:
        """Give a sign and look who gave theirs. Raises StoreError."""
        begun = self._clock.now()
        signs = await self._fleet.sign(self._me, self._seconds, self._content())
        self.answered += 1
        now, alive = self._clock.now(), frozenset(signs.left)
        last = begun if self._signed is None else self._signed
        if begun < last:  # a later one has been answered before it
            if signs.lapsed:
                self._lapsed()
            return
        # The answer that first said so may have been lost.
        lapsed = signs.lapsed or begun - last >= self._seconds
        self._signed = begun
        if lapsed:
            # Where the store was away, everybody's sign has run out: give the others time.
            self._judge_from = now + self._seconds
        dead = frozenset[str]()
        if now < self._judge_from:
            alive |= self._known
        else:
            dead = self._known - alive
        self._known, self.contents = alive, signs.contents
        soon = min((left for who, left in signs.left.items() if who != self._me), default=9e9)
        self._due = min(self._seconds / BEATS, max(SOONEST, soon + 0.01))
        if lapsed:
            self._lapsed()
        if dead:
            self._died(dead)

    async def lives(self, process: str) -> bool:
        """Whether a process is alive, or has been so recently. Raises StoreError."""
        if process not in self._known:
            await self.beat()
        return process in self._known
