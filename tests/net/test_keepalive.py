"""Who does not answer a ping in time is sent away, and nobody else."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode

from server.net.admission import Admission
from server.net.http import Listener, Site
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection, Keepalive
from server.net.websocket.keepalive import COARSENESS
from server.players.effort import Pay
from server.settings import Settings
from tests.net.player import SPOKEN
from tests.service.clocks import ManualClock, breathe

INTERVAL, PATIENCE = 20.0, 5.0


class Peer:
    """A connection without a socket: it answers its pings when told to."""

    def __init__(self, is_open: bool = True) -> None:
        self.tokens: list[bytes] = []
        self.parted: tuple[int, str] | None = None
        self._is_open = is_open

    def ping_now(self, frame: bytes) -> bool:
        if self._is_open:
            self.tokens.append(frame[2:])
        return self._is_open

    async def part(self, code: int, reason: str) -> None:
        self.parted = code, reason


def parted_of(peer: Peer) -> tuple[int, str] | None:
    return peer.parted


async def test_who_answers_is_asked_again_and_who_does_not_is_sent_away() -> None:
    """Given two connections, when one answers its pings, then it is pinged again and again; the
    other is closed once its time is over, and not before."""
    clock = ManualClock()
    keepalive = Keepalive(INTERVAL, PATIENCE, clock)
    one, other = Peer(), Peer()
    keepalive.add(one)
    keepalive.add(other)

    await clock.advance(INTERVAL - 1)
    assert one.tokens == other.tokens == []
    await clock.advance(1 + COARSENESS)
    keepalive.answered(one, one.tokens[0])
    await clock.advance(PATIENCE - 1)
    assert parted_of(other) is None
    await clock.advance(1 + COARSENESS)

    assert parted_of(other) == (CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
    assert len(other.tokens) == 1
    await clock.advance(INTERVAL - PATIENCE)
    for times in range(2, 6):
        await clock.advance(0.1)
        assert len(one.tokens) == times
        keepalive.answered(one, one.tokens[-1])
        await clock.advance(INTERVAL)
    assert one.parted is None


async def test_a_pong_to_no_ping_of_ours_is_no_answer() -> None:
    """Given a connection that was pinged, when it says what it was not asked for, then it counts
    as silent: nobody answers a ping without having read it."""
    clock = ManualClock()
    keepalive, peer = Keepalive(INTERVAL, PATIENCE, clock), Peer()
    keepalive.add(peer)
    keepalive.answered(peer, b"")
    await clock.advance(INTERVAL + COARSENESS)
    keepalive.answered(peer, b"")
    keepalive.answered(peer, peer.tokens[0] + b"!")

    await clock.advance(PATIENCE + COARSENESS)

    assert peer.parted is not None


async def test_each_connection_has_its_own_time() -> None:
    """Given connections that came one after the other, then each is asked, and closed, so long
    after it came, whoever else comes, answers or leaves."""
    clock = ManualClock()
    keepalive = Keepalive(INTERVAL, PATIENCE, clock)
    peers = [Peer() for _ in range(10)]
    for peer in peers:
        keepalive.add(peer)
        await clock.advance(1)
    keepalive.discard(peers[3])

    await clock.advance(INTERVAL - 10 + 0.1)
    for at in range(10):
        asked = {number for number, peer in enumerate(peers) if peer.tokens}
        parted = {number for number, peer in enumerate(peers) if peer.parted}
        assert asked == set(range(at + 1)) - {3}
        assert parted == {number for number in range(10) if number <= at - PATIENCE} - {3}
        await clock.advance(1)


async def test_who_is_being_closed_is_asked_nothing_and_kept_no_longer() -> None:
    clock = ManualClock()
    keepalive, peer = Keepalive(INTERVAL, PATIENCE, clock), Peer(is_open=False)
    keepalive.add(peer)
    await clock.advance(INTERVAL + COARSENESS)
    assert len(keepalive) == 0


async def test_nobody_is_asked_after_the_end() -> None:
    clock = ManualClock()
    keepalive, peer = Keepalive(INTERVAL, PATIENCE, clock), Peer()
    keepalive.add(peer)
    await keepalive.close()
    await clock.advance(2 * INTERVAL)
    assert peer.tokens == []


class Port:
    """A listener on a clock that stands still, and who has come to it."""

    def __init__(self) -> None:
        settings = Settings(
            port=0, ping_interval=INTERVAL, ping_timeout=PATIENCE, close_timeout=0.2
        )
        self.clock = ManualClock()
        self.came: asyncio.Queue[BoundedConnection] = asyncio.Queue()
        self.heard: list[Any] = []
        admission = Admission(settings, asyncio.get_running_loop().time)

        async def nothing(_battle: str = "") -> str:
            return ""

        async def no_file(_battle: str, _key: str, _pay: Pay) -> None:
            return None

        metrics = Metrics()
        site = Site(settings, metrics, no_file, nothing)
        self.listener = Listener(settings, metrics, admission, site, self._handle, self.clock)

    async def _handle(self, link: BoundedConnection) -> None:
        link.forget_handshake()
        self.came.put_nowait(link)
        try:
            while True:
                self.heard.append(await link.recv())
        except ConnectionClosed:
            pass

    async def connect(self, **options: Any) -> tuple[ClientConnection, BoundedConnection]:
        url = f"ws://127.0.0.1:{self.listener.port}/ws"
        socket = await connect(url, subprotocols=SPOKEN, proxy=None, ping_interval=None, **options)
        return socket, await self.came.get()


@pytest.fixture
async def port() -> AsyncIterator[Port]:
    made = Port()
    await made.listener.start()
    yield made
    await made.listener.stop()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that the other end of a socket does."""
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


