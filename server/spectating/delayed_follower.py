"""A battle as spectators see it at a table with a delay. It is followed from its journal in every
process, also in the one that plays it, and each commit is shown once it is due.
"""

from typing import Self

import structlog

from protocol.ids import BattleId, SeatId
from protocol.replies import Commit, SideClocks
from server.battles import Unreadable
from server.players import DATED, Pay, Visitor, free
from server.runtime import Timer
from server.spectating.delay import Timeline
from server.spectating.follower import Follower, FollowerSurroundings

SHOWN_AT_ONCE = 32
"""Commits that are shown before the loop runs other tasks: about a millisecond."""

log = structlog.get_logger(__name__)


class DelayedFollower(Follower):
    """A battle and its spectators here. They see nothing of it until its first commit is due.

    Clocks that run, votes, standing answers and pauses are not sent to them, as these are not
    delayed. What sides have left for the match stands in the commits, and is sent as it stood when
    the last commit that is due was made.
    """

    def __init__(self, battle: BattleId, around: FollowerSurroundings) -> None:
        super().__init__(battle, around)
        self._timeline = Timeline(around.clock)
        self._is_live = False
        self._timer: Timer | None = None
        self._left: dict[SeatId, int] = {}

    @classmethod
    async def begin(cls, battle: BattleId, around: FollowerSurroundings, pay: Pay = free) -> Self:
        """See `Follower`. Raises `Refusal`, `Unreadable`, StoreError."""
        pay(DATED)
        return await super().begin(battle, around, pay)

    @property
    def heard(self) -> int:
        """Return the last version that has been read here, due or not."""
        return self._timeline.last

    @property
    def shown_until(self) -> float:
        """Return the date up to which everything has been shown, in Unix milliseconds."""
        return self._timeline.shown_until

    def watch(self, visitor: Visitor, after: int = 0) -> None:
        """Show the battle to a visitor, now or once its first commit is due."""
        if self.version:
            self.audience.join(self, visitor, after if after <= self.version else 0, self)
            self._tell_clocks(visitor)
        else:
            self.audience.visitors[visitor] = None
            visitor.look_at(self)

    def catch_up(self, visitor: Visitor) -> list[bytes]:
        """Return a snapshot in place of commits that a slow visitor missed."""
        return super().catch_up(visitor) if self.version else []

    def close(self) -> None:
        """Stop following, and cancel the timer."""
        super().close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _listen(self) -> None:
        self._is_live = True
        super()._listen()
        self._show()

    def _arrive(self, entry: bytes) -> None:
        self._timeline.add(entry, live=self._is_live)
        if self._is_live:
            self._show()
        else:
            self._fold_due()

    def _show(self) -> None:
        """Show what has become due, and set a timer for what is due next."""
        self._fold_due()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wait = None if self.over else self._timeline.wait()
        if wait is not None:
            self._timer = self._around.clock.call_later(wait, self._ring)

    def _fold_due(self) -> None:
        """Show the commits that are due, at most `SHOWN_AT_ONCE`. The caller's timer shows the
        rest.
        """
        for entry in self._timeline.due(SHOWN_AT_ONCE):
            is_first = not self.version
            commit = self._fold(entry)
            if is_first:
                self._begin()
            else:
                self.audience.commit(commit.version, None, entry)
            self._around.on_commit(commit)

    def _ring(self) -> None:
        self._timer = None
        try:
            self._show()
        except Unreadable as fault:
            log.error("battle.not_followed", battle=self.battle, error=str(fault))

    def _begin(self) -> None:
        """Send a snapshot to the visitors who have waited for the first version."""
        for visitor in self.audience.visitors:
            for frame in self.audience.afresh(self, visitor):
                visitor.answer(frame)
            self._tell_clocks(visitor)

    def _fold(self, entry: bytes) -> Commit:
        commit = super()._fold(entry)
        self._left = commit.left
        return commit

    def _tell_clocks(self, visitor: Visitor) -> None:
        """Tell what sides have left, where they have clocks: a snapshot does not say it."""
        if self._left and not self.over:
            visitor.tell(SideClocks(self.battle, self._left))
