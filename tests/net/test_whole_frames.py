"""Frames are cut as they arrive, however the network cuts them; what is not plain is passed on."""

import random

import pytest
from websockets.frames import Frame, Opcode

from server.net.websocket.whole_frames import BINARY, WholeFrames

MOST = 1000


class Heard:
    """What was taken, and what went to the library."""

    def __init__(self, takes: bool = True) -> None:
        self.taken: list[bytes] = []
        self.passed: list[bytes] = []
        self._takes = takes
        self.frames = WholeFrames(MOST, self._take, self.passed.append)

    def _take(self, kind: int, message: bytes) -> bool:
        if not self._takes or kind != BINARY:
            return False
        self.taken.append(message)
        return True


def frame(payload: bytes, opcode: Opcode = Opcode.BINARY, fin: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, payload, fin).serialize(mask=True)


@pytest.mark.parametrize("seed", range(5))
def test_messages_come_out_however_the_stream_is_cut(seed: int) -> None:
    """Given messages of all lengths, when their bytes come in pieces of any size, then each is
    taken once, in order, and nothing else is passed on."""
    chance = random.Random(seed)
    sent = [chance.randbytes(chance.choice((0, 1, 5, 125, 126, 127, 999))) for _ in range(40)]
    stream = b"".join(map(frame, sent))
    heard, at = Heard(), 0

    while at < len(stream):
        piece = chance.choice((1, 2, 3, 7, 50, 400))
        heard.frames.feed(stream[at : at + piece])
        at += piece

    assert heard.taken == sent
    assert heard.passed == []


def test_what_nobody_takes_is_passed_on_whole() -> None:
    """Given a ping between two messages, one of them text, when nobody takes text, then ping and
    text go on as they came, and the binary one does not."""
    ping, text = frame(b"p", Opcode.PING), frame(b"t", Opcode.TEXT)
    heard = Heard()

    heard.frames.feed(frame(b"one") + ping[:3])
    heard.frames.feed(ping[3:] + text)

    assert (heard.taken, heard.passed) == ([b"one"], [ping, text])


@pytest.mark.parametrize(
    "odd",
    [
        frame(b"part", fin=False),
        frame(b"x" * (MOST + 1)),
        Frame(Opcode.BINARY, b"unmasked").serialize(mask=False),
        b"\xc2" + frame(b"reserved")[1:],
        frame(b"y" * 70_000),
    ],
    # Masks are drawn anew in each process: as ids the bytes would differ from worker to worker.
    ids=["a part", "too long", "unmasked", "reserved bits", "64-bit length"],
)
def test_all_after_an_odd_frame_is_left_to_the_library(odd: bytes) -> None:
    """Given a frame that is no whole plain message, then it and whatever follows is passed on."""
    heard = Heard()

    heard.frames.feed(frame(b"one") + odd[:10])
    heard.frames.feed(odd[10:] + frame(b"two"))

    assert heard.taken == [b"one"]
    assert b"".join(heard.passed)[: len(odd)] == odd
    assert b"".join(heard.passed)[len(odd) :][:2] == frame(b"two")[:2]
