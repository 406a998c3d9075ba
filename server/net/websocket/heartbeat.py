"""The heartbeat of a server on one connection, by which a client notices a server that hangs.

It goes by the clock and not by request: a request waits behind the one before it, which may wait
for the store. A beat costs one write, and nothing to read.
"""

import asyncio

from protocol.codec import Codec
from protocol.replies import Alive
from server.net.websocket.connection import BoundedConnection, framed

LEAST = 0.25  # seconds: clients need no finer one, and each costs a timer and a write


class ClientHeartbeat:
    """Sends `Alive` on one connection at the interval that the client has asked for."""

    __slots__ = ("_codec", "_frame", "_link", "_seconds", "_timer")

    def __init__(self, link: BoundedConnection, codec: Codec) -> None:
        self._link, self._codec = link, codec
        self._frame = b""
        self._seconds = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def every(self, seconds: float) -> None:
        """Send a heartbeat now, then one every `seconds` (at least LEAST); 0 stops them."""
        self.end()
        if seconds:
            self._seconds = max(LEAST, seconds)
            self._frame = self._frame or framed(self._codec.encode(Alive()), self._codec.text)
            self._give()

    def end(self) -> None:
        """Stop the heartbeats."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give(self) -> None:
        link = self._link
        if not link.is_open:
            return
        if not link.behind:  # else the peer has a backlog to read, and a sign in every byte of it
            link.write(self._frame)
        self._timer = link.loop.call_later(self._seconds, self._give)
