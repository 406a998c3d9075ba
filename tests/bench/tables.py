"""Tables under load: who sits there, what the next move is, and when everybody has seen it.

A move counts as done when its commit has come to the last of the table's connections. One of them,
the reader, is read so as to know the next question; the others only count.
"""

import asyncio
import struct
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct

from clients.bots.random_bot import RandomBot
from protocol.codec import MSGPACK, MSGPACK_DEFLATED, msgpack
from protocol.codec.deflated import DEFLATED, PAST, Inflating
from protocol.ids import SeatId
from protocol.questions import Question
from protocol.replies import Again, Closing, Commit, Snapshot, now_open
from protocol.requests import Intent
from tests.bench.board import DICE, FOES
from tests.bench.wire import Socket, framed

COMMIT = b"\xa1c"
SNAPSHOT = b"\xa8snapshot"


class Table(ABC):
    """A table with its connections. `on_done(table, seconds)` is called for each finished move.

    `wire` is what its sockets ask for.
    """

    wire = MSGPACK

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self.on_done: Callable[[Table, float], None] = _nobody
        self.on_reply: Callable[[Socket, bytes], None] = _nothing
        self.begun = asyncio.Event()
        self.is_busy = False
        self.is_over = False
        self.updates = self.update_bytes = 0
        self._left = 0
        self._since = 0.0
        self._latest = b""
        self._inflating = Inflating()

    def move(self, since: float) -> None:
        """Send the next move; its time counts from `since`, which may lie in the past."""
        self.is_busy, self._since, self._left = True, since, len(self.sockets)
        socket, frame = self.next_move()
        socket.send(frame)

    @abstractmethod
    def next_move(self) -> tuple[Socket, bytes]:
        """Who moves, and the frame that says it."""

    @abstractmethod
    def read(self, commit: bytes) -> None:
        """Look at the commit that the reader has got."""

    def begin(self, snapshot: Snapshot) -> None:
        """A battle begins."""

    def take(self, socket: Socket, payload: bytes) -> None:
        """A message has come to one of the sockets; the reader alone inflates it."""
        size, is_read = len(payload), socket is self.sockets[0]
        if payload[0] == PAST:
            if is_read:
                self._inflating.message(payload)
            return
        if payload[0] == DEFLATED:
            payload = (is_read and self._inflating.message(payload)) or payload
        elif payload[1:3] != COMMIT:
            if is_read and payload[1:10] == SNAPSHOT:
                found = msgpack.reply(payload)
                assert isinstance(found, Snapshot)
                self.begin(found)
                self.begun.set()
            self.on_reply(socket, payload)
            return
        if is_read:
            self._latest = payload
            self.updates += 1
            self.update_bytes += size
        self._left -= 1
        if not self._left and self.is_busy:
            spent = time.perf_counter() - self._since
            self.is_busy = False
            self.read(self._latest)
            self.on_done(self, spent)


class _Asked(Struct, array_like=True):
    """A question, read no further than a bot of the micro-game needs."""

    to: tuple[str, ...]
    why: Raw
    text: Raw
    shape: Raw
    rule: Raw
    may_pass: Raw
    default: Raw
    about: Raw
    id: int


class _Asking(Struct, array_like=True, tag="c"):
    version: int
    events: Raw
    gone: Raw
    put: Raw
    asked: tuple[_Asked, ...]
    again: tuple[Again, ...]
    number: int
    ms: int
    pinned: Raw


_read = msgspec.msgpack.Decoder(_Asking).decode
_numbers = struct.Struct(">cIcIcI").pack
_U32 = b"\xce"
_PLANS = [msgspec.msgpack.encode((f"d{i % DICE}", f"f{i % FOES}")) for i in range(DICE * FOES)]


class MicroTable(Table):
    """Seat n is socket n - 1. Every turn takes the steady die."""

    def __init__(self) -> None:
        super().__init__()
        self._question, self._seat, self._moves = 0, 1, 0

    def begin(self, snapshot: Snapshot) -> None:
        """The first question."""
        asked = snapshot.questions[0]
        self._question, self._seat, self._moves = asked.id, int(asked.to[0]), 0

    def read(self, commit: bytes) -> None:
        """The next question."""
        found = _read(commit)
        asked = found.again[0] if found.again else found.asked[0]
        self._question, self._seat = asked.id, int(asked.to[0])

    def next_move(self) -> tuple[Socket, bytes]:
        """The steady die of whose turn it is."""
        self._moves += 1
        numbers = _numbers(_U32, self._moves, _U32, self._moves, _U32, self._question)
        payload = b"\x96\xa6intent" + numbers + self.picks(self._moves) + b"\xa0"
        return self.sockets[self._seat - 1], framed(payload)

    def picks(self, move: int) -> bytes:
        """The n-th move's picks, encoded."""
        return b"\x91\xa6steady"


class BoardTable(MicroTable):
    """The second form: each move another die and another target."""

    def picks(self, move: int) -> bytes:
        """See MicroTable."""
        return _PLANS[move % len(_PLANS)]


class DeflatedBoardTable(BoardTable):
    """The same with deflated commits."""

    wire = MSGPACK_DEFLATED


class BareTable(Table):
    """A group of the bare loop: frames of the same size to it, the same commit back each time."""

    def __init__(self) -> None:
        super().__init__()
        self._seat = 0
        self._frame = framed(b"\x96" + bytes(31))

    def read(self, commit: bytes) -> None:
        """There is nothing to learn from it."""

    def next_move(self) -> tuple[Socket, bytes]:
        """The players in turn."""
        self._seat = (self._seat + 1) % 4
        return self.sockets[self._seat], self._frame


def commit_of(size: int) -> bytes:
    """Bytes that a table takes for a commit of that size."""
    return (b"\x9a" + COMMIT).ljust(size, b"\0")


class BattleTable(Table):
    """A battle of the real rules, every question answered at random."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random, self._bot = Random(seed), RandomBot(seed)
        self._questions: tuple[Question, ...] = ()
        self._moves = 0

    def begin(self, snapshot: Snapshot) -> None:
        """The first questions."""
        self._questions, self.is_over, self._moves = snapshot.questions, snapshot.over, 0

    def read(self, commit: bytes) -> None:
        """The questions that are open now."""
        found: Any = msgpack.reply(commit)
        assert isinstance(found, Commit)
        self._questions = now_open(self._questions, found)
        self.is_over = isinstance(found.pinned, Closing)

    def next_move(self) -> tuple[Socket, bytes]:
        """A random legal answer."""
        asked = self._random.choice(self._questions)
        self._moves += 1
        intent = Intent(
            self._moves, self._moves, asked.id, self._bot.picks(asked), SeatId(asked.to[0])
        )
        return self.sockets[int(asked.to[0]) - 1], framed(msgpack.encode(intent))


def _nobody(_table: Table, _seconds: float) -> None:
    pass


def _nothing(_socket: Socket, _payload: bytes) -> None:
    pass
