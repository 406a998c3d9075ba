"""The subprotocols in which commits are deflated with the commits before them as dictionary.

A commit repeats what the commits before it said: paths, tags, names. So each is deflated (RFC 1951,
raw) with the last `PAST_BYTES` bytes of those before it as preset dictionary: the battle's past. It
depends on the battle alone and not on the connection, so one commit is deflated once for everybody.
"""

import zlib

from protocol.codec.formats import REPLY_BYTES, Malformed

PAST_BYTES = 4096
"""Bytes of the past that count. With half of them a commit of the Jailbreak takes a quarter more
bytes, with twice as many a fifth fewer, and more memory for each battle at both ends.
"""
PAST, DEFLATED = 0, 1
"""The first byte of a frame that is no message: a battle's past, or a deflated commit. No message
begins so, neither in MessagePack nor in JSON. The second byte says how many commits the past has
had, modulo 256, so that a commit is never inflated with another past.
"""
_BITS, _MEMORY, _LEVEL = -12, 5, 6  # a window of PAST_BYTES; the least memory that it can use


class Past:
    """The last bytes of a battle's commits, as frames of one wire format, and their count."""

    __slots__ = ("_bytes", "_count", "_last")

    def __init__(self, known: bytes = b"", count: int = 0) -> None:
        self._bytes, self._count = known, count
        self._last: tuple[bytes | None, bytes] = (None, b"")

    @property
    def told(self) -> bytes:
        """Return the frame that tells the past to whoever has not seen all commits since it
        began.
        """
        return bytes((PAST, self._count)) + self._bytes

    def deflated(self, frame: bytes) -> bytes:
        """Return the frame of a commit, deflated; once, however many ask for the same one."""
        known, found = self._last
        if known is not frame:
            deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, _BITS, _MEMORY, zdict=self._bytes)
            found = bytes((DEFLATED, self._count)) + deflate.compress(frame) + deflate.flush()
            self._last = frame, found
        return found

    def inflated(self, packed: bytes) -> bytes:
        """Return the frame that `deflated` was given. Raises `Malformed`."""
        if packed[1:2] != bytes((self._count,)):
            raise Malformed("malformed", "Deflated with another past.")
        inflate = zlib.decompressobj(_BITS, zdict=self._bytes)
        try:
            found = inflate.decompress(packed[2:], REPLY_BYTES)
        except zlib.error as fault:
            raise Malformed("malformed", f"Not deflated: {fault}") from None
        if not inflate.eof or inflate.unused_data:
            raise Malformed("malformed", "Not deflated, too short, or too long.")
        return found

    def add(self, frame: bytes) -> None:
        """Add the next commit's frame, as it is before it is deflated."""
        self._bytes = (self._bytes + frame)[-PAST_BYTES:]
        self._count = (self._count + 1) % 256
        self._last = (None, b"")


class Inflating:
    """What comes on one connection of such a subprotocol: the frames of messages, made whole."""

    __slots__ = ("_past",)

    def __init__(self) -> None:
        self._past = Past()

    def message(self, frame: bytes) -> bytes | None:
        """Return the frame of the message; None where a battle's past is all that was told. Raises
        `Malformed` for what was deflated with another past: `watch` the battle then.
        """
        match frame[:1]:
            case b"\x00":
                if not 2 <= len(frame) <= 2 + PAST_BYTES:
                    raise Malformed("malformed", f"A past has at most {PAST_BYTES} bytes.")
                self._past = Past(frame[2:], frame[1])
                return None
            case b"\x01":
                found = self._past.inflated(frame)
                self._past.add(found)
                return found
            case _:
                return frame
