"""One connection as the rooms see it: who it is, and ways to hand it bytes without waiting.

The net layer makes a `Visitor` per connection and gives it two ways out, which neither block nor
raise:

- `deliver` for news. They may be dropped where the peer is behind; the net layer then asks
  `catch_up` for what replaces everything dropped.
- `reply` for the answer to the connection's own request, which nothing can replace.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.codec import Codec
from protocol.codec import msgpack as MSGPACK_CODEC
from protocol.refusals import ByeCode, RefusalCode
from protocol.replies import Bye, Refused, Reply
from protocol.tables import TableState

Send = Callable[[bytes], None]
HangUp = Callable[[ByeCode], None]


class Show(Protocol):
    """Something that a visitor looks at: a running battle, or a replay."""

    def leave(self, visitor: "Visitor") -> None:
        """Show it nothing more."""
        ...

    def catch_up(self, visitor: "Visitor") -> list[bytes]:
        """Frames that replace everything shown so far."""
        ...


class Place(Protocol):
    """Where a visitor is: a table."""

    @property
    def id(self) -> str:
        """The table's id."""
        ...

    def state(self, visitor: "Visitor | None" = None) -> TableState:
        """The table as a visitor there sees it."""
        ...

    def is_seated(self, player: str) -> bool:
        """Whether somebody holds a seat there."""
        ...


class Visitor:
    """A connection. `player` is "" before it has said hello.

    `address` is where it comes from, `proof` what an identity provider says of it, "" for nothing;
    `trace` names the trace of the request that it makes, if there is one.
    """

    def __init__(self, codec: Codec, deliver: Send, reply: Send, hang_up: HangUp) -> None:
        self.codec, self.deliver, self._reply, self._hang_up = codec, deliver, reply, hang_up
        self.player, self.name = "", ""
        self.address, self.proof = "", ""
        self.trace = ""
        self.place: Place | None = None
        self.seen = ""  # the battle that was watched last, on or over
        self._show: Show | None = None

    def tell(self, message: Reply) -> None:
        """Answer with one message."""
        self._reply(self.codec.encode(message))

    def answer(self, frame: bytes) -> None:
        """Answer with a message that is encoded already."""
        self._reply(frame)

    def refuse(self, ref: int, code: RefusalCode, text: str, rule: str = "") -> None:
        """Say no to one request."""
        self.tell(Refused(ref, code, text, rule))

    def spend(self, tokens: float) -> None:
        """What it asked for was so much work, beyond the request's own cost (see `effort`)."""

    def bye(self, code: ByeCode, text: str) -> None:
        """Say why, and have the connection closed."""
        self.tell(Bye(code, text))
        self._hang_up(code)

    def end(self) -> None:
        """The connection is gone: nobody hears what is still told here.

        The ways out hold the connection, which holds the visitor; without them each is freed as
        soon as it is used no more.
        """
        self.deliver = self._reply = self._hang_up = _unheard

    @property
    def show(self) -> Show | None:
        """What the visitor looks at."""
        return self._show

    def look_at(self, show: Show | None) -> None:
        """Turn to something else, or to nothing."""
        if self._show is not None and self._show is not show:
            self._show.leave(self)
        self._show = show

    def turn_to(self, show: Show) -> None:
        """Look at what goes on with the audience of before: the visitor is in it already."""
        self._show = show

    def catch_up(self) -> list[bytes]:
        """Frames that replace all the news so far: the table, and what is being shown."""
        table = [self.codec.encode(self.place.state(self))] if self.place is not None else []
        return table + (self._show.catch_up(self) if self._show is not None else [])


def _unheard(_: object) -> None:
    """Nobody is there."""


class Frames:
    """One message for many visitors: encoded once per wire format, when somebody needs it.

    Without `message` it is what `packed`, its MessagePack frame, says.
    """

    def __init__(self, message: Reply | None, packed: bytes | None = None) -> None:
        assert message is not None or packed is not None, "there is a message"
        self._message, self._packed = message, packed
        self._frames: dict[Codec, bytes] = {}
        if packed is not None:
            self._frames[MSGPACK_CODEC] = packed

    @property
    def message(self) -> Reply:
        """The message itself."""
        if self._message is None:
            assert self._packed is not None
            self._message = MSGPACK_CODEC.reply(self._packed)
        return self._message

    def of(self, codec: Codec) -> bytes:
        """The frame in a format."""
        frame = self._frames.get(codec)
        if frame is None:
            frame = self._frames[codec] = codec.encode(self.message)
        return frame

    def show(self, visitors: Iterable[Visitor]) -> None:
        """Hand it to everybody."""
        frames = self._frames
        for visitor in visitors:
            frame = frames.get(visitor.codec)
            visitor.deliver(self.of(visitor.codec) if frame is None else frame)
