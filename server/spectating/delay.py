"""What a table with a delay holds back from its spectators, and until when: pure, but for no clock.

A spectator is whoever holds no seat. They see a battle as it stood `seconds` ago, and no version of
a round before `rounds` later ones have begun; a battle that is over has no later rounds, so then
only the seconds count. Where both are set, a round has begun and a battle has ended for them when
that is `seconds` ago, too: else what comes free would tell of it ahead of time. What is due hangs
on the commits' own times alone: every process comes to the same answer, however late it begins to
look.

The table's document changes when a battle begins and ends, so what it said before is kept in it for
the seconds of the delay (see `tables.held_back`). Rounds do not hide that a battle has begun or has
ended.
"""

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from protocol.replies import Closing, Opening
from protocol.tables import Settings
from server.battles import Unreadable, commit_in
from server.rules.engine.foresight import whole
from server.runtime import Clock

ROUNDS = "rounds"
"""Where a state counts the rounds that have begun; a game without it has none before its end."""

READ_AT_ONCE = 64
"""Commits in a slice, which takes some tenths of a millisecond."""

NIL = b"\xc0"
NOTHING = Raw(NIL)


class _Put(Struct, gc=False):
    rounds: Any = None


class _Dated(Struct, array_like=True, tag="c", gc=False):
    """A commit of which nothing is built but what tells when it is due; see `Commit`."""

    version: int
    events: Raw
    gone: Raw
    put: _Put
    asked: Raw
    again: Raw = NOTHING
    number: int = 0
    ms: int = 0
    pinned: Raw = NOTHING

    @property
    def pins(self) -> bool:
        """Return whether it is the first or the last one of its battle."""
        return bytes(self.pinned) != NIL


_decoder = msgspec.msgpack.Decoder(_Dated)


def _dated(frame: bytes) -> _Dated:
    """Raises `Unreadable`."""
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Unreadable(str(fault)) from fault


class Delay(NamedTuple):
    """How far spectators are behind; all zero is not at all."""

    seconds: int = 0
    rounds: int = 0

    @property
    def is_on(self) -> bool:
        """Return whether anything is held back."""
        return bool(self.seconds or self.rounds)


def delay_of(settings: Settings | Opening) -> Delay:
    """Return the delay of a table, or that with which a battle was begun."""
    return Delay(settings.delay, settings.delay_rounds)


class _Entry(NamedTuple):
    """A commit that is not due: when it was made (Unix ms) and came here, and in which round."""

    at: int
    came: float
    round: int
    frame: bytes


class _Turn(NamedTuple):
    """A round that begins, or the battle's end, with the times of its commit as above."""

    at: int
    came: float
    round: int
    is_over: bool


