"""The delay of a table: which commits are held back from its spectators, and until when.

A spectator is a visitor without a seat. Spectators see a battle as it was `seconds` ago, and a
commit of a round only once `rounds` later rounds have begun. A battle that is over has no later
rounds, so only the seconds count then. If both are set, the beginning of a round and the end of the
battle count only once they are `seconds` ago, too: otherwise the commits that become visible would
reveal them too early. What is due depends on the times of the commits alone, so that every process
finds the same, however late it begins to follow.

The table's document changes when a battle begins and ends, so its former contents are kept in it
for the seconds of the delay (see `tables.held_back`). A delay in rounds does not hide that a battle
has begun or ended.
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
"""The field of a state that counts the rounds begun. A game without it shows nothing before its
end.
"""

READ_AT_ONCE = 64
"""Commits that are read in one slice, in some tenths of a millisecond."""

NIL = b"\xc0"
NOTHING = Raw(NIL)


class _Put(Struct, gc=False):
    rounds: Any = None


class _Dated(Struct, array_like=True, tag="c", gc=False):
    """A commit (see `Commit`) of which only the fields are decoded that say when it is due."""

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
        """Return whether it has an opening or a closing: it is its battle's first or last
        commit.
        """
        return bytes(self.pinned) != NIL


_decoder = msgspec.msgpack.Decoder(_Dated)


def _dated(frame: bytes) -> _Dated:
    """Decode a commit as far as its date is concerned. Raises `Unreadable`."""
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Unreadable(str(fault)) from fault


class Delay(NamedTuple):
    """How far spectators are behind, in seconds and in rounds; (0, 0) is not at all."""

    seconds: int = 0
    rounds: int = 0

    @property
    def is_on(self) -> bool:
        """Return whether anything is held back."""
        return bool(self.seconds or self.rounds)


def delay_of(settings: Settings | Opening) -> Delay:
    """Return the delay of a table, or the one with which a battle was begun."""
    return Delay(settings.delay, settings.delay_rounds)


class _Entry(NamedTuple):
    """A commit that is not due: its date (Unix ms), when it came here (clock seconds, -inf if it
    was in the journal before), and its round.
    """

    at: int
    came: float
    round: int
    frame: bytes


class _Turn(NamedTuple):
    """The beginning of a round, or the battle's end, with the times of its commit as in
    `_Entry`.
    """

    at: int
    came: float
    round: int
    is_over: bool


class Timeline:
    """A battle's commits in order. Each is returned by `due` once it is due.

    Commits that were in the journal before are due by their date. For those that come while this
    process follows (`live`) the same time must also have passed here since, as their date may come
    from a wrong clock.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._delay, self._began = Delay(), 0
        self._last_round = 0
        self._round, self._is_over = 0, False  # as spectators see them
        self._entries: deque[_Entry] = deque()
        self._turns: deque[_Turn] = deque()  # those that may not be seen yet
        self.last = 0

    def add(self, frame: bytes, *, live: bool = False) -> None:
        """Add the journal's next commit, with `live` if it came just now. Raises `Unreadable` if it
        cannot be decoded or does not follow the last one.
        """
        commit = _dated(frame)
        if commit.version != self.last + 1:
            raise Unreadable(f"version {commit.version} does not follow {self.last}")
        pinned = commit_in(frame).pinned if commit.pins else None
        if isinstance(pinned, Opening):
            self._delay, self._began = delay_of(pinned), pinned.time
            self._last_round = _rounds(pinned.state)
        begun = commit.put.rounds if isinstance(commit.put.rounds, int) else self._last_round
        is_over = isinstance(pinned, Closing)
        # A commit that was in the journal before is judged by its date alone.
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
        """Return the seconds until a commit may be due; None if no commit becomes due by time
        alone.
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
        """Return the date up to which every commit has been returned, in Unix milliseconds."""
        if self._entries:
            return self._entries[0].at - 1
        return float("inf") if self._is_over or not self._delay.rounds else self._began

    def _is_due(self, entry: _Entry) -> bool:
        due = self._round_is_due(entry.round, self._round, is_over=self._is_over)
        return due and self._is_old(entry)

    def _is_old(self, one: _Entry | _Turn) -> bool:
        seconds = self._delay.seconds
        # By both: if the clock that dated it is behind ours, by its date alone it would be shown
        # too soon.
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
    """Return the seconds until spectators may see the end of a battle that is over, 0 if they may
    now. Raises `Unreadable`.
    """
    pinned = commit_in(frames[0]).pinned if frames else None
    if not isinstance(pinned, Opening):
        return 0.0
    ended = pinned.time + commit_in(frames[-1]).ms
    return max(0.0, (ended - clock.unix_ms()) / 1000 + delay_of(pinned).seconds)


def _rounds(state: Any, otherwise: int = 0) -> int:
    found = state.get(ROUNDS, otherwise) if isinstance(state, dict) else otherwise
    return found if isinstance(found, int) else otherwise
