"""Everybody who watches one battle, seats and spectators alike, and how they catch up."""

from collections.abc import Callable
from typing import Protocol

from protocol.codec import Codec, Past
from protocol.codec import msgpack as MSGPACK_CODEC
from protocol.replies import Commit, Reply, Snapshot
from server.players import Frames, Show, Visitor

COMMITS_KEPT = 128  # for visitors who come back: beyond so many a snapshot is the smaller one


class Picture(Protocol):
    """What the audience needs of a battle: its latest public version and a snapshot of it."""

    @property
    def version(self) -> int:
        """Return the number of the latest version that the journal has."""
        ...

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the battle at `version`."""
        ...


class Audience:
    """The visitors of a battle and its latest commits. Each commit is encoded once per format.

    Commits are deflated for those whose format says so (`protocol.codec.deflated`). The past that
    this takes begins with the first of them; whoever joins later is told it.
    """

    def __init__(self) -> None:
        self.visitors: dict[Visitor, None] = {}
        self.outside: Callable[[Reply], None] | None = None
        self._recent: list[tuple[int, Frames]] = []
        self._snapshot: tuple[int, Frames] | None = None
        self._pasts: dict[Codec, Past] = {}

    def commit(self, version: int, commit: Commit | None, frame: bytes) -> None:
        """Send a commit that the journal has to all visitors.

        `frame` is its encoded entry; `commit` may be None where nobody has decoded that yet.
        """
        frames = Frames(commit, frame)
        self._recent.append((version, frames))
        del self._recent[:-COMMITS_KEPT]
        self._snapshot = None
        frames.show(self.visitors, self._pasts)
        if self._pasts:
            for wire, past in self._pasts.items():
                past.add(frames.of(wire))

    @property
    def latest(self) -> bytes | None:
        """Return the latest journal entry that was shown, encoded; None if none was."""
        return self._recent[-1][1].of(MSGPACK_CODEC) if self._recent else None

    def tell(self, reply: Reply) -> None:
        """Send any other message to all visitors, and through `outside` to other processes."""
        Frames(reply).show(self.visitors)
        if self.outside is not None:
            self.outside(reply)

    def join(self, show: Show, visitor: Visitor, after: int, picture: Picture) -> None:
        """Send a visitor the commits after version `after`, or a snapshot, then all later ones."""
        # Also where commits will do: `missed` compares what either takes.
        snapshot = self.snapshot(picture, visitor.codec)
        missed = self.missed(after, picture.version, visitor.codec)
        for frame in [*([snapshot] if missed is None else missed), *self._past(visitor.codec)]:
            visitor.answer(frame)
        self.visitors[visitor] = None
        visitor.look_at(show)

    def leave(self, visitor: Visitor) -> None:
        """Stop showing the battle to a visitor. A past that nobody needs any more is dropped."""
        self.visitors.pop(visitor, None)
        wire = visitor.codec
        if wire in self._pasts and not any(other.codec is wire for other in self.visitors):
            del self._pasts[wire]

    def afresh(self, picture: Picture, visitor: Visitor) -> list[bytes]:
        """Return the frames that replace all that a visitor was shown of the battle."""
        return [self.snapshot(picture, visitor.codec), *self._past(visitor.codec)]

    def _past(self, wire: Codec) -> list[bytes]:
        return [self._pasts.setdefault(wire, Past()).told] if wire.deflates else []

    def snapshot(self, picture: Picture, wire: Codec) -> bytes:
        """Return the encoded snapshot of the current version. It is encoded once per version."""
        if self._snapshot is None or self._snapshot[0] != picture.version:
            self._snapshot = (picture.version, Frames(picture.snapshot()))
        return self._snapshot[1].of(wire)

    def missed(self, after: int, until: int, wire: Codec) -> list[bytes] | None:
        """Return the encoded commits after `after`, or None where a snapshot is smaller."""
        frames = [frames for version, frames in self._recent if version > after]
        if not 0 < after <= until or len(frames) != until - after:
            return None
        found = [frame.of(wire) for frame in frames]
        assert self._snapshot is not None, "there is a snapshot to compare with"
        few = after == until or sum(map(len, found)) <= len(self._snapshot[1].of(wire))
        return found if few else None
