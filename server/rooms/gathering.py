"""News that may come thick and fast, told at most once in a while."""

from collections.abc import Callable

from server.rooms.clock import Clock, Timer


class Gathered:
    """Calls `tell` at once, and then at most every `seconds`: the last call stands for all."""

    def __init__(self, clock: Clock, seconds: float, tell: Callable[[], None]) -> None:
        self._clock, self._seconds, self._tell = clock, seconds, tell
        self._timer: Timer | None = None
        self._is_due = False

    def call(self) -> None:
        """There is news."""
        if self._timer is not None:
            self._is_due = True
            return
        self._timer = self._clock.call_later(self._seconds, self._ring)
        self._tell()

    def drop(self) -> None:
        """Nobody is left to be told."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._is_due = None, False

    def _ring(self) -> None:
        self._timer = None
        if self._is_due:
            self._is_due = False
            self.call()
