"""Keeps a suspended beat in memory until its answer comes, so that it need not run again.

A beat that asks is left, and run again from its start over its log once the answer is there. That
is how every battle can go on, after a crash as after an undo, and it is never given up. But mostly
the answer comes to the process that asked, and then nothing speaks against going on in the midst
of the rule, as verification does (`replay.rerun`). So the beat runs in a greenlet, with a stack of
its own, and is kept beside the log: some 8 KiB for a Jailbreak.

What is kept is a cache and no memory: it may be dropped at any time, and it goes on only from the
very log that it was left with. An undo, a draft that was dropped and a beat begun anew have another
one; then the beat is run again, and comes out where the one that was kept would have.
"""

from collections.abc import Callable, Sequence

from greenlet import getcurrent, greenlet
from msgspec import Struct


def begun(beats: Callable[[bool], bool]) -> greenlet:
    """Return a greenlet that runs the function `beats`, which may call `wait`. Each switch to it
    returns True when it waits, and what the function returned when it has ended.
    """
    return greenlet(beats)


def wait() -> None:
    """Wait within beats that were `begun`, until they are switched to again. Raises GreenletExit, a
    BaseException, where they never are.
    """
    home = getcurrent().parent
    assert home is not None, "the rules run in a greenlet of their own"
    home.switch(True)


def _nobody() -> None:
    pass


class _Kept(Struct, frozen=True):
    beats: greenlet
    log: object
    length: int
    round: int


class WaitingBeats:
    """The beats that wait, at most `most` of them: the one that has waited longest is dropped.
    `on_first` is called when one is kept and there was none.

    They hold what they play in memory, and the collector does not look into them: whoever ends a
    game early calls `drop`.
    """

    def __init__(self, most: int, on_first: Callable[[], None] = _nobody) -> None:
        self._most, self._on_first, self._round = most, on_first, 0
        self._kept: dict[object, _Kept] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, play: object, beats: greenlet, log: Sequence[object]) -> None:
        """Keep the beats of a play that wait at the end of `log`."""
        if beats.dead:
            return  # left, as they wait for another game's outcome
        if not self._kept:
            self._on_first()
        self._kept[play] = _Kept(beats, log, len(log), self._round)
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    def taken(self, play: object, log: object, length: int) -> greenlet | None:
        """Return the beats of a play that wait at the end of a log of that length, and keep them no
        longer; None, and what was kept is dropped, where they wait elsewhere or there are none.
        """
        kept = self._kept.pop(play, None)
        if kept is None or kept.log is not log or kept.length != length:
            return None
        # A greenlet goes on only where it began: in another thread the beat is run again.
        return kept.beats if kept.beats.parent is getcurrent() else None

    def drop(self, play: object) -> None:
        """Drop what is kept of a play."""
        self._kept.pop(play, None)

    def drop_all(self) -> None:
        """Drop everything."""
        self._kept.clear()

    def drop_idle(self) -> None:
        """Drop what has waited since the last call."""
        for play in [play for play, kept in self._kept.items() if kept.round < self._round]:
            del self._kept[play]
        self._round += 1
