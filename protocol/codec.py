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
MOST_REF = 2**53 - 1


class Malformed(Exception):
    """Bytes that are no message; `code` is a refusal code, the text its sentence.

    `ref` is that of the request that they were meant to be, 0 where it cannot be read.
    """

    def __init__(self, code: RefusalCode, text: str, ref: int = 0) -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text, self.ref = text, ref


class Codec:
    """One wire format. `text`: its frames are WebSocket text frames (else binary)."""

    def __init__(self, name: str, text: bool, coding: Any) -> None:
        self.name, self.text = name, text
        self._encoder = coding.Encoder()
        self._requests = coding.Decoder(Request)
        self._replies = coding.Decoder(Reply)
        self._anything = coding.Decoder()

    def encode(self, message: Request | Reply) -> bytes:
        """The frame of a message."""
        frame: bytes = self._encoder.encode(message)
        return frame

    def request(self, frame: bytes | str) -> Request:
        """Decode what a client sent. Raises `Malformed`."""
        try:
            message: Request = _decoded(self._requests, frame, REQUEST_BYTES)
        except Malformed as fault:
            fault.ref = self._ref_in(frame) if fault.code == "malformed" else 0
            raise
        return message

    def _ref_in(self, frame: bytes | str) -> int:
        """The ref of what is no request, so that whoever waits for its answer learns of it."""
        try:
            match _decoded(self._anything, frame, REQUEST_BYTES):
                case [str(), ref, *_] if type(ref) is int and 0 <= ref <= MOST_REF:
                    return ref
        except Malformed:
            pass
        return 0

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
