"""Several plain requests on one connection, and what ends it."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from protocol.codec import MSGPACK
from server.net.admission import Admission
from server.net.http import Listener, Site
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection, http_connection
from server.players.effort import Pay
from server.settings import Settings

KEPT = "Connection: keep-alive"
PATIENCE = 30  # seconds: for hanging only


class Visitor:
    """A TCP connection on which requests are written as they are given, and answers read whole."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def say(self, path: str, *lines: str, method: str = "GET") -> None:
        request = [f"{method} {path} HTTP/1.1", "Host: here.example", *lines, "", ""]
        self.writer.write("\r\n".join(request).encode())

    async def hears(self, *, body: bool = True) -> tuple[str, dict[str, str], bytes]:
        """Status, headers and body of the next answer."""
        async with asyncio.timeout(PATIENCE):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            status, *fields = head.rstrip().split("\r\n")
            headers = dict(field.split(": ", 1) for field in fields)
            size = int(headers.get("Content-Length", 0)) if body else 0
            return status, headers, await self.reader.readexactly(size)

    async def asks(self, path: str, *lines: str) -> tuple[str, dict[str, str], bytes]:
        self.say(path, *lines)
        return await self.hears()

    async def ends(self) -> bytes:
        """What still comes until the server ends the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""


class Place:
    """A listener; its sockets send one frame and close."""

    def __init__(self, web: Path, **settings: float) -> None:
        (web / "app.js").write_text("let x = 1")
        (web / "large.js").write_text("x" * 2_000_000)
        self.settings = Settings(port=0, web=str(web), close_timeout=1, **settings)  # type: ignore[arg-type]
        self.metrics = Metrics()
        clock = asyncio.get_running_loop().time
        admission = Admission(self.settings, clock)
        site = Site(self.settings, self.metrics, self._no_file, self._ready, admission=admission)
        self.listener = Listener(self.settings, self.metrics, admission, site, self._handle)
        self.heard: list[bytes | str] = []

    async def visitor(self) -> Visitor:
        return Visitor(*await asyncio.open_connection("127.0.0.1", self.listener.port))

    async def _no_file(self, _battle: str, _key: str, _pay: Pay) -> bytes | None:
        return None

    async def _ready(self) -> str:
        return ""

    async def _handle(self, link: BoundedConnection) -> None:
        self.heard.append(await link.recv())
        await link.part(1000, "")


Open = Callable[..., Awaitable[Place]]


@pytest.fixture
async def open_place(tmp_path: Path) -> AsyncIterator[Open]:
    places: list[Place] = []

    async def opened(**settings: float) -> Place:
        place = Place(tmp_path, **settings)
        await place.listener.start()
        places.append(place)
        return place

    yield opened
    for place in places:
        await place.listener.stop()


async def test_who_asks_for_it_is_answered_several_times_on_one_connection(
    open_place: Open,
) -> None:
    visitor = await (await open_place()).visitor()
    for _ in range(5):
        status, headers, body = await visitor.asks("/static/app.js", KEPT)
        assert (status, headers["Connection"], body) == (
            "HTTP/1.1 200 OK",
            "keep-alive",
            b"let x = 1",
        )
        assert headers["Keep-Alive"] == "timeout=5"
    status, headers, _ = await visitor.asks("/healthz", KEPT, f"If-None-Match: {headers['ETag']}")
    assert status == "HTTP/1.1 200 OK"
    visitor.say("/static/app.js", KEPT, method="HEAD")
    assert (await visitor.hears(body=False))[1]["Content-Length"] == "9"
    assert (await visitor.asks("/healthz", KEPT))[2] == b"ok\n"


@pytest.mark.parametrize("lines", [(), ("Connection: close",), ("Connection: keep-alive, close",)])
async def test_who_does_not_ask_for_it_is_answered_once(
    open_place: Open, lines: tuple[str, ...]
) -> None:
    visitor = await (await open_place()).visitor()
    assert (await visitor.asks("/healthz", *lines))[1]["Connection"] == "close"
    assert await visitor.ends() == b""


async def test_a_refusal_ends_the_connection(open_place: Open) -> None:
    visitor = await (await open_place()).visitor()
    status, headers, _ = await visitor.asks("/nowhere", KEPT)
    assert (status, headers["Connection"]) == ("HTTP/1.1 404 Not Found", "close")
    assert await visitor.ends() == b""


async def test_requests_that_come_at_once_are_answered_in_their_order(open_place: Open) -> None:
    """Given three requests in one packet and a last one cut in two, then all are answered."""
    visitor = await (await open_place()).visitor()
    for path in ("/healthz", "/static/app.js", "/healthz"):
        visitor.say(path, KEPT)
    visitor.writer.write(b"GET /static/app.js HTTP/1.1\r\nConnection: keep-alive\r")
    answers = [(await visitor.hears())[2] for _ in range(3)]
    visitor.writer.write(b"\n\r\n")
    answers.append((await visitor.hears())[2])
    assert answers == [b"ok\n", b"let x = 1", b"ok\n", b"let x = 1"]


async def test_a_websocket_may_come_after_a_request_also_with_its_first_frame(
    open_place: Open,
) -> None:
    """Given a request, an upgrade and a masked frame in one packet, then all three are heard."""
    place = await open_place()
    visitor = await place.visitor()
    visitor.say("/healthz", KEPT)
    visitor.say(
        "/ws",
        "Upgrade: websocket",
        "Connection: keep-alive, Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {MSGPACK}",
    )
    visitor.writer.write(b"\x82\x83\x00\x00\x00\x00abc")
    assert (await visitor.hears())[2] == b"ok\n"
    assert (await visitor.hears())[0] == "HTTP/1.1 101 Switching Protocols"
    await visitor.reader.readexactly(2)  # the closing frame's head
    assert place.heard == [b"abc"]


async def test_who_waits_too_long_for_a_further_request_is_let_go(open_place: Open) -> None:
    visitor = await (await open_place(keep_alive=0.05)).visitor()
    await visitor.asks("/healthz", KEPT)
    assert await visitor.ends() == b""


async def test_a_further_request_may_not_come_slower_than_a_first_one(open_place: Open) -> None:
    """Given half of a further request, then it is not waited for beyond the limit."""
    visitor = await (await open_place(keep_alive=0.05)).visitor()
    await visitor.asks("/healthz", KEPT)
    visitor.writer.write(b"GET /healthz HTTP/1.1\r\n")
    assert await visitor.ends() == b""


@pytest.mark.parametrize(
    "nonsense",
    [
        b"nonsense\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nContent-Length: 9\r\n\r\nGET / HTT",
        b"GET /healthz HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
        b"\r\n\r\n",
    ],
)
async def test_what_is_no_request_ends_the_connection(open_place: Open, nonsense: bytes) -> None:
    """Given a good request and then nonsense, then nothing of it is taken for a request."""
    place = await open_place()
    visitor = await place.visitor()
    await visitor.asks("/healthz", KEPT)
    visitor.writer.write(nonsense)
    assert b"200 OK" not in await visitor.ends()
    assert (await (await place.visitor()).asks("/healthz"))[2] == b"ok\n"


async def test_who_sends_too_much_ahead_is_cut(open_place: Open) -> None:
    """Given requests without end that arrive before the first answer has left."""
    visitor = await (await open_place()).visitor()
    visitor.say("/static/large.js", KEPT)
    visitor.writer.write(b"GET /healthz HTTP/1.1\r\nConnection: keep-alive\r\n\r\n" * 1000)
    left = await visitor.ends()
    assert left.count(b"ok\n") < 1000


async def test_a_connection_has_so_many_requests_and_no_more(open_place: Open) -> None:
    visitor = await (await open_place()).visitor()
    for _ in range(1, http_connection.MOST_REQUESTS):
        headers = (await visitor.asks("/healthz", KEPT))[1]
        assert headers["Connection"] == "keep-alive"
    assert (await visitor.asks("/healthz", KEPT))[1]["Connection"] == "close"
    assert await visitor.ends() == b""


async def test_each_request_of_a_connection_costs_its_address(open_place: Open) -> None:
    place = await open_place(address_rate=0.001, address_burst=3)
    visitor = await place.visitor()
    found = [await visitor.asks("/", KEPT)]
    while found[-1][0] == "HTTP/1.1 200 OK":
        found.append(await visitor.asks("/", KEPT))
    assert found[-1][0] == "HTTP/1.1 429 Too Many Requests"
    assert len(found) <= 4
    assert await visitor.ends() == b""


async def test_a_port_that_closes_ends_those_who_wait_at_once(open_place: Open) -> None:
    """Given somebody who waits and somebody who is being served, when the port closes, then the
    one is let go at once, and the other with its answer."""
    place = await open_place(keep_alive=600)
    idle, busy = await place.visitor(), await place.visitor()
    await idle.asks("/healthz", KEPT)
    await busy.asks("/healthz", KEPT)
    busy.say("/static/large.js", KEPT)
    await busy.reader.readuntil(b"\r\n\r\n")
    place.listener.close_door()
    assert await idle.ends() == b""
    assert len(await busy.ends()) == 2_000_000