async def test_a_client_that_answers_stays_and_is_heard(port: Port) -> None:
    """Given a client that answers pings, as all do, when many intervals have passed, then it is
    there and what it says arrives: whole, in parts, and the answer to its own ping comes."""
    socket, link = await port.connect()
    for _ in range(5):
        await port.clock.advance(INTERVAL + COARSENESS)
        await until(lambda: _asked(port) == 0)
        await socket.send(b"whole")
        await (await socket.ping())
    await socket.send([b"in ", b"parts"])
    await socket.send(b"whole again")
    await port.clock.advance(INTERVAL + COARSENESS)
    await until(lambda: _asked(port) == 0 and len(port.heard) == 7)
    assert port.heard == [b"whole"] * 5 + [b"in parts", b"whole again"]
    assert link.is_open
    await socket.close()
    await until(lambda: len(port.listener._keepalive) == 0)


async def test_a_client_that_hangs_is_told_and_cut(port: Port) -> None:
    """Given a client that reads nothing, when its time is over, then its connection is closed with
    the code for that, and cut, for it does not answer that either."""
    hung = await _hung(port)
    link = await port.came.get()
    await port.clock.advance(INTERVAL + COARSENESS)
    assert link.is_open
    await port.clock.advance(PATIENCE + COARSENESS)
    await until(link.connection_lost_waiter.done)
    reader, writer = hung
    said = await reader.read()
    assert said.endswith(
        Frame(Opcode.CLOSE, b"\x03\xf3keepalive ping timeout").serialize(mask=False)
    )
    assert link.why_cut == "closing"
    writer.close()
    await breathe()
    assert len(port.listener._keepalive) == 0


async def test_an_idle_connection_holds_no_dict_parser_queue_or_headers(port: Port) -> None:
    """Given a connection that has opened its WebSocket and said something, then it keeps no
    attribute outside of its slots: with so many a dict takes 1.6 KB. An attribute that is new in
    the library has to be named in `HttpConnection.__slots__`."""
    socket, link = await port.connect()
    await socket.send(b"whole")
    await (await socket.ping())
    assert vars(link) == {}
    assert inspect.getgeneratorstate(link.protocol.parser) == inspect.GEN_CLOSED
    assert not link.recv_messages.frames.queue.maxlen
    assert not getattr(link.request, "headers", "")
    await socket.close()


def _asked(port: Port) -> int:
    return len(port.listener._keepalive._asked)


async def _hung(port: Port) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port.listener.port)
    lines = [
        "GET /ws HTTP/1.1",
        "Host: here",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {SPOKEN[0]}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    return reader, writer
