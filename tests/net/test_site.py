import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from protocol.codec import MSGPACK
from server.net.admission import Admission
from server.net.http import Listener, Site, StoreAway
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection
from server.players.effort import Pay
from server.settings import Settings
from tests.net.player import SPOKEN


class Place:
    """A listener without rooms: sockets are echoed once and closed."""

    def __init__(self, web: Path) -> None:
        self.settings = Settings(
            port=0, web=str(web), close_timeout=1, origins=("https://ok.example",)
        )
        self.metrics = Metrics()
        self.reason = self.key = ""
        clock = asyncio.get_running_loop().time
        site = Site(self.settings, self.metrics, self.replay_file, self.not_ready)
        self.lacking: list[str] = []
        site.lacking = lambda: self.lacking
        admission = Admission(self.settings, clock)
        self.listener = Listener(self.settings, self.metrics, admission, site, self.handle)

    async def replay_file(self, battle: str, key: str, pay: Pay) -> bytes | None:
        self.key = key
        if self.reason:
            raise StoreAway(self.reason)
        return b"\x28the replay" if battle == "b-1" else None

    async def not_ready(self) -> str:
        return self.reason

    async def handle(self, link: BoundedConnection) -> None:
        await link.send(str(link.subprotocol))
        await link.part(1000, "")

    async def get(self, path: str, method: str = "GET", *lines: str) -> tuple[str, str, bytes]:
        """Status line, headers and body of an answer, byte for byte as they come."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.listener.port)
        request = [f"{method} {path} HTTP/1.1", "Host: here.example", *lines, "", ""]
        writer.write("\r\n".join(request).encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        head, _, body = answer.partition(b"\r\n\r\n")
        status, _, fields = head.decode().partition("\r\n")
        return status, fields, body


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    web = tmp_path / "web"
    (web / "deep").mkdir(parents=True)
    (web / "deep" / "app.js").write_text("let x = 1")
    (tmp_path / "secret.txt").write_text("secret")
    (web / "way-out").symlink_to(tmp_path / "secret.txt")
    place = Place(web)
    await place.listener.start()
    yield place
    await place.listener.stop()


async def test_healthz_says_ok(place: Place) -> None:
    status, _, body = await place.get("/healthz")
    assert (status, body) == ("HTTP/1.1 200 OK", b"ok\n")


async def test_readyz_says_why_battles_cannot_be_played(place: Place) -> None:
    assert (await place.get("/readyz"))[0] == "HTTP/1.1 200 OK"
    place.reason = "the store is away"
    status, _, body = await place.get("/readyz?probe=1")
    assert status.startswith("HTTP/1.1 503")
    assert b"the store is away" in body


async def test_readyz_names_the_packs_that_this_server_lacks(place: Place) -> None:
    place.lacking = ["night", "dawn"]
    status, _, body = await place.get("/readyz")
    assert (status, body) == (
        "HTTP/1.1 200 OK",
        b"ready\npack missing here: dawn\npack missing here: night\n",
    )


async def test_metrics_are_prometheus_text(place: Place) -> None:
    place.metrics.commits.inc(3)
    status, fields, body = await place.get("/metrics")
    assert status == "HTTP/1.1 200 OK"
    assert "Content-Type: text/plain; version=0.0.4" in fields
    assert b"hexwarden_commits_total 3.0" in body


async def test_a_replay_file_is_a_download(place: Place) -> None:
    status, fields, body = await place.get("/replay/b-1")
    assert (status, body) == ("HTTP/1.1 200 OK", b"\x28the replay")
    assert 'attachment; filename="b-1.hwr"' in fields
    assert (await place.get("/replay/b-2"))[0].startswith("HTTP/1.1 404")
    assert (await place.get("/replay/../b-1"))[0].startswith("HTTP/1.1 404")


async def test_the_key_to_a_replay_comes_by_a_header_of_its_own_once(place: Place) -> None:
    for lines, key in {
        ("Hexwarden-Share: abc",): "abc",
        ("hexwarden-share: abc",): "abc",
        (): "",
        ("Hexwarden-Share: abc", "Hexwarden-Share: abc"): "",
        ("Hexwarden-Share: \u00e9",): "",
    }.items():
        await place.get("/replay/b-1?share=no", "GET", *lines)
        assert place.key == key


async def test_a_replay_cannot_be_given_while_the_store_is_away(place: Place) -> None:
    place.reason = "the store is away"
    status, _, body = await place.get("/replay/b-1")
    assert (status, body) == ("HTTP/1.1 503 Service Unavailable", b"not ready: the store is away\n")


@pytest.mark.parametrize("path", ["metrics", "healthz", "readyz", "replay/b-1", "operator"])
async def test_a_path_is_spelt_in_one_way_so_that_no_proxy_passes_it_by_another(
    place: Place, path: str
) -> None:
    for spelt in (f"//{path}", f"/{path}/", f"///{path}", f"/./{path}", f"/{path}//"):
        assert (await place.get(spelt))[0].startswith("HTTP/1.1 404"), spelt


async def test_head_gives_the_headers_alone(place: Place) -> None:
    status, fields, body = await place.get("/replay/b-1", "HEAD")
    assert (status, body) == ("HTTP/1.1 200 OK", b"")
    assert "Content-Length: 11" in fields


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "BREW"])
async def test_other_methods_are_refused(place: Place, method: str) -> None:
    status, fields, _ = await place.get("/healthz", method)
    assert status.startswith("HTTP/1.1 405")
    assert "Allow: GET, HEAD" in fields


async def test_files_of_the_browser_client_are_served(place: Place) -> None:
    status, fields, body = await place.get("/static/deep/app.js")
    assert (status, body) == ("HTTP/1.1 200 OK", b"let x = 1")
    assert "javascript" in fields
    assert "nosniff" in fields


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.txt",
        "/static/..%2fsecret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/deep/../../secret.txt",
        "/static/way-out",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/deep",
        "/static/",
        "/static/%00",
        "/static/" + "a" * 5000,
        "/etc/passwd",
        "/healthz/more",
        "//healthz/..",
        "/%ff%fe",
    ],
)
async def test_no_path_leads_out_of_the_static_directory(place: Place, path: str) -> None:
    status, _, body = await place.get(path)
    assert status.startswith("HTTP/1.1 404")
    assert b"secret" not in body


async def test_a_browser_is_told_how_to_join_from_a_terminal(place: Place) -> None:
    status, fields, body = await place.get("/join/t1.2.Abc-123")
    assert status == "HTTP/1.1 200 OK"
    assert b"hexwarden join &#x27;http://here.example/#join=t1.2.Abc-123&#x27;" in body
    assert "Referrer-Policy: no-referrer" in fields
    assert (await place.get("/"))[0] == "HTTP/1.1 200 OK"
    assert (await place.get("/join/<script>"))[0].startswith("HTTP/1.1 404")


async def test_the_page_shows_a_host_header_as_text_only(place: Place) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", place.listener.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: <script>alert(1)</script>\r\n\r\n")
    answer = await reader.read()
    writer.close()
    assert b"<script>" not in answer
    assert b"&lt;script&gt;" in answer


async def test_the_browser_client_takes_over_the_page_once_it_is_there(place: Place) -> None:
    (Path(place.settings.web) / "index.html").write_text("<p>the game")
    for path in ("/", "/join/Abc"):
        assert (await place.get(path))[2] == b"<p>the game"


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["hexwarden.v1.msgpack"], "hexwarden.v1.msgpack"),
        (["hexwarden.v1.json", "hexwarden.v1.msgpack"], "hexwarden.v1.json"),
        (["hexwarden.v9.json", "hexwarden.v1.json"], "hexwarden.v1.json"),
    ],
)
async def test_the_client_chooses_the_format(place: Place, offered: list[str], chosen: str) -> None:
    protocols = [Subprotocol(name) for name in offered]
    url = f"ws://127.0.0.1:{place.listener.port}/ws"
    async with connect(url, subprotocols=protocols, proxy=None) as socket:
        assert await socket.recv() == chosen


@pytest.mark.parametrize("offered", [[Subprotocol("hexwarden.v9.json")], None])
async def test_who_offers_no_protocol_that_is_spoken_here_is_told_which_ones_there_are(
    place: Place, offered: list[Subprotocol] | None
) -> None:
    url = f"ws://127.0.0.1:{place.listener.port}/ws"
    with pytest.raises(InvalidStatus) as caught:
        await connect(url, subprotocols=offered, proxy=None)
    assert caught.value.response.status_code == 400
    assert b"hexwarden.v1.msgpack" in caught.value.response.body


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("https://ok.example", True),
        ("http://127.0.0.1:{port}", True),
        ("https://evil.example", False),
        ("null", False),
    ],
)
async def test_pages_of_strange_sites_open_no_socket(
    place: Place, origin: str | None, allowed: bool
) -> None:
    port = place.listener.port
    sent = Origin(origin.format(port=port)) if origin else None
    url = f"ws://127.0.0.1:{port}/ws"
    opening = connect(url, subprotocols=SPOKEN, origin=sent, proxy=None)
    if allowed:
        async with opening as socket:
            assert await socket.recv() == MSGPACK
    else:
        with pytest.raises(InvalidStatus) as caught:
            await opening
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize(
    "origins",
    [
        ("https://evil.example", "https://ok.example"),
        ("https://ok.example", "https://evil.example"),
        ("https://ok.example", "https://ok.example"),
    ],
)
async def test_a_request_with_two_origins_opens_no_socket(
    place: Place, origins: tuple[str, str]
) -> None:
    """Whichever counts somewhere else, it is not for us to choose the one that may."""
    lines = [
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Sec-WebSocket-Protocol: {SPOKEN[0]}",
        *(f"Origin: {origin}" for origin in origins),
    ]
    assert (await place.get("/ws", "GET", *lines))[0].startswith("HTTP/1.1 403")


async def test_no_other_path_is_upgraded(place: Place) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await connect(f"ws://127.0.0.1:{place.listener.port}/healthz", proxy=None)
    assert caught.value.response.status_code == 200
    assert (await place.get("/ws"))[0].startswith("HTTP/1.1 426")


async def test_garbage_instead_of_a_request_harms_nobody(place: Place) -> None:
    for garbage in (b"\x00\xff" * 200, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 20_000):
        reader, writer = await asyncio.open_connection("127.0.0.1", place.listener.port)
        writer.write(garbage + b"\r\n\r\n")
        answer = await reader.read()
        writer.close()
        assert not answer.startswith(b"HTTP/1.1 200")
    assert (await place.get("/healthz"))[0] == "HTTP/1.1 200 OK"
