"""The clocks of sides that play against each other: how long each may still think in this match.

Each side has a budget for the whole match; it runs down while its answer is awaited, and grows by
each turn of its own that ends. What is left stands in every commit, so whoever takes the battle up
goes on from there: nobody loses time to an outage.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from protocol.ids import NO_SEAT, SeatId
from protocol.replies import Opening
from server.runtime import Clock, Timer

Sides = Mapping[SeatId, int]
"""The milliseconds left of each seat."""


def full(opening: Opening) -> dict[SeatId, int]:
    """Return what each seat has at the start; empty where the battle has no side clocks."""
    if not opening.side_clock:
        return {}
    return {one.seat: 1000 * opening.side_clock for one in opening.seats}


class SideClocks:
    """Side clocks that go on from what is `left`; `wake` is called when one has run down.

    `whose_turn(state)` is the seat whose turn it is; a turn of a seat that ends brings the
    opening's increment. Without a budget in the opening nothing ever runs, and they `are_used` by
    nobody: every move asks that.
    """

    def __init__(
        self,
        clock: Clock,
        opening: Opening,
        left: Sides,
        whose_turn: Callable[[Any], str],
        wake: Callable[[], None],
    ) -> None:
        self._clock, self._whose_turn, self._wake = clock, whose_turn, wake
        self._increment = 1000 * opening.increment
        self._left, self.are_used = dict(left), bool(left)
        self._since: dict[SeatId, float] = {}
        self._held: tuple[SeatId, ...] | None = None
        self._timer: Timer | None = None

    def left(self) -> dict[SeatId, int]:
        """Return the milliseconds that each clock shows now, none below 0."""
        return {seat: max(0, ms) for seat, ms in self._now().items()}

    @property
    def running(self) -> tuple[SeatId, ...]:
        """Return the seats whose clocks run."""
        return tuple(sorted(self._since))

    def left_after(self, before: object, after: object) -> dict[SeatId, int]:
        """Return what is left once an answer has led from one state to another."""
        left, had = self.left(), SeatId(self._whose_turn(before))
        if had in left and self._whose_turn(after) != had:
            left[had] += self._increment
        return left

    def settle(self, left: Sides) -> None:
        """Go on from what a commit says; the time that its append took is nobody's."""
        self._left, self.are_used = dict(left), bool(left)
        self._since = dict.fromkeys(self._since, self._clock.now())
        self._arm()

    def run(self, seats: Collection[SeatId]) -> bool:
        """Let exactly the clocks of these seats run. Returns whether that is a change."""
        wanted = tuple(sorted(seat for seat in seats if seat in self._left))
        if self._held is not None:
            self._held = wanted
            return False
        if wanted == self.running:
            return False
        self._left = self._now()
        now = self._clock.now()
        self._since = dict.fromkeys(wanted, now)
        self._arm()
        return True

    def expired(self) -> SeatId:
        """Return the seat whose clock has run down, the first to do so; "" for none."""
        if not self._since:
            return NO_SEAT
        now = self._now()
        late = [seat for seat in self._since if now[seat] <= 0]
        return min(late, key=lambda seat: (now[seat], seat), default=NO_SEAT)

    def hold(self) -> None:
        """Stop all clocks for now, until `go_on`."""
        if self._held is None:
            held = self.running
            self.run(())
            self._held = held

    def go_on(self) -> None:
        """Let the clocks run again that ran at `hold`."""
        if self._held is not None:
            held, self._held = self._held, None
            self.run(held)

    def stop(self) -> None:
        """Stop all clocks for good."""
        self._held = None
        self.run(())

    def _now(self) -> dict[SeatId, int]:
        now = self._clock.now()
        gone = {seat: round(1000 * (now - since)) for seat, since in self._since.items()}
        return {seat: ms - gone.get(seat, 0) for seat, ms in self._left.items()}

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._now()
        ahead = [now[seat] for seat in self._since if now[seat] > 0]
        if ahead:
            self._timer = self._clock.call_later(min(ahead) / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._arm()
        self._wake()
