"""What goes out on one connection, never more than its bounds, and never a wait.

`deliver` is the rooms' way in: news for many, the same bytes object for every connection of a
format, framed once. A connection that is behind gets no more of it; what it missed is replaced by
one snapshot as soon as it has read most of its backlog. `reply` is for the answer to a connection's
own request, which no snapshot can replace: it is written even then, up to the hard limit.
"""

from collections.abc import Callable, Iterable

from server.net.websocket.connection import BoundedConnection, framed


class Framing:
    """WebSocket frames of payloads. Many connections ask for the same one in a row.

    So the last frame of each kind is kept, binary and text, as an audience may mix them.
    """

    def __init__(self) -> None:
        self.last = [(b"", b""), (b"", b"")]

    def of(self, payload: bytes, text: bool) -> bytes:
        """Return the frame of a payload."""
        known, frame = self.last[text]
        if known is not payload:
            frame = framed(payload, text)
            self.last[text] = payload, frame
        return frame


class Outbox:
    """The way out to one connection.

    `catch_up` gives the payloads that replace everything missed; it is called when the connection
    has drained.
    """

    def __init__(
        self,
        link: BoundedConnection,
        text: bool,
        framing: Framing,
        catch_up: Callable[[], Iterable[bytes]],
    ) -> None:
        self._link, self._text, self._framing = link, text, framing
        self._catch_up = catch_up
        # Before catching up: what fills the buffer again meanwhile has to be caught up with, too.
        self.has_missed = False
        link.on_drained = self._drained

    def deliver(self, payload: bytes) -> None:
        """Send news, or note that they were missed. Neither waits nor raises."""
        link = self._link
        if link.behind or self.has_missed:
            self.has_missed = True
            return
        # Looked at here, too: a commit is framed once, and each of its sockets comes by.
        known, frame = self._framing.last[self._text]
        link.write(frame if known is payload else self._framing.of(payload, self._text))

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
