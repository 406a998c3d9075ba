"""The clocks of a battle's seats: how long until somebody else answers for them.

Turn clock: runs from the moment a seat has something to decide until its own answer. Absence clock:
runs while a seat's player has no open connection. Either is off at 0 seconds.
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from protocol.ids import SeatId
from server.battles.records import Sides
from server.runtime import Clock, Timer

Kind = Literal["turn", "absence"]


class Due(NamedTuple):
    """A clock of a seat that has run down."""

    seat: SeatId
    kind: Kind


Running = dict[Due, int]
"""Clocks with the milliseconds left on each; less than none on one that has run down."""


class AllClocks(NamedTuple):
    """What is left on the seats' clocks, and on the sides' (see `records.side_clocks`)."""

    seats: Running
    sides: Sides


class BattleClocks:
    """Running clocks; `wake` is called whenever one has run down."""

    def __init__(self, clock: Clock, turn: int, absence: int, wake: Callable[[], None]) -> None:
        self._clock, self._wake = clock, wake
        self._seconds: dict[Kind, int] = {"turn": turn, "absence": absence}
        self._at: dict[Due, float] = {}
        self._timer: Timer | None = None
        self._held_since: float | None = None

    def running(self) -> dict[Due, int]:
        """Return the milliseconds left on each clock."""
        now = self._clock.now()
        return {due: max(0, round(1000 * (at - now))) for due, at in self._at.items()}

    def go_on_from(self, clocks: Running) -> None:
        """Start clocks that ran elsewhere with their time left; `run_for` stops the unwanted."""
        now = self._clock.now()
        self._at |= {due: now + ms / 1000 for due, ms in clocks.items()}
        self._arm()

    def run_for(self, kind: Kind, seats: Iterable[SeatId]) -> tuple[list[Due], list[Due]]:
        """Run a kind of clock for exactly these seats. Returns those started and those stopped."""
        wanted = {Due(seat, kind) for seat in seats} if self._seconds[kind] else set()
        stopped = [due for due in self._at if due.kind == kind and due not in wanted]
        started = sorted(due for due in wanted if due not in self._at)
        for due in stopped:
            del self._at[due]
        for due in started:
            self._at[due] = self._clock.now() + self._seconds[kind]
        if started or stopped:
            self._arm()
        return started, stopped

    def restart(self, seat: SeatId) -> None:
        """Start the turn clock of a seat that has answered anew, with whatever it has to decide
        next.
        """
        if self._at and self._at.pop(Due(seat, "turn"), None) is not None:
            self._arm()

    def expired(self) -> list[Due]:
        """Return the clocks that have run down. They stay so until they are stopped or
        restarted.
        """
        if not self._at:
            return []  # as in most battles: every move asks
        now = self._clock.now()
        return [due for due, at in self._at.items() if at <= now]

    def hold(self) -> None:
        """Stop all clocks for now, until `go_on`."""
        if self._held_since is None:
            self._held_since = self._clock.now()
        self._arm()

    def go_on(self) -> dict[Due, int]:
        """Let all clocks run again with what they had left at `hold`. Returns the milliseconds."""
        if self._held_since is not None:
            lost = self._clock.now() - self._held_since
            self._at = {due: at + lost for due, at in self._at.items()}
            self._held_since = None
            self._arm()
        return self.running()

    def stop(self) -> None:
        """Stop everything."""
        self._at.clear()
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._held_since is not None:
            return
        now = self._clock.now()
        ahead = [at - now for at in self._at.values() if at > now]
        if ahead:
            self._timer = self._clock.call_later(min(ahead), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._arm()
        self._wake()
