"""How much of the process's time battles may take that answer by themselves.

Bots think on the event loop that also serves people. However many battles have something to answer,
one at a time does, in the order in which they asked, and after each answer the loop is left to
everybody else for as long as that one took. So a request of a person waits for one bot's thinking,
and not for that of a hundred.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from server.rooms.clock import Clock, Timer

PART = 0.5
"""Of the loop's time, what answers that no player gives may take. Half: whoever runs a server for
bots alone loses the other half, and people hardly notice the bots."""


class FairShare:
    """The turns of one process's battles."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._waiting: deque[Turn] = deque()
        self._current: Turn | None = None
        self._free_at = 0.0
        self._timer: Timer | None = None

    def wait(self, turn: "Turn") -> None:
        """Queue for a turn; it is told by the turn's `wake`."""
        if turn is not self._current and turn not in self._waiting:
            self._waiting.append(turn)
            self._go_on()

    def leave(self, turn: "Turn", seconds: float = 0.0) -> None:
        """Want no turn, or have used it for so many seconds."""
        if turn is not self._current:
            if turn in self._waiting:
                self._waiting.remove(turn)
            return
        self._current = None
        self._free_at = self.clock.now() + seconds * (1 / PART - 1)
        self._go_on()

    def is_held_by(self, turn: "Turn") -> bool:
        """Whether it is a battle's turn."""
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
    """One battle's request for a turn to think. `wake` is called when the turn has come."""

    def __init__(self, share: FairShare, wake: Callable[[], None]) -> None:
        self._share, self.wake = share, wake

    @property
    def is_here(self) -> bool:
        """Whether it is this battle's turn: use it or drop it before anything is waited for."""
        return self._share.is_held_by(self)

    def ask(self, is_due: bool) -> None:
        """Queue for it, if there may be something to answer; asking twice is asking once."""
        if is_due:
            self._share.wait(self)

    def drop(self) -> None:
        """Want it no longer, whether it has come or not."""
        self._share.leave(self)

    @contextmanager
    def used(self) -> Iterator[None]:
        """Use it, for as long as the block takes."""
        began = self._share.clock.now()
        try:
            yield
        finally:
            self._share.leave(self, self._share.clock.now() - began)
