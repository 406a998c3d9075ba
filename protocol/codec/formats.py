"""Messages to bytes and back: MessagePack and JSON, the same arrays in both.

Decoding is strict: a message that is too long, of no known tag, with a field of a wrong type or out
of its bounds, or with bytes left over is `Malformed`, and never half understood. Fields that are
added at the end of a message later are ignored by older readers.
"""

import re
from typing import Any, get_args

import msgspec

from protocol.fields import field_at, form_of, missing_in
from protocol.refusals import RefusalCode
from protocol.replies import Reply
from protocol.requests import Intent, Request

REQUEST_BYTES = 16 * 1024  # of a frame, decoded before it is paid for; answers take some hundred
REPLY_BYTES = 4 * 1024 * 1024  # of a frame: a bound for clients, who need not trust a server
MSGPACK = "hexwarden.v1.msgpack"
JSON = "hexwarden.v1.json"
MSGPACK_DEFLATED = "hexwarden.v1.msgpack.deflated"
JSON_DEFLATED = "hexwarden.v1.json.deflated"
MOST_REF = 2**53 - 1  # the largest whole number that every JSON reader keeps as it is
NO_MESSAGE = "Not a message: "
_REQUESTS = {struct.__struct_config__.tag: struct for struct in get_args(Request)}
_PLACE = re.compile(r" - at `\$(.*)`$")
_START = 128  # bytes in which a request's tag and ref stand, with blanks to spare
_JSON_START = re.compile(r'\s*\[\s*"[a-z_]{1,40}"\s*,\s*(0|[1-9]\d{0,15})\s*[,\]]')


class Malformed(Exception):
    """Bytes that are no message; `code` is a refusal code, the text its sentence.

    `ref` is that of the request that they were meant to be, 0 where it cannot be read.
    """

    def __init__(self, code: RefusalCode, text: str, ref: int = 0) -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text, self.ref = text, ref


class Codec:
    """One wire format. `text`: its frames are WebSocket text frames (else binary).

    `whole` is the format in which messages are encoded: another one where the commits of a battle
    come deflated (`protocol.codec.deflated`), else this one.
    """

    def __init__(self, name: str, text: bool, coding: Any, whole: "Codec | None" = None) -> None:
        self.name, self.text = name, text
        self.whole = whole or self
        self.deflates = whole is not None
        self._encoder = coding.Encoder()
        self._requests = coding.Decoder(Request)
        self._intents = coding.Decoder(Intent)
        self._replies = coding.Decoder(Reply)
        self._anything = coding.Decoder()

    def encode(self, message: Request | Reply) -> bytes:
        """Return the frame of a message."""
        frame: bytes = self._encoder.encode(message)
        return frame

    def request(self, frame: bytes | str) -> Request:
        """Decode what a client sent. Raises `Malformed`."""
        try:
            message: Request = _decoded(self._requests, frame, REQUEST_BYTES)
        except Malformed as fault:
            if fault.code == "too_large":
                fault.ref = _ref_at_start(frame)
            else:
                self._explain(fault, frame)
            raise
        return message

    def intent(self, frame: bytes) -> Intent | None:
        """Decode an answer; None where the frame is anything else, of which `request` tells what.

        Nearly all that clients send in a battle are answers: to look for one kind only is cheaper.
        """
        if len(frame) > REQUEST_BYTES:
            return None
        try:
            intent: Intent = self._intents.decode(frame)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        return intent

    def _explain(self, fault: Malformed, frame: bytes | str) -> None:
        """Say whose request it was meant to be, which field is wrong, and what its form is."""
        try:
            plain = _decoded(self._anything, frame, REQUEST_BYTES)
        except Malformed:
            return
        match plain:
            case [str() as tag, *fields]:
                if fields and type(fields[0]) is int and 0 <= fields[0] <= MOST_REF:
                    fault.ref = fields[0]
                fault.text = _explained(tag, len(plain), fault.text)
            case _:
                fault.text = (
                    f'A request is an array that begins with a tag, as ["tables", 1]. {fault}'
                )

    def reply(self, frame: bytes | str) -> Reply:
        """Decode what a server sent; state and events stay plain data. Raises `Malformed`."""
        message: Reply = _decoded(self._replies, frame, REPLY_BYTES)
        return message


def _explained(tag: str, length: int, text: str) -> str:
    struct = _REQUESTS.get(tag)
    if struct is None:
        return f"No request has the tag {tag[:40]!r}."
    fault = text.removeprefix(NO_MESSAGE)
    place = _PLACE.search(fault)
    if place is None and (lacking := missing_in(struct, length)):
        return f"`{tag}` lacks `{lacking}`. Its form: {form_of(struct)}"
    name = field_at(struct, place[1] if place else "")
    problem = fault[: place.start()] if place else fault
    return f"`{tag}`, field `{name}`: {problem}. Its form: {form_of(struct)}"


def _ref_at_start(frame: bytes | str) -> int:
    """Return the ref of a request that is too long to be decoded, from its first bytes; 0 where
    none.
    """
    if isinstance(frame, str) or frame[:1] in (b"[", b" ", b"\n", b"\t", b"\r"):
        start = (
            frame[:_START] if isinstance(frame, str) else frame[:_START].decode("utf-8", "replace")
        )
        found = _JSON_START.match(start)
        return int(found[1]) if found and int(found[1]) <= MOST_REF else 0
    return _msgpack_ref(frame[:_START])


def _msgpack_ref(start: bytes) -> int:
    """Return the second element of an array whose first one is a text."""
    try:
        at = {0xDC: 3, 0xDD: 5}.get(start[0], 1 if 0x90 <= start[0] < 0xA0 else _START)
        if start[at] == 0xD9:
            at += 2 + start[at + 1]
        elif 0xA0 <= start[at] < 0xC0:
            at += 1 + (start[at] & 31)
        else:
            return 0
        size = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}.get(start[at], 0)
        ref: object = msgspec.msgpack.decode(start[at : at + 1 + size])
    except (IndexError, msgspec.DecodeError):
        return 0
    return ref if type(ref) is int and 0 <= ref <= MOST_REF else 0


def _decoded(decoder: Any, frame: bytes | str, most: int) -> Any:
    if len(frame) > most:
        raise Malformed("too_large", f"A message may have {most} bytes.")
    try:
        return decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Malformed("malformed", f"{NO_MESSAGE}{fault}") from None


msgpack = Codec(MSGPACK, text=False, coding=msgspec.msgpack)
json = Codec(JSON, text=True, coding=msgspec.json)
CODECS: dict[str, Codec] = {
    MSGPACK: msgpack,
    JSON: json,
    MSGPACK_DEFLATED: Codec(MSGPACK_DEFLATED, text=False, coding=msgspec.msgpack, whole=msgpack),
    JSON_DEFLATED: Codec(JSON_DEFLATED, text=False, coding=msgspec.json, whole=json),
}
SUBPROTOCOLS = tuple(CODECS)
OFFERED = {MSGPACK: (MSGPACK_DEFLATED, MSGPACK), JSON: (JSON_DEFLATED, JSON)}
"""What a client offers that wants few bytes: an older server takes the second."""
