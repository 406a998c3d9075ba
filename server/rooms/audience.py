"""Everybody who watches one battle, seats and spectators alike, and how they catch up."""

from collections import deque

from protocol import codec
from protocol.codec import Codec
from protocol.replies import Commit, Reply, Snapshot
from server.rooms.visitor import Frames, Visitor

COMMITS_KEPT = 128


class Audience:
    """The visitors of a battle and its latest commits. Costs one encoding per format and commit."""

    def __init__(self) -> None:
        self.visitors: dict[Visitor, None] = {}
        self._recent: deque[tuple[int, Frames]] = deque(maxlen=COMMITS_KEPT)
        self._snapshot: tuple[int, Frames] | None = None

    def commit(self, commit: Commit, frame: bytes) -> None:
        """Show a commit that the journal has."""
        frames = Frames(commit, frame)
        self._recent.append((commit.version, frames))
        self._snapshot = None
        frames.show(self.visitors)

    def tell(self, reply: Reply) -> None:
        """Show any other message."""
        Frames(reply).show(self.visitors)

    def has_snapshot(self, version: int) -> bool:
        """Whether the snapshot of that version is at hand."""
        return self._snapshot is not None and self._snapshot[0] == version

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot for whoever comes until the next commit."""
        self._snapshot = (snapshot.version, Frames(snapshot))

    def snapshot(self, wire: Codec) -> bytes:
        """The snapshot's frame."""
        assert self._snapshot is not None, "a snapshot has been kept"
        return self._snapshot[1].of(wire)

    def missed(self, after: int, until: int, wire: Codec) -> list[bytes] | None:
        """The commits that somebody who holds `after` lacks; None if a snapshot serves better."""
        frames = [frames for version, frames in self._recent if version > after]
        if not 0 < after <= until or len(frames) != until - after:
            return None
        found = [frame.of(wire) for frame in frames]
        few = after == until or sum(map(len, found)) <= len(self.snapshot(wire))
        return found if few else None


def packed(frame: bytes) -> Commit:
    """A journal's entry as a message, to be shown in another format."""
    commit = codec.msgpack.reply(frame)
    assert isinstance(commit, Commit), "a journal holds commits"
    return commit
