"""One connection as the rooms see it: who it is, and a way to hand it bytes without waiting.

The net layer makes a `Visitor` per connection. `deliver` must neither block nor raise: it puts a
frame into a bounded outbox. Where the outbox overflows, the net layer throws its backlog away and
asks `catch_up` for a fresh start instead.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.codec import Codec
from protocol.codec import msgpack as MSGPACK_CODEC
from protocol.refusals import ByeCode, RefusalCode
from protocol.replies import Bye, Refused, Reply

Deliver = Callable[[bytes], None]
HangUp = Callable[[ByeCode], None]


class Show(Protocol):
    """Something that a visitor looks at: a running battle, or a replay."""

    def leave(self, visitor: "Visitor") -> None:
        """Show it nothing more."""
        ...

    def catch_up(self, visitor: "Visitor") -> bytes | None:
        """A frame that replaces everything shown so far; None if there is none."""
        ...


class Visitor:
    """A connection that has said hello, or is about to. `player` is "" before."""

    def __init__(self, codec: Codec, deliver: Deliver, hang_up: HangUp) -> None:
        self.codec, self.deliver, self.hang_up = codec, deliver, hang_up
        self.player, self.name, self.table = "", "", ""
        self.show: Show | None = None

    def tell(self, reply: Reply) -> None:
        """Send one message."""
        self.deliver(self.codec.encode(reply))

    def refuse(self, ref: int, code: RefusalCode, text: str, rule: str = "") -> None:
        """Say no to one request."""
        self.tell(Refused(ref, code, text, rule))

    def bye(self, code: ByeCode, text: str) -> None:
        """Say why, and have the connection closed."""
        self.tell(Bye(code, text))
        self.hang_up(code)

    def look_at(self, show: Show | None) -> None:
        """Turn to something else, or to nothing."""
        if self.show is not None and self.show is not show:
            self.show.leave(self)
        self.show = show

    def catch_up(self) -> bytes | None:
        """What to send in place of a backlog that was thrown away; None if nothing is shown."""
        return self.show.catch_up(self) if self.show is not None else None


class Frames:
    """One message for many visitors: encoded once per wire format, when somebody needs it."""

    def __init__(self, message: Reply, packed: bytes | None = None) -> None:
        self.message = message
        self._frames: dict[str, bytes] = {}
        if packed is not None:
            self._frames[MSGPACK_CODEC.name] = packed

    def of(self, codec: Codec) -> bytes:
        """The frame in a format."""
        frame = self._frames.get(codec.name)
        if frame is None:
            frame = self._frames[codec.name] = codec.encode(self.message)
        return frame

    def show(self, visitors: Iterable[Visitor]) -> None:
        """Hand it to everybody."""
        for visitor in visitors:
            visitor.deliver(self.of(visitor.codec))
