"""What goes out on one connection, never more than its bounds, and never a wait.

News for many are the same bytes object for every connection of a format, framed once, and what
delivers them is the transport's own `write`. A connection that is behind gets no more of them: what
it missed is replaced by one snapshot as soon as it has read most of its backlog. `reply` is for the
answer to a connection's own request, which no snapshot can replace: it is written even then, up to
the hard limit.
"""

from collections.abc import Callable, Iterable

from protocol.codec import Codec
from server.net.telemetry import Traffic
from server.net.websocket.connection import BoundedConnection, framed
from server.players import Deliver, Visitor, Wrapping


class FrameWrapping(Wrapping):
    """Wraps payloads of a format into WebSocket frames, and counts those that are sent."""

    def __init__(self, codec: Codec, traffic: Traffic) -> None:
        super().__init__(codec)
        self._traffic = traffic

    def wrapped(self, payload: bytes) -> bytes:
        """See Wrapping."""
        return framed(payload, self.codec.text)

    def count(self, wrapped: bytes, times: int) -> None:
        """See Wrapping."""
        self._traffic.frames += times
        self._traffic.bytes += times * len(wrapped)


class Framing:
    """The wrapping of each wire format, for all connections of a server."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._wrappings: dict[Codec, FrameWrapping] = {}

    def of(self, codec: Codec) -> FrameWrapping:
        """Return the wrapping of a wire format: one object a format, made at its first use."""
        if codec not in self._wrappings:
            self._wrappings[codec] = FrameWrapping(codec, self._traffic)
        return self._wrappings[codec]


class Outbox:
    """The way out to one connection, once it is opened for a visitor.

    `catch_up` gives the payloads that replace everything missed; it is called when the connection
    has drained.
    """

    __slots__ = ("__weakref__", "_catch_up", "_link", "_text", "_visitor", "has_missed")

    def __init__(
        self, link: BoundedConnection, codec: Codec, catch_up: Callable[[], Iterable[bytes]]
    ) -> None:
        self._link, self._text, self._catch_up = link, codec.text, catch_up
        self._visitor: Visitor | None = None
        self.has_missed = False

    def open_for(self, visitor: Visitor, framing: Framing) -> None:
        """Let a visitor's news go out here from now on."""
        self._visitor, visitor.wrapping = visitor, framing.of(visitor.codec)
        self._link.on_held, self._link.on_drained = self._hold, self._drained
        self._deliver_by(self._link.send_news if self._link.takes_news else self._miss)

    def _deliver_by(self, deliver: Deliver) -> None:
        if self._visitor is not None:
            self._visitor.deliver = deliver

    def _hold(self) -> None:
        self._deliver_by(self._miss)

    def _miss(self, _frame: bytes) -> bool:
        """Note that news were missed; of a connection that is closing nobody will catch up."""
        self.has_missed |= self._link.behind
        return True

    def reply(self, payload: bytes) -> None:
        """Send an answer to this connection alone. Neither waits nor raises."""
        self._link.write(framed(payload, self._text))

    def end(self) -> None:
        """Drop what goes out from now on; whoever was asked to catch up is let go of."""
        self._catch_up, self._visitor = tuple, None

    def _drained(self) -> None:
        # Before catching up: what fills the buffer again meanwhile has to be caught up with, too.
        missed, self.has_missed = self.has_missed, False
        for payload in self._catch_up() if missed else ():
            self._link.write(framed(payload, self._text))
        if self._link.takes_news:
            self._deliver_by(self._link.send_news)
