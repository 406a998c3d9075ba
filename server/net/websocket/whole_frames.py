"""Cuts what arrives on an open connection into frames, where each is a whole message.

The library reads a frame through a generator, a queue, a future and a change of tasks. A move is
one short masked frame; whoever waits for it can have it as it arrives. So frames are cut here, and
what nobody takes at once goes to the library, a whole frame at a time.
Whatever is not such a frame (a part of a message, one too long, unmasked or of an extension)
is the library's with all that follows it, for it to judge.
"""

from collections.abc import Callable

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiled part for this platform
    from websockets.utils import apply_mask

TEXT, BINARY = 0x81, 0x82  # whole messages
_FIRST_CONTROL = 0x88  # opcodes from here on, whole: the only other frames that come between
_RESERVED = 0x70  # bits of the first byte that only extensions set, and we offer none
_MASKED = 0x80  # bit of the second byte, which every client's frame has
TWO_BYTES, EIGHT_BYTES = 126, 127  # what stands for a length in so many bytes


class WholeFrames:
    """The frames of one connection. `take(kind, message)` returns whether it has taken a message;
    `pass_on` is given all other bytes; `most` bytes may a message have. `is_over` says that what
    comes from now on is passed on as it is.
    """

    __slots__ = ("_most", "_pass_on", "_rest", "_take", "is_over")

    def __init__(
        self, most: int, take: Callable[[int, bytes], bool], pass_on: Callable[[bytes], None]
    ) -> None:
        self._most, self._take, self._pass_on = most, take, pass_on
        self._rest = b""
        self.is_over = False

    def feed(self, data: bytes) -> None:
        """Cut off and hand on what is whole; keep the rest until more comes."""
        if self.is_over:
            self._pass_on(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end = 0, len(data)
        while end - at >= 6:
            kind, size, body = data[at], data[at + 1] - _MASKED, at + 6
            if size == TWO_BYTES:
                if end - at < 8:
                    break
                size, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            elif size < 0 or size == EIGHT_BYTES or kind & _RESERVED:
                kind = 0
            if size > self._most or not (kind in (TEXT, BINARY) or kind >= _FIRST_CONTROL):
                self.is_over = True
                self._pass_on(data[at:])
                return
            after = body + size
            if after > end:
                break
            is_message = kind < _FIRST_CONTROL
            if not is_message or not self._take(
                kind, apply_mask(data[body:after], data[body - 4 : body])
            ):
                self._pass_on(data[at:after])
            at = after
        self._rest = data[at:]
