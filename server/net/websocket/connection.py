"""One WebSocket with bounds: how much may wait to be sent, how long a peer may not read.

A peer that stops reading defeats the library's own guards: the keepalive ping and the closing frame
both wait for the same full buffer, for ever. So this class looks at the transport's write buffer.

    up to the soft limit     normal
    above the soft limit     `behind`: the transport has said `pause_writing`; whoever sends news
                             must stop, and is told so by `on_held`, and by `on_drained` when the
                             peer has caught up
    no byte read for the     cut
      drain time, while behind
    above the hard limit     cut, whatever filled the buffer (replies, or pongs to a flood of pings)

`cut` aborts the transport; `part` closes politely, and cuts where politeness takes too long.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, cast

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN, Event
from websockets.typing import Data

from server.net.admission import Admission, network_of
from server.net.telemetry import Metrics
from server.net.websocket.http_connection import HttpConnection
from server.net.websocket.keepalive import Keepalive
from server.net.websocket.lazy_queue import LazyQueue
from server.net.websocket.whole_frames import (
    BINARY,
    EIGHT_BYTES,
    TEXT,
    TWO_BYTES,
    WholeFrames,
)
from server.settings import Settings

_HANDSHAKEN = Request("", Headers())  # stands for each request that has been answered
_LOG = logging.getLogger("websockets.server")
_SHORT, _EXTENDED = 125, 65_536  # lengths up to which a byte, and below which two, say them
_MOST_PATIENCE = 6  # drain times: a slow reader has a minute, with the default of 10 s


def framed(payload: bytes, text: bool) -> bytes:
    """Return the bytes of an unmasked, unfragmented, uncompressed frame: the same for every
    connection.
    """
    kind, size = TEXT if text else BINARY, len(payload)
    if size <= _SHORT:
        return bytes((kind, size)) + payload
    if size < _EXTENDED:
        return bytes((kind, TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((kind, EIGHT_BYTES)) + size.to_bytes(8, "big") + payload


def _no_parser() -> Generator[None]:
    yield


_RESTING = _no_parser()  # the parser of all connections that are between two frames
_RESTING.close()


class BoundedConnection(HttpConnection):
    """A server's connection with bounds on what waits to be sent.

    While it is idle it holds as little as can be: no parser, no queue, no headers, no dict.
    """

    __slots__ = (
        *("address", "behind", "is_up", "on_drained", "on_held", "on_message", "peer", "queued"),
        *("traffic", "why_cut"),
        *("_admission", "_frames", "_keepalive", "_metrics", "_patience", "_settings"),
        "_waiter",
    )

    def __init__(
        self,
        *args: Any,
        settings: Settings,
        metrics: Metrics,
        admission: Admission,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, settings=settings, **kwargs)
        # The library's logger adds the connection to each record, where nobody looks for it; and a
        # list does what it asks of a deque, which takes 760 bytes when it is empty.
        self.logger = self.protocol.logger = _LOG
        self.drain_waiters = cast("deque[asyncio.Future[None]]", [])
        self.peer = self.address = ""
        self.behind = False
        self.why_cut = ""
        self.on_drained: Callable[[], None] = _nothing
        self.on_held: Callable[[], None] = _nothing
        self._settings, self._metrics, self._admission = settings, metrics, admission
        self.traffic = metrics.traffic
        self._patience: asyncio.TimerHandle | None = None
        self.on_message: Callable[[int, bytes], bool] = _not_taken
        self.queued = 0  # messages that the library has, and nobody has received yet
        self._frames: WholeFrames | None = None
        self._keepalive: Keepalive | None = None
        self._waiter: asyncio.Future[None] | None = None
        self.is_up = False

    @property
    def is_open(self) -> bool:
        """Return whether frames can be written."""
        return self.protocol.state is OPEN and not self.transport.is_closing()

    @property
    def takes_news(self) -> bool:
        """Return whether news may be written: not from `on_held` until `on_drained`."""
        return self.is_up and not self.behind

    @property
    def send_news(self) -> Callable[[bytes], object]:
        """Return what writes news while the connection takes them: the transport's own `write`,
        which neither counts nor looks whether it may.
        """
        return self.transport.write

    @property
    def backlog(self) -> int:
        """Return the bytes that wait for the peer in this process."""
        return self.transport.get_write_buffer_size()

    def forget_handshake(self) -> None:
        """Drop the headers of both sides and what has read them: nobody asks for them again, and
        they would be a quarter of what an idle connection costs.
        """
        if self.request is not _HANDSHAKEN:
            self.request, self.response = _HANDSHAKEN, None
            del self.request_rcvd, self.protocol.select_subprotocol
        self._rest_parser()

    def be_pinged_by(self, keepalive: Keepalive) -> None:
        """Join those whose peers are asked now and then whether they are there."""
        self._keepalive = keepalive
        keepalive.add(self)

    def ping_now(self, frame: bytes) -> bool:
        """Write a ping without waiting. Returns False where the connection is no longer open."""
        if not self.is_open:
            return False
        self.transport.write(frame)
        self.check_hard_limit()
        return True

    def write(self, frame: bytes) -> bool:
        """Write a frame that `framed` has made; False where the connection is no longer open.

        Never waits. The sans-I/O protocol is bypassed, which an unmasked, uncompressed and
        unfragmented data frame allows: the protocol keeps no state about those.
        """
        transport = self.transport
        # Both are asked: an abort closes the transport first, a closing frame that was read the
        # protocol.
        if not self.is_up or transport.is_closing():
            return False
        transport.write(frame)
        traffic = self.traffic
        traffic.frames += 1
        traffic.bytes += len(frame)
        if self.behind:
            self.check_hard_limit()
        return True

    def cut(self, why: str) -> None:
        """End the connection now, without a closing handshake."""
        if not self.why_cut and not self.transport.is_closing():
            self.why_cut = why
            self._metrics.aborts.labels(why).inc()
        self._abort()

    async def part(self, code: int, reason: str) -> None:
        """Close with a code; cut the connection where the handshake does not come to its end."""
        try:
            async with asyncio.timeout(self._settings.close_timeout):
                await self.close(code, reason)
        except TimeoutError:
            self.cut("closing")
        except ConnectionClosed:
            pass
        finally:
            # Also on cancellation: the library would wait for the peer again when the handler ends.
            if self.protocol.state is OPEN:
                self._abort()

    def _abort(self) -> None:
        self._note_up(False)
        self.transport.abort()

    def _note_up(self, is_up: bool) -> None:
        """Note whether frames of ours may be written."""
        was_up, self.is_up = self.is_up, is_up
        if was_up and not is_up:
            self.on_held()

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Set the soft limit as the transport's high-water mark; cut one socket too many."""
        super().connection_made(transport)
        self.recv_messages.frames = LazyQueue()
        peername = transport.get_extra_info("peername")
        self.address = str(peername[0]) if peername else ""
        self.peer = network_of(self.address)
        if not self._admission.knock(self.peer, self.address):
            self._metrics.rejected.labels("sockets").inc()
            self.transport.abort()
        # Caught up at an eighth: from just below the limit one snapshot would lead back over it.
        soft = self._settings.outbound_soft
        self.transport.set_write_buffer_limits(soft, soft // 8)

    def data_received(self, data: bytes) -> None:
        """Read; the automatic pongs to what was read count against the hard limit, too.

        A message goes to `on_message` first, unless others wait to be received.
        """
        if self._frames is not None:
            self._frames.feed(data)
        elif self.is_up:
            # What came before the answer to the upgrade comes first; the library has none of it.
            self._frames = WholeFrames(self._settings.message_size, self._take, self._pass_on)
            self._frames.feed(self.take_ahead() + data)
        else:
            self._pass_on(data)
        # Who is above the hard limit is above the soft one; most are neither.
        if self.behind:
            self.check_hard_limit()

    async def recv(self, decode: bool | None = None) -> Data:  # type: ignore[override]
        """Receive the next message that `on_message` has not taken. Raises ConnectionClosed."""
        # Waited for here: the library would wait in three coroutines more for each connection.
        if not self.recv_messages.frames and not self.recv_messages.closed:
            self._waiter = self.loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        message = await super().recv(decode)
        self.queued -= 1
        return message

    def process_event(self, event: Event) -> None:
        """Take one request or frame that the library has read (see ServerConnection)."""
        super().process_event(event)
        if isinstance(event, Frame):
            if event.opcode in DATA_OPCODES:
                self._stop_waiting_to_receive()
            elif event.opcode is Opcode.PONG and self._keepalive is not None:
                self._keepalive.answered(self, bytes(event.data))

    def send_data(self) -> None:
        """Write what the library has to say, and note whether frames of ours may follow it."""
        super().send_data()
        self._note_up(self.protocol.state is OPEN and not self.transport.is_closing())

    def _take(self, kind: int, message: bytes) -> bool:
        if not self.queued and self.is_up and self.on_message(kind, message):
            return True
        self.queued += 1
        return False

    def _pass_on(self, data: bytes) -> None:
        self._resume_parser()
        super().data_received(data)
        self._rest_parser()

    def _resume_parser(self) -> None:
        protocol = self.protocol
        if protocol.parser is _RESTING:
            protocol.parser = protocol.parse()
            next(protocol.parser)

    def _rest_parser(self) -> None:
        """Drop the library's parser where it waits for a frame: three generators, in which nothing
        stands between two frames. Once bytes come that are no whole frames, it stays.
        """
        protocol = self.protocol
        is_cutting = self._frames is None or not self._frames.is_over
        if protocol.state is OPEN and is_cutting and not protocol.reader.buffer:
            protocol.parser.close()
            protocol.parser = _RESTING

    def eof_received(self) -> None:
        """Note that the peer sends no more (asyncio.Protocol)."""
        self._resume_parser()
        super().eof_received()

    def pause_writing(self) -> None:
        """Note that the backlog has passed the soft limit (asyncio.Protocol)."""
        super().pause_writing()
        self.behind = True
        self.on_held()
        self._wait_for_drain(self.backlog, _MOST_PATIENCE)
        self.check_hard_limit()  # news may have led over both limits at once

    def resume_writing(self) -> None:
        """Note that the peer has read most of the backlog (asyncio.Protocol)."""
        super().resume_writing()
        self.behind = False
        self._stop_waiting()
        self.on_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone (asyncio.Protocol)."""
        self._stop_waiting()
        if self._keepalive is not None:
            self._keepalive.discard(self)
        self._note_up(False)
        self._frames = None
        self.on_drained, self.on_held, self.on_message = _nothing, _nothing, _not_taken
        self._admission.gone(self.peer)
        self._resume_parser()
        super().connection_lost(exc)
        self._stop_waiting_to_receive()
        # What the library needs for handshakes and reading holds the protocol, which holds it: a
        # connection would stay in memory, with its last request, until a full collection.
        self.protocol.parser.close()
        if self.request is not _HANDSHAKEN:
            del self.protocol.select_subprotocol

    def _stop_waiting_to_receive(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _wait_for_drain(self, before: int, patience: int) -> None:
        def look() -> None:
            # Slow is not stuck: whoever reads on gets more time, but not for ever.
            if patience > 1 and self.backlog < before:
                self._wait_for_drain(self.backlog, patience - 1)
            else:
                self.cut("no_drain")

        self._patience = self.loop.call_later(self._settings.drain_timeout, look)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def check_hard_limit(self) -> None:
        """Cut the connection if more waits for the peer than may."""
        if self.protocol.state is OPEN and self.backlog > self._settings.outbound_hard:
            self.cut("hard_limit")


def _nothing() -> None:
    pass


def _not_taken(_kind: int, _message: bytes) -> bool:
    return False
