"""A WebSocket client that costs as little as can be: what it measures is the server.

Frames to the server are masked with the zero key, which leaves the payload as it is; frames from
the server are cut apart where they lie. Nothing is decoded unless the owner of the socket asks.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

from protocol.codec import MSGPACK

OnMessage = Callable[["Socket", bytes], None]
_CLOSE, _PING, _PONG = 0x88, 0x89, 0x8A


class Socket(asyncio.Protocol):
    """One connection. `received` counts the bytes of all frames, their headers included."""

    def __init__(self, path: str, on_message: OnMessage, wire: str = MSGPACK) -> None:
        self._path, self.on_message, self._wire = path, on_message, wire
        self._buffer = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        self.is_lost = False
        self.transport: asyncio.Transport

    @classmethod
    async def connect(
        cls,
        port: int,
        path: str,
        on_message: OnMessage,
        source: str = "127.0.0.1",
        wire: str = MSGPACK,
    ) -> "Socket":
        """Connect to this machine from one of its loopback addresses, and shake hands.

        Raises OSError, ConnectionError.
        """
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(path, on_message, wire), "127.0.0.1", port, local_addr=(source, 0)
        )
        await socket.opened
        return socket

    def send(self, frame: bytes) -> None:
        """Write a frame that `framed` has made."""
        self.transport.write(frame)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {self._wire}",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits for the handshake is told; who measures looks at `is_lost`."""
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"no handshake: {exc}"))

    def data_received(self, data: bytes) -> None:
        """Cut whole frames off and hand their payloads on."""
        if self._buffer:
            data = self._buffer + data
        at = 0 if self._is_open else self._skip_handshake(data)
        end = len(data)
        while end - at >= 2:
            length, body = data[at + 1], at + 2
            if length == 126:
                length, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            after = body + length
            if after > end:
                break
            self.received += after - at
            kind, at = data[at], after
            if kind < 0x88:
                self.on_message(self, data[body:after])
            elif kind == _PING:
                self.send(_masked(_PONG, data[body:after]))
            elif kind == _CLOSE:
                self.transport.close()
        self._buffer = data[at:]

    def _skip_handshake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        self._is_open = True
        if data.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(data[:80].decode(errors="replace")))
        return end + 4


def framed(payload: bytes) -> bytes:
    """A binary frame to the server."""
    return _masked(0x82, payload)


def _masked(kind: int, payload: bytes) -> bytes:
    length = len(payload)
    if length < 126:
        head = bytes((kind, 0x80 | length))
    else:
        head = bytes((kind, 0x80 | 126)) + length.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload
