"""One connection as the service sees it: who it is, and how to send it bytes without waiting.

The net layer makes a `Visitor` per connection and gives it two functions, which neither block nor
raise:

- `deliver` for news, wrapped by the visitor's `wrapping`. The net layer may drop them for a slow
  peer; it then sends what `catch_up` returns, which replaces everything dropped.
- `reply` for the answer to the connection's own request, which is never dropped.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from protocol.codec import CODECS, Codec, Past
from protocol.codec import msgpack as MSGPACK_CODEC
from protocol.ids import NO_BATTLE, NO_PLAYER, PlayerId, TableId
from protocol.refusals import ByeCode, RefusalCode
from protocol.replies import Bye, Refused, Reply
from protocol.tables import TableState

NO_PASTS: Mapping[Codec, Past] = {}
Send = Callable[[bytes], None]
Deliver = Callable[[bytes], object]
"""Sends wrapped news; returns something true where it did not."""
HangUp = Callable[[ByeCode], None]


class Show(Protocol):
    """Something that a visitor watches: a running battle or a replay."""

    def leave(self, visitor: "Visitor") -> None:
        """Stop showing this to a visitor."""
        ...

    def catch_up(self, visitor: "Visitor") -> list[bytes]:
        """Return frames that replace everything shown so far."""
        ...


class Place(Protocol):
    """The table where a visitor is. `seating` is another object once somebody else may hold a
    seat there.
    """

    seating: object

    @property
    def id(self) -> TableId:
        """Return the table's id."""
        ...

    def state(self, visitor: "Visitor | None" = None) -> TableState:
        """Return the table's state as a visitor there may see it, None for as players do."""
        ...

    def is_seated(self, player: PlayerId) -> bool:
        """Return whether a player holds a seat there."""
        ...


class Wrapping:
    """How payloads of one format go out: as they are, unless the net layer says otherwise. One is
    shared by many visitors, so that news for all of them are wrapped once.
    """

    def __init__(self, codec: Codec) -> None:
        self.codec = codec

    def wrapped(self, payload: bytes) -> bytes:
        """Return what is written for a payload."""
        return payload

    def count(self, wrapped: bytes, times: int) -> None:
        """Note that something wrapped was delivered to so many."""


_UNWRAPPED = {codec: Wrapping(codec) for codec in CODECS.values()}


class Visitor:
    """A connection. `player` is "" until it has said hello.

    `address` is where it comes from, `proof` what an identity provider has signed for it ("" for
    nothing), `trace` the id of its present request's trace, if there is one.
    """

    __slots__ = (
        *("__weakref__", "address", "codec", "deliver", "name", "place", "player", "proof"),
        *("seen", "show", "trace", "wrapping", "_hang_up", "_reply"),
    )

    def __init__(self, codec: Codec, deliver: Deliver, reply: Send, hang_up: HangUp) -> None:
        self.codec, self.deliver, self._reply, self._hang_up = codec, deliver, reply, hang_up
        self.wrapping = _UNWRAPPED[codec]
        self.player, self.name = NO_PLAYER, ""
        self.address, self.proof = "", ""
        self.trace = ""
        self.place: Place | None = None
        self.seen = NO_BATTLE  # the battle that was watched last, on or over
        self.show: Show | None = None  # what it watches; changed by `look_at` and `turn_to` alone

    def tell(self, message: Reply) -> None:
        """Send a message as a reply, which is never dropped."""
        self._reply(self.codec.encode(message))

    def answer(self, frame: bytes) -> None:
        """Send a frame, encoded in the visitor's own wire format, as a reply."""
        self._reply(frame)

    def news(self, payload: bytes) -> None:
        """Send news for this visitor alone, encoded in its wire format."""
        wrapped = self.wrapping.wrapped(payload)
        if not self.deliver(wrapped):
            self.wrapping.count(wrapped, 1)

    def refuse(self, ref: int, code: RefusalCode, text: str, rule: str = "") -> None:
        """Refuse the request with the number `ref`."""
        self.tell(Refused(ref, code, text, rule))

    def spend(self, tokens: float) -> None:
        """Charge tokens for work beyond the request's own price (see `effort`). This base class
        charges nothing; the net layer's visitors override it.
        """

    def bye(self, code: ByeCode, text: str) -> None:
        """Send the reason, and close the connection."""
        self.tell(Bye(code, text))
        self._hang_up(code)

    def end(self) -> None:
        """Drop whatever is sent from now on, as the connection is gone.

        The functions hold the connection, which holds the visitor; with this circle broken each is
        freed at once, without the garbage collector.
        """
        self.deliver, self._reply, self._hang_up = _undelivered, _unheard, _unheard

    def look_at(self, show: Show | None) -> None:
        """Watch something else, or nothing, and leave what was watched before."""
        if self.show is not None and self.show is not show:
            self.show.leave(self)
        self.show = show

    def turn_to(self, show: Show) -> None:
        """Watch what has taken over the audience of what was watched before; the visitor is in that
        audience already.
        """
        self.show = show

    def catch_up(self) -> list[bytes]:
        """Return frames that replace all news so far: the table's state, and whatever is
        watched.
        """
        table = [self.codec.encode(self.place.state(self))] if self.place is not None else []
        return table + (self.show.catch_up(self) if self.show is not None else [])


def _unheard(_: object) -> None:
    """Drop what is sent to a connection that is gone."""


def _undelivered(_: object) -> bool:
    """Drop a frame whose connection is closed. Returns True: nothing was sent."""
    return True


class Frames:
    """One message for many visitors, encoded once per wire format when first needed.

    Give `message`, or its MessagePack frame `packed`, or both.
    """

    # A battle keeps its latest commits as these, and nearly all in the one format.
    __slots__ = ("_message", "_others", "_packed")

    def __init__(self, message: Reply | None, packed: bytes | None = None) -> None:
        assert message is not None or packed is not None, "there is a message"
        self._message, self._packed = message, packed
        self._others: dict[Codec, bytes] | None = None

    @property
    def message(self) -> Reply:
        """Return the message, decoded from `packed` if necessary."""
        if self._message is None:
            assert self._packed is not None
            self._message = MSGPACK_CODEC.reply(self._packed)
        return self._message

    def of(self, codec: Codec) -> bytes:
        """Return the message's frame in a wire format, whole."""
        codec = codec.whole
        if codec is MSGPACK_CODEC:
            if self._packed is None:
                self._packed = codec.encode(self.message)
                self._message = None  # had back from there; it is larger
            return self._packed
        if self._others is None:
            self._others = {}
        frame = self._others.get(codec)
        if frame is None:
            frame = self._others[codec] = codec.encode(self.message)
        return frame

    def show(self, visitors: Iterable[Visitor], pasts: Mapping[Codec, Past] = NO_PASTS) -> None:
        """Deliver the message to each visitor, deflated where its format has one of the `pasts`."""
        made: dict[Wrapping, bytes] = {}
        wrapping, wrapped, sent = None, b"", 0
        for visitor in visitors:
            # Nearly all are wrapped alike, so mostly it is looked up and counted once for all.
            if visitor.wrapping is not wrapping:
                if wrapping is not None:
                    wrapping.count(wrapped, sent)
                wrapping, sent = visitor.wrapping, 0
                if wrapping not in made:
                    codec = wrapping.codec
                    frame = self.of(codec)
                    if codec in pasts:
                        frame = pasts[codec].deflated(frame)
                    made[wrapping] = wrapping.wrapped(frame)
                wrapped = made[wrapping]
            if not visitor.deliver(wrapped):
                sent += 1
        if wrapping is not None:
            wrapping.count(wrapped, sent)
