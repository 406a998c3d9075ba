"""A throttle: it lets a function be called at most once in a given time."""

from collections.abc import Callable

from server.runtime.clock import Clock, Timer


class Throttle:
    """Calls `tell` at the first `call`, then at most every `seconds`, once for all in between."""

    def __init__(self, clock: Clock, seconds: float, tell: Callable[[], None]) -> None:
        self._clock, self._seconds, self._tell = clock, seconds, tell
        self._timer: Timer | None = None
        self._is_due = False

    def call(self) -> None:
        """Call `tell` now, or once the pause is over."""
        if self._timer is not None:
            self._is_due = True
            return
        self._timer = self._clock.call_later(self._seconds, self._ring)
        self._tell()

    def drop(self) -> None:
        """Cancel a call of `tell` that is due."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._is_due = None, False

    def _ring(self) -> None:
        self._timer = None
        if self._is_due:
            self._is_due = False
            self.call()
