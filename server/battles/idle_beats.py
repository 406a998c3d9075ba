"""The beats that wait for answers in the battles of one process; idle tables drop theirs."""

from server.battles.records import BattleRecord
from server.rules.engine.waiting import WaitingBeats
from server.runtime import Clock, Timer

MOST = 256
"""Beats, some 8 KiB each: 2 MiB. Where more tables play at once, the rest run their beats again."""
IDLE = 20.0
"""Seconds between two looks at the waiting beats. Each look drops the beats that already waited at
the look before, so a beat is dropped 20 to 40 s after its last answer; most answers come sooner.
"""


class IdleBeats:
    """Lets the beats of battles wait for answers, and drops those whose answers are long in
    coming.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._beats = WaitingBeats(MOST, self._look_later)
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self._beats)

    def keep_for(self, record: BattleRecord) -> None:
        """Let a battle's beats wait from now on."""
        record.play.keeper = self._beats

    def drop(self, record: BattleRecord) -> None:
        """Drop the waiting beat of a battle that this process plays no longer, and keep none of its
        later ones.
        """
        record.play.keeper = None
        self._beats.drop(record.play)

    def close(self) -> None:
        """Drop all of them, and look after them no more."""
        self._beats.drop_all()
        if self._timer is not None:
            self._timer.cancel()

    def _look_later(self) -> None:
        if self._timer is None:
            self._timer = self._clock.call_later(IDLE, self._look)

    def _look(self) -> None:
        self._timer = None
        self._beats.drop_idle()
        if len(self._beats):
            self._look_later()
