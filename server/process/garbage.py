"""Schedules Python's garbage collection for moments in which nobody waits for an answer.

What ends here is freed by reference counting; cycles come from libraries and from failures, and
are few. What battles are made of most, states, log entries, questions, commits, the collector does
not look at (`gc=False`): they are built once from what was there before, so they are in no cycle.
Python's own thresholds look at everything that lives again and
again: battles keep their latest versions for undo, so that took an eighth of the server's time,
each time as one pause. So the two young generations are looked at seldom, and the old one not by
itself at all but here:

- A slice looks at what has come since the last slice, and puts what stays aside (`gc.freeze`): its
  pause is bounded by what is new, not by what lives. It comes once the server has been quiet for a
  moment, or in the end without that.
- A round looks at everything, also at what was put aside. Its pause grows with what lives: 50,000
  objects are there from the start, a Jailbreak table after 25 moves adds 480 (1,190 without
  `gc=False`), and 100,000 took 0.04 s on an idle core and 0.4 s on one that had much else to do. So
  it waits until nothing has happened for some seconds, and comes without that only once a day.
"""

import contextlib
import gc
import time
from collections.abc import Callable, Iterator

import structlog

from server.runtime import Clock, Timer

YOUNG = (
    50_000,
    20,
    1_000_000,
)  # new objects, then rounds of the younger; the last: never
# Seconds. A slice is some milliseconds, so it comes often and needs a moment of quiet only; a round
# may be felt, so it waits for a pause that is likely to last.
LOOK_EVERY = 1.0
SLICE_EVERY, SLICE_AT_LAST = 10.0, 60.0
ROUND_EVERY, ROUND_AT_LAST = 900.0, 24 * 3600.0
QUIET, QUIET_FOR_ROUND = 0.05, 5.0
WORTH_TELLING = 0.1  # a pause that a player may feel

log = structlog.get_logger(__name__)


class GarbageCollection:
    """The garbage collector of this process, as long as one server runs in it.

    `handled` counts requests and commits: while it stands still the server is quiet.
    """

    def __init__(self, clock: Clock, handled: Callable[[], int]) -> None:
        self._clock, self._handled = clock, handled
        self._before = gc.get_threshold()
        self._timer: Timer | None = None
        self._sliced = self._rounded = 0.0

    def begin(self) -> None:
        """Freeze the objects of the start, and schedule collections from now on."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        self._sliced = self._rounded = self._clock.now()
        self._look_later()

    def end(self) -> None:
        """Restore the collector's settings of before."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def _look_later(self) -> None:
        self._timer = self._clock.call_later(LOOK_EVERY, self._look)

    def _look(self) -> None:
        now = self._clock.now()
        wait = None
        if now - self._rounded >= ROUND_EVERY:
            wait = QUIET_FOR_ROUND
        elif now - self._sliced >= SLICE_EVERY:
            wait = QUIET
        if wait is None:
            self._look_later()
            return
        before, whole = self._handled(), wait == QUIET_FOR_ROUND

        def look_again() -> None:
            self._decide(whole, self._handled() == before)

        self._timer = self._clock.call_later(wait, look_again)

    def _decide(self, whole: bool, quiet: bool) -> None:
        now = self._clock.now()
        if whole and (quiet or now - self._rounded >= ROUND_AT_LAST):
            self._collect(whole=True)
        elif now - self._sliced >= (SLICE_EVERY if quiet else SLICE_AT_LAST):
            self._collect(whole=False)
        self._look_later()

    def _collect(self, *, whole: bool) -> None:
        began = time.perf_counter()
        if whole:
            gc.unfreeze()
        found = gc.collect()
        gc.freeze()
        took = time.perf_counter() - began
        self._sliced = self._clock.now()
        if whole:
            self._rounded = self._sliced
        tell = log.info if took > WORTH_TELLING else log.debug
        tell("memory.collected", whole=whole, found=found, ms=round(took * 1000))


@contextlib.contextmanager
def collecting(clock: Clock, handled: Callable[[], int]) -> Iterator[None]:
    """Look after this process's garbage collector for as long as the block runs."""
    work = GarbageCollection(clock, handled)
    work.begin()
    try:
        yield
    finally:
        work.end()
