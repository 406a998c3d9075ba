"""Finished and running battles from their journals, without any rule: folding and keyframes."""

from collections.abc import Generator
from typing import Any

import msgspec

from protocol import codec, replay_file
from protocol.ids import SeatId
from protocol.questions import Question
from protocol.replay_file import EVERY, Keyframe, ReplayFile
from protocol.replies import Closing, Commit, Opening, Snapshot, now_open
from server.battles.records.recovery import Unreadable
from server.battles.records.running_numbers import (
    FormerIds,
    Made,
    former_after,
    highest_after,
    made_by,
)
from server.rules.engine.foresight import whole
from server.rules.engine.patch import fold

FOLDED_AT_ONCE = 8
"""Commits between two pauses: some tenths of a millisecond."""
BYTES_A_MOVE = 200  # of memory, about: a key of two, a tuple and the entry of the dict


class RecordedBattle:
    """A battle's journal that can be looked at after any version.

    `moves` is what running numbers made, by seat and number; `size` about what it takes in memory.
    """

    def __init__(self, frames: list[bytes]) -> None:
        self.frames: list[bytes] = []
        self._keys: dict[int, bytes] = {}
        self._end = 0, b""  # the keyframe of the last version, and which one that is
        self._ms: list[int] = [0]
        self._numbers: dict[SeatId, int] = {}
        self.moves: dict[tuple[SeatId, int], Made] = {}
        self._former: FormerIds = {}
        self.size = 0
        self.closing: Closing | None = None
        if not frames:
            raise Unreadable("the journal is empty")
        first = commit_in(frames[0])
        if not isinstance(first.pinned, Opening):
            raise Unreadable("the journal does not begin with an opening")
        self.opening = msgspec.structs.replace(first.pinned, state=None)
        self._keep(Keyframe(0, first.pinned.state, ()))
        self.add(frames)

    @property
    def last(self) -> int:
        """Return the last version."""
        return len(self.frames)

    def add(self, frames: list[bytes]) -> None:
        """Append the entries that the journal has gained. Raises `Unreadable`."""
        for _ in self.adding(frames):
            pass

    def adding(self, frames: list[bytes]) -> Generator[None, None, None]:
        """Do `add` in slices; nothing else is added before its end. Raises `Unreadable`."""
        state, questions = self.at(self.last)
        for version, frame in enumerate(frames, self.last + 1):
            commit = commit_in(frame)
            questions = _folded(state, questions, commit)
            self.frames.append(frame)
            self.size += len(frame)
            self._ms.append(commit.ms)
            if commit.number:
                seat, made = made_by(commit, self._former)
                highest = self._numbers.get(seat, 0)
                self._numbers[seat] = highest_after(highest, commit.number)
                self.moves[seat, commit.number] = made
                self.size += BYTES_A_MOVE
            self._former = former_after(self._former, commit)
            if isinstance(commit.pinned, Closing):
                self.closing = commit.pinned
            if version % EVERY == 0:
                self._keep(Keyframe(version, state, questions))
            if version % FOLDED_AT_ONCE == 0:
                yield
        self._end = self.last, msgspec.msgpack.encode(Keyframe(self.last, state, questions))

    def at(self, version: int) -> tuple[dict[str, Any], tuple[Question, ...]]:
        """Return the state and the open questions after a version, as fresh objects. Raises
        `Unreadable`. Up to 63 commits are folded, none for the last version.
        """
        return whole(self._reaching(version))

    def _reaching(
        self, version: int
    ) -> Generator[None, None, tuple[dict[str, Any], tuple[Question, ...]]]:
        """Do `at` in slices."""
        key = version - version % EVERY
        kept = self._keys[key]
        if version == self._end[0] and self._end[1]:
            key, kept = self._end
        frame = msgspec.msgpack.decode(kept, type=Keyframe)
        state, questions = frame.state, frame.questions
        for at in range(key, version):
            if at % FOLDED_AT_ONCE == 0:
                yield
            questions = _folded(state, questions, commit_in(self.frames[at]))
        return state, questions

    def ms(self, version: int) -> int:
        """Return when a version was made, in milliseconds since the battle began."""
        return self._ms[version]

    def snapshot(self, version: int) -> Snapshot:
        """Return what somebody sees who looks at the battle after a version; see `at`."""
        return whole(self.showing(version))

    def showing(self, version: int) -> Generator[None, None, Snapshot]:
        """Do `snapshot` in slices. Raises `Unreadable`."""
        state, questions = yield from self._reaching(version)
        over = self.closing is not None and version == self.last
        return Snapshot(
            self.opening.battle,
            version,
            state,
            questions,
            dict(self._numbers) if version == self.last else {},
            self.opening,
            self._ms[version],
            over,
            self.closing if over else None,
        )

    def file(self) -> bytes:
        """Return the battle as a replay file."""
        versions = sorted({*range(EVERY, self.last + 1, EVERY), self.last})
        keyframes = tuple(Keyframe(version, *self.at(version)) for version in versions)
        return replay_file.written(
            ReplayFile(self.opening.battle, self.closing is not None, tuple(self.frames), keyframes)
        )

    def _keep(self, frame: Keyframe) -> None:
        key = self._keys[frame.version] = msgspec.msgpack.encode(frame)
        self.size += len(key)


def commit_in(frame: bytes) -> Commit:
    """Return a journal's entry, decoded afresh. Raises `Unreadable`."""
    try:
        commit = codec.msgpack.reply(frame)
    except codec.Malformed as fault:
        raise Unreadable(str(fault)) from fault
    if not isinstance(commit, Commit):
        raise Unreadable("an entry of the journal is no commit")
    return commit


def readable(frames: list[bytes]) -> list[bytes]:
    """Return the entries of a journal before the first that is damaged or missing."""
    found: list[bytes] = []
    state: dict[str, Any] = {}
    questions: tuple[Question, ...] = ()
    for version, frame in enumerate(frames, 1):
        try:
            commit = commit_in(frame)
            if version == 1:
                if not isinstance(commit.pinned, Opening):
                    break
                state = commit.pinned.state
            if commit.version != version:
                break
            questions = _folded(state, questions, commit)
        except Unreadable:
            break
        found.append(frame)
    return found


def _folded(
    state: dict[str, Any], questions: tuple[Question, ...], commit: Commit
) -> tuple[Question, ...]:
    try:
        fold(state, commit.gone, commit.put)
        return now_open(questions, commit)
    except (KeyError, AttributeError, TypeError) as fault:
        raise Unreadable(f"commit {commit.version} does not fold: {fault}") from fault
