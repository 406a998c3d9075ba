"""Messages to bytes and back: MessagePack and JSON, the same arrays in both.

Decoding is strict: a message that is too long, of no known tag, with a field of a wrong type or out
of its bounds, or with bytes left over is `Malformed`, and never half understood. Fields that are
added at the end of a message later are ignored by older readers.
"""

from typing import Any

import msgspec

from protocol.refusals import RefusalCode
from protocol.replies import Reply
from protocol.requests import Request

REQUEST_BYTES = 16 * 1024
REPLY_BYTES = 4 * 1024 * 1024
MSGPACK = "hexwarden.v1.msgpack"
JSON = "hexwarden.v1.json"


class Malformed(Exception):
    """Bytes that are no message; `code` is a refusal code, the text its sentence."""

    def __init__(self, code: RefusalCode, text: str) -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text = text


class Codec:
    """One wire format. `text`: its frames are WebSocket text frames (else binary)."""

    def __init__(self, name: str, text: bool, coding: Any) -> None:
        self.name, self.text = name, text
        self._encoder = coding.Encoder()
        self._requests = coding.Decoder(Request)
        self._replies = coding.Decoder(Reply)

    def encode(self, message: Request | Reply) -> bytes:
        """The frame of a message."""
        frame: bytes = self._encoder.encode(message)
        return frame

    def request(self, frame: bytes | str) -> Request:
        """Decode what a client sent. Raises `Malformed`."""
        message: Request = _decoded(self._requests, frame, REQUEST_BYTES)
        return message

    def reply(self, frame: bytes | str) -> Reply:
        """Decode what a server sent; state and events stay plain data. Raises `Malformed`."""
        message: Reply = _decoded(self._replies, frame, REPLY_BYTES)
        return message


def _decoded(decoder: Any, frame: bytes | str, most: int) -> Any:
    if len(frame) > most:
        raise Malformed("too_large", f"A message may have {most} bytes.")
    try:
        return decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Malformed("malformed", f"Not a message: {fault}") from None


msgpack = Codec(MSGPACK, text=False, coding=msgspec.msgpack)
json = Codec(JSON, text=True, coding=msgspec.json)
CODECS: dict[str, Codec] = {MSGPACK: msgpack, JSON: json}
SUBPROTOCOLS = tuple(CODECS)
