"""Noticing that this process, and perhaps it alone, does not reach the store.

A store that has died refuses connections: everybody stays where they are until it is back. One
that is only silent is mostly a line that is cut: the others take us for dead then and go on with
our battles, and our visitors have to go to them.

A slow store is none of this. It is slow for the others as well, who would send everybody back. So
besides our heartbeats it is asked something small all the time, and whatever it answers counts.
"""

import random
from collections.abc import Callable, Iterable
from contextlib import suppress

from server.cluster.processes.heartbeat import ProcessHeartbeat
from server.players import Visitor
from server.runtime import Clock, Tasks, Timer
from server.store import Store, StoreError

SLICE = 0.25  # seconds between two looks
SLOWEST = 3.0  # seconds that an answer may take from a store that is only slow
SPREAD = 0.4  # seconds over which visitors are sent away
LEAVE = "This server does not reach its store. Connect again."


class StoreCutOff:
    """Sends visitors away where the store has been silent for `seconds`, or a slice longer than
    `SLOWEST` if that is more, and others are alive.

    Time is counted in slices that this process lived through: one that stood still itself first
    hears what the store has to say.
    """

    def __init__(
        self,
        heartbeat: ProcessHeartbeat,
        store: Store,
        clock: Clock,
        seconds: float,
        visitors: Callable[[], Iterable[Visitor]],
    ) -> None:
        self._heartbeat, self._store, self._clock = heartbeat, store, clock
        self._seconds, self._visitors = max(seconds, SLOWEST + 2 * SLICE), visitors
        self._heard = self._quiet = self._answered = 0
        self._tasks = Tasks()
        self._timer: Timer | None = None
        self.is_cut_off = False

    def begin(self) -> None:
        """Start watching the store."""
        self._timer = self._clock.call_later(SLICE, self._look)

    def end(self) -> None:
        """Stop watching the store."""
        if self._timer is not None:
            self._timer.cancel()
        self._tasks.cancel()

    def receive(self, visitor: Visitor) -> None:
        """Send somebody who has just come away again, where that has to be."""
        if self.is_cut_off:
            visitor.bye("moved", LEAVE)

    def _look(self) -> None:
        # First the next slice: a look that fails is not the last one.
        self.begin()
        if not any(self._tasks):
            self._tasks.start(self._ask())
        heard = self._heartbeat.answered + self._answered
        if self._heard != heard:
            self._heard = heard
            self._quiet, self.is_cut_off = 0, False
        # Only where the connection stands and nothing comes, and there is somebody to go to: a
        # store that is down is down for the others, too.
        elif self._store.state.up and self._heartbeat.others:
            self._quiet += 1
        else:
            self._quiet = 0
        if self._quiet * SLICE >= self._seconds and not self.is_cut_off:
            self.is_cut_off = True
            self._disperse()

    async def _ask(self) -> None:
        with suppress(StoreError):
            await self._store.ping()
            self._answered += 1

    def _disperse(self) -> None:
        """Send all visitors away, spread over `SPREAD` seconds: they reconnect to few processes."""
        for visitor in tuple(self._visitors()):
            delay = random.uniform(0.0, SPREAD)
            self._clock.call_later(delay, lambda leaving=visitor: leaving.bye("moved", LEAVE))  # type: ignore[misc]
