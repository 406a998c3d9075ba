"""Signs of life for a peer who has asked for them: so it notices a server that stands still.

They go by the clock and not by request, since a request waits its turn behind the one before it,
which may be waiting for the store; and a sign costs one write and nothing to read.
"""

import asyncio

from protocol.codec import Codec
from protocol.replies import Alive
from server.net.link import Link, framed

LEAST = 0.25


class SignsOfLife:
    """Those of one connection; none until they are asked for."""

    def __init__(self, link: Link, codec: Codec) -> None:
        self._link, self._codec = link, codec
        self._frame = b""
        self._seconds = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def every(self, seconds: float) -> None:
        """Give one now, and from now on one every so many seconds (at least a quarter); 0: none."""
        self.end()
        if seconds:
            self._seconds = max(LEAST, seconds)
            self._frame = self._frame or framed(self._codec.encode(Alive()), self._codec.text)
            self._give()

    def end(self) -> None:
        """Give none any more."""
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
