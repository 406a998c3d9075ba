"""One WebSocket to a server, past the greeting: frames in, frames out, and how it ended."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from clients.core import Session
from clients.sdk.errors import Refusal, Unreachable
from clients.sdk.links import is_local
from protocol.codec import (
    CODECS,
    MSGPACK,
    OFFERED,
    REPLY_BYTES,
    REQUEST_BYTES,
    Inflating,
    Malformed,
)
from protocol.replies import Bye, Refused, Reply, Welcome
from protocol.requests import Request

PATIENCE = 15.0  # seconds for the answer to hello: more than a store takes that fails over
OPENED_WITHIN, FIRST_WITHIN, LEAST_WITHIN = (
    10.0,
    2.5,
    0.6,
)  # seconds for a socket: at most, first, least
SLOWER = 4  # a socket that takes so many times as long as the last one to open will hardly open

Dial = Callable[[str, str], Awaitable[ClientConnection]]
"""Opens a socket to an address in a wire format, or the deflated form of it. Raises OSError and the
like.
"""


class Connection:
    """An open socket. `bye` is the server's last word, if it had one; `next_within` the seconds
    after which the next socket to that server, if it does not open, is given up for another.
    `was_too_large`: one of the two sides ended it over a message, which would come again.
    """

    def __init__(self, socket: ClientConnection, wire: str, opened_in: float) -> None:
        self._socket, self._codec = socket, CODECS[socket.subprotocol or wire]
        self._inflating = Inflating() if self._codec.deflates else None
        self.bye: Bye | None = None
        self.was_too_large = False
        self.next_within = min(OPENED_WITHIN, max(LEAST_WITHIN, SLOWER * opened_in))
        self._heard, self._why_cut = True, ""

    async def send(self, request: Request) -> None:
        """Send a request. Raises ConnectionClosed, and `Refusal` for what no server would read."""
        frame = self._codec.encode(request)
        if len(frame) > REQUEST_BYTES:
            text = f"The request has {len(frame)} bytes; a server reads {REQUEST_BYTES}."
            raise Refusal("too_large", text)
        await self._socket.send(frame, text=self._codec.text)

    async def receive(self) -> Reply:
        """Return the next reply that can be read; what newer servers say besides is skipped.

        Raises ConnectionClosed.
        """
        while True:
            frame = await self._next_frame()
            self._heard = True
            try:
                whole = self._whole(frame)
                reply = self._codec.reply(whole) if whole is not None else None
            except Malformed:
                continue
            if isinstance(reply, Bye):
                self.bye = reply
            if reply is not None:
                return reply

    def _whole(self, frame: bytes | str) -> bytes | str | None:
        if self._inflating is None or isinstance(frame, str):
            return frame
        return self._inflating.message(frame)

    async def _next_frame(self) -> bytes | str:
        try:
            return await self._socket.recv()
        except ConnectionClosed as fault:
            closes = [close for close in (fault.sent, fault.rcvd) if close is not None]
            self.was_too_large = any(one.code == CloseCode.MESSAGE_TOO_BIG for one in closes)
            raise

    async def close(self) -> None:
        """Hang up; never waits long."""
        await self._socket.close()

    def was_heard(self) -> bool:
        """Return whether anything has come since this was last asked."""
        heard, self._heard = self._heard, False
        return heard

    def cut(self, why: str = "") -> None:
        """Break the connection without a word."""
        self._why_cut = why
        self._socket.transport.abort()

    def why_closed(self) -> str:
        """Return why it ended, as far as one can know."""
        if self.bye is not None:
            return self.bye.text
        if self.was_too_large:
            return f"A message was too large: this client reads {REPLY_BYTES} bytes of a reply."
        return self._why_cut or self._socket.close_reason or "The connection broke."


async def dial(url: str, wire: str) -> ClientConnection:
    """Return a socket over the network; see `Dial`."""
    return await open_socket(
        url,
        subprotocols=[Subprotocol(name) for name in OFFERED[wire]],
        compression=None,
        open_timeout=OPENED_WITHIN,
        max_size=REPLY_BYTES,
        proxy=None if is_local(url) else True,
        close_timeout=2,
    )


async def greet(
    url: str,
    session: Session,
    wire: str = MSGPACK,
    opened: Dial = dial,
    within: float = FIRST_WITHIN,
) -> Connection:
    """Connect and say hello as the session's identity. Raises `Unreachable`, `Refusal`.

    A token that the server does not know is dropped, and somebody new is greeted instead. `within`:
    seconds that the first socket gets to open.
    """
    begun = time.monotonic()
    try:
        socket = await _open(lambda: opened(url, wire), within)
    except (OSError, InvalidHandshake, InvalidURI, EOFError) as fault:
        why = str(fault) or type(fault).__name__
        raise Unreachable(f"{url} cannot be reached: {why}") from None
    connection = Connection(socket, wire, time.monotonic() - begun)
    try:
        async with asyncio.timeout(PATIENCE):
            await _hello(connection, session)
    except (ConnectionClosed, TimeoutError):
        await connection.close()
        raise Unreachable(f"{url} did not greet: {connection.why_closed()}") from None
    except BaseException:
        await connection.close()
        raise
    return connection


async def _open(
    opening: Callable[[], Awaitable[ClientConnection]], within: float
) -> ClientConnection:
    """Return a socket. One that does not open in time is given up for another, with more time:
    behind one address there may be several servers, one of which stands still.
    """
    while True:
        try:
            async with asyncio.timeout(within):
                return await opening()
        except TimeoutError:
            if within >= OPENED_WITHIN:
                raise TimeoutError("it does not answer") from None
            within = min(OPENED_WITHIN, 1.5 * within)


async def _hello(connection: Connection, session: Session) -> None:
    while True:
        await connection.send(session.hello())
        reply: Reply | None = None
        while not isinstance(reply, Welcome | Refused):
            reply = await connection.receive()
        if isinstance(reply, Welcome):
            session.take(reply)
            return
        if reply.code != "bad_token" or session.token is None or session.proof():
            raise Refusal(reply.code, reply.text, reply.rule)
        session.token = None


def ends_for_good(connection: Connection) -> bool:
    """Return whether coming back would be wrong: somebody else is this player now, we talk
    nonsense, or what ended it would come again.
    """
    if connection.was_too_large:
        return True
    return connection.bye is not None and cast("str", connection.bye.code) in (
        "replaced",
        "removed",
        "protocol",
    )
