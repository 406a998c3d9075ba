"""Everybody who watches one battle, seats and spectators alike, and how they catch up."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from protocol.codec import Codec
from protocol.codec import msgpack as MSGPACK_CODEC
from protocol.replies import Commit, Reply, Snapshot
from server.players import Frames, Show, Visitor

COMMITS_KEPT = 128  # for visitors who come back: beyond so many a snapshot is the smaller one


class Picture(Protocol):
    """A battle as it is shown now."""

    @property
    def version(self) -> int:
        """Return its last version that may be shown."""
        ...

    def snapshot(self) -> Snapshot:
        """Return the battle at that version."""
        ...


class Audience:
    """The visitors of a battle and its latest commits. Costs one encoding per format and commit."""

    def __init__(self) -> None:
        self.visitors: dict[Visitor, None] = {}
        self.outside: Callable[[Reply], None] | None = None
        self._recent: deque[tuple[int, Frames]] = deque(maxlen=COMMITS_KEPT)
        self._snapshot: tuple[int, Frames] | None = None

    def commit(self, version: int, commit: Commit | None, frame: bytes) -> None:
        """Show a commit that the journal has; None where `frame` is not decoded yet."""
        frames = Frames(commit, frame)
        self._recent.append((version, frames))
        self._snapshot = None
        frames.show(self.visitors)

    @property
    def latest(self) -> bytes | None:
        """Return the entry of the journal that was shown last; None where none was."""
        return self._recent[-1][1].of(MSGPACK_CODEC) if self._recent else None

    def tell(self, reply: Reply) -> None:
        """Show any other message, here and (`outside`) in other processes."""
        Frames(reply).show(self.visitors)
        if self.outside is not None:
            self.outside(reply)

    def join(self, show: Show, visitor: Visitor, after: int, picture: Picture) -> None:
        """Show a visitor the commits after `after`, or a snapshot, and everything from now on."""
        # Also where commits will do: `missed` compares what either takes.
        snapshot = self.snapshot(picture, visitor.codec)
        missed = self.missed(after, picture.version, visitor.codec)
        for frame in [snapshot] if missed is None else missed:
            visitor.answer(frame)
        self.visitors[visitor] = None
        visitor.look_at(show)

    def snapshot(self, picture: Picture, wire: Codec) -> bytes:
        """Return the frame of the battle's snapshot, which is encoded once for each version."""
        if self._snapshot is None or self._snapshot[0] != picture.version:
            self._snapshot = (picture.version, Frames(picture.snapshot()))
        return self._snapshot[1].of(wire)

    def missed(self, after: int, until: int, wire: Codec) -> list[bytes] | None:
        """Return the commits after `after`; None where a snapshot serves better."""
        frames = [frames for version, frames in self._recent if version > after]
        if not 0 < after <= until or len(frames) != until - after:
            return None
        found = [frame.of(wire) for frame in frames]
        assert self._snapshot is not None, "there is a snapshot to compare with"
        few = after == until or sum(map(len, found)) <= len(self._snapshot[1].of(wire))
        return found if few else None
