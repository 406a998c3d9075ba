"""A connection while it speaks plain HTTP: one request after the other, then perhaps a WebSocket.

The library reads one request and ends the connection with its answer. Here the same connection may
go on with another one, for whoever asks for that (`Connection: keep-alive`, as browsers do: a page
is six requests). What limits a first request limits each: its length, and the time for it and its
answer. Besides, a connection is given up that

    waits for `keep_alive` seconds without a whole further request,
    has had `MOST_REQUESTS`,
    has been answered with a refusal, or has sent what is no request,
    has sent `MOST_AHEAD` bytes before it was answered what came before them, or
    waits while the port is closed (`Waiting`).

A next request is looked at once the answer before it has left, and not before.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING

from server.settings import Settings

MOST_REQUESTS = 100  # of a connection: several pages; it does not stay for ever
MOST_AHEAD = 16 * 1024  # bytes: several requests as browsers write them
_END = b"\r\n\r\n"  # the library takes no other end of a request either


Answer = asyncio.Future[Response | None]


class Waiting:
    """The connections of a port that wait for a further request. When the port closes they end at
    once, and from then on none waits.
    """

    def __init__(self) -> None:
        self.is_closed = False
        self._connections: set[HttpConnection] = set()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: "HttpConnection") -> None:
        """Add a connection that waits."""
        self._connections.add(connection)

    def discard(self, connection: "HttpConnection") -> None:
        """Remove a connection that waits no longer."""
        self._connections.discard(connection)

    def close(self) -> None:
        """Close all connections that wait."""
        self.is_closed = True
        for connection in tuple(self._connections):
            connection.transport.close()


class HttpConnection(ServerConnection):
    """A server's connection that answers several plain requests, within the times of the settings.
    The library's own `open_timeout` has to be off.
    """

    # What the library's classes set, too: a slot comes before the instance's dict. With so many
    # attributes that dict shares no keys with those of other connections and takes 1.6 KB.
    __slots__ = (
        *("close_deadline", "close_timeout", "connection_exc", "connection_lost_waiter", "debug"),
        *("drain_waiters", "id", "keepalive_task", "latency", "logger", "loop", "max_queue_high"),
        *("max_queue_low", "paused", "pending_pings", "ping_interval", "ping_timeout", "protocol"),
        *("recv_messages", "request", "request_rcvd", "response", "send_in_progress", "server"),
        *("transport", "write_limit_high", "write_limit_low"),
        *("_ahead", "_keep_alive", "_tail", "_time", "_waiting"),
    )

    def __init__(self, *args: Any, waiting: Waiting, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting = waiting
        self._keep_alive, self._time = settings.keep_alive, settings.handshake_timeout
        self._ahead = self._tail = b""

    async def handshake(
        self,
        process_request: Any = None,
        process_response: Any = None,
        server_header: str | None = None,
    ) -> None:
        """Answer plain requests, until one is the last or opens a WebSocket. Raises TimeoutError
        where a request with its answer takes too long.
        """
        for left in reversed(range(MOST_REQUESTS)):
            if left < MOST_REQUESTS - 1 and not await self._asks_again():
                self.transport.close()
                return
            async with asyncio.timeout(self._time):
                await self._comes()
                answer = await self._answered(process_request)
                if left and (response := self._kept_after(answer)) is not None:
                    await self._write_answer(response)
                    continue
                await super().handshake(_told(answer), process_response, server_header)
                self._read_ahead()
                return

    def data_received(self, data: bytes) -> None:
        """Read requests one by one: what comes behind one waits until that is answered."""
        if self.protocol.state is not CONNECTING:
            super().data_received(data)
        elif self.request is not None or self._ahead:
            self._ahead += data
            if len(self._ahead) > MOST_AHEAD:
                self.transport.abort()
        else:
            self._read_request(data)

    def _read_request(self, data: bytes) -> None:
        """Give the library the bytes of one request, and keep what is behind them."""
        seen = self._tail + data
        end = seen.find(_END)
        if end < 0:
            self._tail = seen[-(len(_END) - 1) :]
            super().data_received(data)
            return
        size = end + len(_END) - len(self._tail)
        self._tail = b""
        self._ahead += data[size:]
        super().data_received(data[:size])

    def take_ahead(self) -> bytes:
        """Return what came while a request was answered, and forget it."""
        data, self._ahead = self._ahead, b""
        return data

    def _read_ahead(self) -> None:
        if data := self.take_ahead():
            self.data_received(data)

    async def _comes(self) -> None:
        """Wait until a request has come, or the connection has gone."""
        either = [self.request_rcvd, self.connection_lost_waiter]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)

    async def _asks_again(self) -> bool:
        """Return whether a further request comes in time."""
        if self._waiting.is_closed:
            return False
        self._waiting.add(self)
        try:
            async with asyncio.timeout(self._keep_alive):
                await self._comes()
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(self)
        return self.request is not None

    def _kept_after(self, answer: Answer) -> Response | None:
        """Return the answer after which the connection is kept; None where this is the last."""
        request = self.request
        if request is None or answer.exception() is not None or self._waiting.is_closed:
            return None
        response = answer.result()
        if response is None or response.status_code >= HTTPStatus.BAD_REQUEST:
            return None
        is_up = self.protocol.state is CONNECTING and not self.transport.is_closing()
        return response if is_up and _wants_more(request) else None

    async def _answered(self, process_request: Any) -> Answer:
        """Return the site's answer to the request, None for a WebSocket; or its failure, which the
        library tells. Where the connection has gone there is none.
        """
        answer: Answer = self.loop.create_future()
        if self.request is not None:
            try:
                answer.set_result(await process_request(self, self.request))
            except Exception as fault:
                answer.set_exception(fault)
        return answer

    async def _write_answer(self, response: Response) -> None:
        """Write an answer, wait until it has left, and look at what comes next."""
        del response.headers["Connection"]
        response.headers["Connection"] = "keep-alive"
        # How many requests are left is not said: the first page counts every byte.
        response.headers["Keep-Alive"] = f"timeout={self._keep_alive:.0f}"
        self.transport.write(response.serialize())
        await self.drain()
        self.request, self.request_rcvd = None, self.loop.create_future()
        if self.protocol.state is CONNECTING:
            # The library's protocol has read a request and waits for frames; it begins anew.
            self.protocol.parser.close()
            self.protocol.parser = self.protocol.parse()
            next(self.protocol.parser)
            self._read_ahead()


def _told(answer: Answer) -> Callable[..., Answer]:
    return lambda *_: answer


def _wants_more(request: Request) -> bool:
    """Return whether a request asks for its connection to be kept, and may."""
    said = ",".join(request.headers.get_all("Connection")).lower()
    wishes = [wish.strip() for wish in said.split(",")]
    return (
        wishes == ["keep-alive"]
        and request.protocol == "HTTP/1.1"
        and request.method in ("GET", "HEAD")
    )
