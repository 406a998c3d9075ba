"""Limits the share of the event loop's time that bots and default answers may take.

Bots compute on the event loop that also serves people. However many battles have something to
answer, one at a time does, in the order in which they asked, and after each answer the loop is left
to all other work for as long as that one took. So a person's request waits for at most one bot, not
for a hundred.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from server.runtime.clock import Clock, Timer

PART = 0.5
"""The fraction of the loop's time for answers that no player gives. With a half, people hardly
notice the bots; a server with bots alone is idle for the other half."""


class FairShare:
    """The queue of one process's battles for a turn."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._waiting: deque[Turn] = deque()
        self._current: Turn | None = None
        self._free_at = 0.0
        self._timer: Timer | None = None

    def wait(self, turn: "Turn") -> None:
        """Queue for a turn; the turn's `wake` is called when it has come."""
        if turn is not self._current and turn not in self._waiting:
            self._waiting.append(turn)
            self._go_on()

    def leave(self, turn: "Turn", seconds: float = 0.0) -> None:
        """Leave the queue, or end the turn after `seconds` of use."""
        if turn is not self._current:
            if turn in self._waiting:
                self._waiting.remove(turn)
            return
        self._current = None
        self._free_at = self.clock.now() + seconds * (1 / PART - 1)
        self._go_on()

    def is_held_by(self, turn: "Turn") -> bool:
        """Return whether it is this battle's turn."""
        return turn is self._current

    def _go_on(self) -> None:
        if self._current is not None or not self._waiting or self._timer is not None:
            return
        early = self._free_at - self.clock.now()
        if early > 0:
            self._timer = self.clock.call_later(early, self._ring)
            return
        self._current = self._waiting.popleft()
        self._current.wake()

    def _ring(self) -> None:
        self._timer = None
        self._go_on()


class Turn:
    """One battle's request for a turn. `wake` is called when the turn has come; `is_asked` says
    that it is queued or has come.
    """

    def __init__(self, share: FairShare, wake: Callable[[], None]) -> None:
        self._share, self.wake = share, wake
        self.is_asked = False

    @property
    def is_here(self) -> bool:
        """Return whether it is this battle's turn. The caller uses or drops it before it awaits
        anything: all other battles wait meanwhile.
        """
        return self._share.is_held_by(self)

    def ask(self, is_due: bool) -> None:
        """Queue for a turn if `is_due`; does nothing if it is queued already."""
        if is_due:
            self.is_asked = True
            self._share.wait(self)

    def drop(self) -> None:
        """Leave the queue, or give the turn up unused."""
        if self.is_asked:
            self.is_asked = False
            self._share.leave(self)

    @contextmanager
    def used(self) -> Iterator[None]:
        """Use the turn for the block; the time that this takes is then left to everybody else."""
        began = self._share.clock.now()
        try:
            yield
        finally:
            self.is_asked = False
            self._share.leave(self, self._share.clock.now() - began)