class Timeline:
    """A battle's commits in their order, each given away once it is due.

    `clock` decides what is due: by its date for what the journal held before, and for what comes
    while we listen (`add`'s `live`) also by the time that has passed here, whatever the date says.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._delay, self._began = Delay(), 0
        self._last_round, self._round, self._is_over = 0, 0, False  # the latter two: as it is seen
        self._entries: deque[_Entry] = deque()
        self._turns: deque[_Turn] = deque()  # those that may not be seen yet
        self.last = 0

    def add(self, frame: bytes, *, live: bool = False) -> None:
        """Add the journal's next commit; `live` if it came just now. Raises `Unreadable`."""
        commit = _dated(frame)
        if commit.version != self.last + 1:
            raise Unreadable(f"version {commit.version} does not follow {self.last}")
        pinned = commit_in(frame).pinned if commit.pins else None
        if isinstance(pinned, Opening):
            self._delay, self._began = delay_of(pinned), pinned.time
            self._last_round = _rounds(pinned.state)
        begun = commit.put.rounds if isinstance(commit.put.rounds, int) else self._last_round
        is_over = isinstance(pinned, Closing)
        # What the journal held before we listened is judged by its date alone.
        came = self._clock.now() if live else float("-inf")
        at = self._began + commit.ms
        if begun != self._last_round or is_over or not self.last:
            self._turns.append(_Turn(at, came, begun, is_over))
        self._last_round = begun
        self._entries.append(_Entry(at, came, begun, frame))
        self.last = commit.version

    def adding(self, frames: Iterable[bytes]) -> Generator[None, None, None]:
        """Add the journal's next commits, in slices. Raises `Unreadable`."""
        for frame in frames:
            self.add(frame)
            if self.last % READ_AT_ONCE == 0:
                yield

    def due(self, most: int | None = None) -> list[bytes]:
        """Return the commits that became due since the last call, at most `most`."""
        while self._turns and self._is_old(self._turns[0]):
            _, _, self._round, self._is_over = self._turns.popleft()
        found: list[bytes] = []
        while len(found) != most and self._entries and self._is_due(self._entries[0]):
            found.append(self._entries.popleft().frame)
        return found

    def wait(self) -> float | None:
        """Return the seconds until something may be due; None where time alone makes
        nothing due.
        """
        if not self._entries:
            return None
        first = self._entries[0]
        if self._round_is_due(first.round, self._round, is_over=self._is_over):
            return self._until_old(first)
        for turn in self._turns:
            if self._round_is_due(first.round, turn.round, is_over=turn.is_over):
                return max(self._until_old(first), self._until_old(turn))
        return None

    @property
    def shown_until(self) -> float:
        """Return the date up to which everything has been given away, in Unix milliseconds."""
        if self._entries:
            return self._entries[0].at - 1
        return float("inf") if self._is_over or not self._delay.rounds else self._began

    def _is_due(self, entry: _Entry) -> bool:
        due = self._round_is_due(entry.round, self._round, is_over=self._is_over)
        return due and self._is_old(entry)

    def _is_old(self, one: _Entry | _Turn) -> bool:
        seconds = self._delay.seconds
        # By both, as the clock that dated it may be behind ours: by its date alone it would be
        # shown too soon.
        by_date = self._clock.unix_ms() >= one.at + 1000 * seconds
        return by_date and self._clock.now() >= one.came + seconds

    def _until_old(self, one: _Entry | _Turn) -> float:
        by_date = (one.at - self._clock.unix_ms()) / 1000
        return max(0.0, max(by_date, one.came - self._clock.now()) + self._delay.seconds)

    def _round_is_due(self, of: int, now: int, *, is_over: bool) -> bool:
        rounds = self._delay.rounds
        return not rounds or is_over or now >= of + rounds


def has_delay(frames: Sequence[bytes]) -> bool:
    """Return whether a battle was begun with a delay. Raises `Unreadable`."""
    pinned = commit_in(frames[0]).pinned if frames else None
    return isinstance(pinned, Opening) and delay_of(pinned).is_on


def shown(frames: list[bytes], clock: Clock) -> list[bytes]:
    """Return the commits of a battle that spectators may see now. Raises `Unreadable`."""
    return whole(timeline_of(frames, clock)).due() if has_delay(frames) else frames


def timeline_of(frames: list[bytes], clock: Clock) -> Generator[None, None, Timeline]:
    """Return the timeline of a journal, built in slices. Raises `Unreadable`."""
    timeline = Timeline(clock)
    yield from timeline.adding(frames)
    return timeline


def held_for(frames: Sequence[bytes], clock: Clock) -> float:
    """Return the seconds until spectators may have seen the end of a battle that is over, 0 where
    they may now. Raises `Unreadable`.
    """
    pinned = commit_in(frames[0]).pinned if frames else None
    if not isinstance(pinned, Opening):
        return 0.0
    ended = pinned.time + commit_in(frames[-1]).ms
    return max(0.0, (ended - clock.unix_ms()) / 1000 + delay_of(pinned).seconds)


def _rounds(state: Any, otherwise: int = 0) -> int:
    found = state.get(ROUNDS, otherwise) if isinstance(state, dict) else otherwise
    return found if isinstance(found, int) else otherwise
