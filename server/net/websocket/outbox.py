"""What goes out on one connection, never more than its bounds, and never a wait.

`deliver` is the rooms' way in: news for many, the same bytes object for every connection of a
format, framed once. A connection that is behind gets no more of it; what it missed is replaced by
one snapshot as soon as it has read most of its backlog. `reply` is for the answer to a connection's
own request, which no snapshot can replace: it is written even then, up to the hard limit.
"""

from collections.abc import Callable, Iterable

from protocol.codec import Codec
from server.net.websocket.connection import BoundedConnection, framed


class LastFrame:
    """The WebSocket frame of a payload. Many connections ask for the same one in a row."""

    __slots__ = ("frame", "payload", "text")

    def __init__(self, text: bool) -> None:
        self.text, self.payload, self.frame = text, b"", b""

    def of(self, payload: bytes) -> bytes:
        """Return the frame of a payload."""
        if self.payload is not payload:
            self.payload, self.frame = payload, framed(payload, self.text)
        return self.frame


class Framing:
    """The last frame of each wire format, as an audience may mix them."""

    def __init__(self) -> None:
        self._last: dict[Codec, LastFrame] = {}

    def last(self, codec: Codec) -> LastFrame:
        """Return where the last frame of a format is kept."""
        return self._last.setdefault(codec, LastFrame(codec.text))


class Outbox:
    """The way out to one connection.

    `catch_up` gives the payloads that replace everything missed; it is called when the connection
    has drained.
    """

    __slots__ = ("__weakref__", "_catch_up", "_last", "_link", "_text", "has_missed")

    def __init__(
        self,
        link: BoundedConnection,
        codec: Codec,
        framing: Framing,
        catch_up: Callable[[], Iterable[bytes]],
    ) -> None:
        self._link, self._text, self._last = link, codec.text, framing.last(codec)
        self._catch_up = catch_up
        # Before catching up: what fills the buffer again meanwhile has to be caught up with, too.
        self.has_missed = False
        link.on_drained = self._drained

    def deliver(self, payload: bytes) -> None:
        """Send news, or note that they were missed. Neither waits nor raises."""
        link = self._link
        self.has_missed |= link.behind
        if self.has_missed:
            return
        # Looked at here: a commit is framed once, and each of its sockets comes by.
        last = self._last
        link.write(last.frame if last.payload is payload else last.of(payload))

    def reply(self, payload: bytes) -> None:
        """Send an answer to this connection alone. Neither waits nor raises."""
        # Framed for this one: the shared frame of the last news would be pushed out of `Framing`.
        self._link.write(framed(payload, self._text))

    def end(self) -> None:
        """Drop what goes out from now on; whoever was asked to catch up is let go of."""
        self._catch_up = tuple

    def _drained(self) -> None:
        if not self.has_missed:
            return
        self.has_missed = False
        for payload in self._catch_up():
            self._link.write(framed(payload, self._text))
