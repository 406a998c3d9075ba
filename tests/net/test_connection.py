import asyncio
import base64
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from protocol.codec import MSGPACK
from server.net.admission import Admission
from server.net.http import Listener, Site
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection
from server.net.websocket.connection import framed
from server.players.effort import Pay
from server.settings import Settings
from tests.net.player import SPOKEN

KILO = framed(b"x" * 1000, text=False)
SOFT, HARD = 64 * 1024, 512 * 1024


class Deaf:
    """A raw socket that has opened a WebSocket and reads only when told to."""

    def __init__(self, port: int) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setblocking(False)
        self.port = port

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /ws HTTP/1.1",
            "Host: here",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {MSGPACK}",
        ]
        await self.say("\r\n".join([*lines, "", ""]).encode())

    async def say(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def read_some(self) -> bytes:
        return await asyncio.get_running_loop().sock_recv(self.socket, 65536)


class Place:
    """A listener whose links the test drives itself."""

    def __init__(self, **settings: float) -> None:
        bounds = {"outbound_soft": SOFT, "outbound_hard": HARD, "close_timeout": 0.2, **settings}
        self.settings = Settings(port=0, **bounds)  # type: ignore[arg-type]
        self.metrics = Metrics()
        self.links: asyncio.Queue[BoundedConnection] = asyncio.Queue()
        self.finish: Callable[[BoundedConnection], Awaitable[None]] = self._wait
        admission = Admission(self.settings, asyncio.get_running_loop().time)

        async def nothing(_battle: str = "") -> str:
            return ""

        async def no_file(_battle: str, _key: str, _pay: Pay) -> None:
            return None

        site = Site(self.settings, self.metrics, no_file, nothing)
        self.listener = Listener(self.settings, self.metrics, admission, site, self.handle)

    async def handle(self, link: BoundedConnection) -> None:
        self.links.put_nowait(link)
        await self.finish(link)

    async def _wait(self, link: BoundedConnection) -> None:
        await asyncio.shield(link.connection_lost_waiter)

    def count(self, name: str, **labels: str) -> float:
        return self.metrics.value(name, **labels)


@pytest.fixture
async def make() -> AsyncIterator[Callable[..., Awaitable[Place]]]:
    places: list[Place] = []

    async def made(**settings: float) -> Place:
        place = Place(**settings)
        await place.listener.start()
        places.append(place)
        return place

    yield made
    for place in places:
        await place.listener.stop()


def fill(link: BoundedConnection, until: Callable[[], bool]) -> int:
    """Write until something holds; gives how many frames. The kernel takes megabytes first."""
    for count in range(20_000):
        if until() or not link.write(KILO):
            return count
    raise AssertionError("the link took everything")


async def test_a_frame_made_once_is_read_by_any_client(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make()
    url = f"ws://127.0.0.1:{place.listener.port}/ws"
    opening = partial(connect, url, subprotocols=SPOKEN, proxy=None)
    async with opening() as one, opening() as two:
        for link in (await place.links.get(), await place.links.get()):
            for payload in (b"", b"short", b"m" * 300, b"l" * 70_000):
                link.write(framed(payload, text=False))
            link.write(framed("naïve".encode(), text=True))
        for socket_ in (one, two):
            got = [await socket_.recv() for _ in range(5)]
            assert got == [b"", b"short", b"m" * 300, b"l" * 70_000, "naïve"]
    assert place.count("frames_sent_total") == 10


async def test_a_peer_that_stops_reading_is_cut_at_the_hard_limit(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make()
    deaf = Deaf(place.listener.port)
    await deaf.open()
    link = await place.links.get()
    most = 0

    def watch() -> bool:
        nonlocal most
        most = max(most, link.backlog)
        return bool(link.why_cut)

    fill(link, watch)
    assert link.why_cut == "hard_limit"
    assert most <= HARD
    await link.connection_lost_waiter
    assert place.count("aborts_total", reason="hard_limit") == 1
    assert not link.write(KILO)
    deaf.socket.close()


async def test_a_peer_that_stops_reading_is_behind_and_is_cut_when_it_reads_nothing_for_long(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(drain_timeout=0.1)
    deaf = Deaf(place.listener.port)
    await deaf.open()
    link = await place.links.get()
    fill(link, lambda: link.behind)
    assert SOFT < link.backlog <= SOFT + 2 * len(KILO)
    async with asyncio.timeout(20):
        await asyncio.shield(link.connection_lost_waiter)
    assert link.why_cut == "no_drain"
    deaf.socket.close()


async def test_a_peer_that_reads_again_is_told_of_and_may_stay(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(drain_timeout=30)
    deaf = Deaf(place.listener.port)
    await deaf.open()
    link = await place.links.get()
    drained = asyncio.Event()
    link.on_drained = drained.set
    fill(link, lambda: link.behind)
    async with asyncio.timeout(20):
        while not drained.is_set():
            await deaf.read_some()
    assert not link.behind
    assert link.backlog <= SOFT
    assert link.write(KILO)
    assert not link.why_cut
    deaf.socket.close()


async def test_closing_a_peer_that_does_not_read_takes_no_longer_than_the_close_timeout(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(drain_timeout=30)
    deaf = Deaf(place.listener.port)
    await deaf.open()
    link = await place.links.get()
    fill(link, lambda: link.behind)
    async with asyncio.timeout(20):
        await link.part(4002, "too slow")
        await asyncio.shield(link.connection_lost_waiter)
    assert link.why_cut == "closing"
    deaf.socket.close()


async def test_a_flood_of_pings_whose_pongs_nobody_reads_is_cut_at_the_hard_limit(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(drain_timeout=30)
    deaf = Deaf(place.listener.port)
    await deaf.open()
    link = await place.links.get()
    ping = Frame(Opcode.PING, b"p" * 125).serialize(mask=True, extensions=[])

    async def flood() -> None:
        while True:
            await deaf.say(ping * 100)

    with pytest.raises(OSError):
        await asyncio.wait_for(flood(), 30)
    assert link.why_cut == "hard_limit"
    deaf.socket.close()


async def test_leaving_the_server_is_not_held_up_by_a_peer_that_does_not_read(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(drain_timeout=30)

    async def end_soon(link: BoundedConnection) -> None:
        fill(link, lambda: link.behind)
        await link.part(1001, "going down")

    place.finish = end_soon
    deaf = Deaf(place.listener.port)
    await deaf.open()
    await place.links.get()
    async with asyncio.timeout(20):
        await place.listener.stop()
    deaf.socket.close()


async def test_one_socket_too_many_is_cut_before_it_has_said_anything(
    make: Callable[..., Awaitable[Place]],
) -> None:
    place = await make(connections_per_address=1)
    sockets = []
    try:
        for _ in range(40):
            deaf = Deaf(place.listener.port)
            sockets.append(deaf)
            await asyncio.get_running_loop().sock_connect(deaf.socket, ("127.0.0.1", deaf.port))
        assert await sockets[-1].read_some() == b""
    except ConnectionResetError:
        pass
    finally:
        for deaf in sockets:
            deaf.socket.close()
    assert place.count("connections_rejected_total", reason="sockets") >= 1
