"""What comes to the port as plain HTTP, from strangers and operators, and operators' orders."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlencode

import msgspec
from structlog.testing import capture_logs
from websockets.datastructures import Headers
from websockets.exceptions import SecurityError
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from protocol.ids import PlayerId, TableId
from protocol.refusals import REFUSALS
from server.cluster.processes import messages, orders
from server.cluster.processes.messages import AnyMessage, Obeyed
from server.net.admission import Admission
from server.net.credentials import hash_of, read
from server.net.http import Site, admin_of
from server.net.telemetry import Metrics
from server.net.websocket import BoundedConnection, Waiting
from server.operator.acts import ACTS
from server.players.effort import Pay
from server.settings import Settings
from tests.fuzz.looping import run
from tests.fuzz.places import ANN, BOB, TABLE, process

TOKEN = "an operator's token that nobody guesses"
HIDDEN = b"what lies beside the files of the browser client"
STATUSES = {200, 304, 400, 401, 403, 404, 405, 409, 426, 429, 503}
NO_TEXT = "The query is no UTF-8."


@cache
def _folder() -> Path:
    """The browser client's files, and something beside them that is nobody's business."""
    root = Path(tempfile.mkdtemp())
    web = root / "web"
    web.mkdir()
    (root / "hidden").write_bytes(HIDDEN)
    (root / "operators").write_text(f"eve:{hash_of(TOKEN)}\n")
    (web / "index.html").write_text("<!doctype html>" + "x" * 600)
    (web / "main.js").write_text("let us = 'play'")
    return root


def _link(settings: Settings, admission: Admission) -> BoundedConnection:
    link = BoundedConnection(
        ServerProtocol(),
        None,  # a server that nobody asks for anything
        waiting=Waiting(),
        settings=settings,
        metrics=_metrics(),
        admission=admission,
    )
    link.address = "192.0.2.1"
    return link


@cache
def _metrics() -> Metrics:
    return Metrics()


async def _replay_file(battle: str, _key: str, _pay: Pay) -> bytes | None:
    return b"a replay" if battle == "b1" else None


async def _is_ready() -> str:
    return ""


async def _answered(request: Request) -> Response | None:
    settings = Settings(web=str(_folder() / "web"), operators=str(_folder() / "operators"))
    admission = Admission(settings, lambda: 0.0)
    site = Site(settings, _metrics(), _replay_file, _is_ready, dict, admission)
    async with process() as service:
        site.admin = admin_of(settings, service, admission)
        return await site(_link(settings, admission), request)


def _judged(request: Request) -> Response | None:
    """An answer that can be sent, says nothing that is hidden, and is no failure of the server."""
    with capture_logs():
        answer = run(_answered(request))
    if answer is None:
        assert "Upgrade" in request.headers
        return None
    assert answer.status_code in STATUSES, answer
    said = answer.serialize()
    assert HIDDEN not in said
    assert TOKEN.encode() not in said
    length = int(answer.headers["Content-Length"])
    assert length == len(answer.body) or request.method == "HEAD"
    return answer


def http(data: bytes) -> None:
    """What a stranger, or an operator, sends to the port before the library hears of WebSockets."""
    stream = StreamReader()
    stream.feed_data(data)
    stream.feed_eof()
    try:
        request = _read(Request.parse(stream.read_line))
    except (EOFError, ValueError, SecurityError, RuntimeError):  # the library's answer: 400
        return
    _judged(request)


def _read(parsing: Any) -> Request:
    try:
        while True:
            next(parsing)
    except StopIteration as end:
        request: Request = end.value
        return request


def admin(data: bytes) -> None:
    """What an operator asks for: a method, a space, and the path below `/admin/`."""
    method, _, path = data.partition(b" ")
    try:
        where = f"/admin/{path.decode('ascii')}"
        request = Request(where, Headers(Authorization=f"Bearer {TOKEN}"), method.decode("ascii"))
    except UnicodeDecodeError:
        return
    answer = _judged(request)
    assert answer is not None
    told = msgspec.json.decode(answer.body) if answer.body else {}
    if answer.status_code in (200, 405):
        return
    assert told["code"] in REFUSALS
    assert told["code"] not in ("defect", "bad_token")
    if told["text"] == NO_TEXT:
        assert not _is_text(where.partition("?")[2])


def _is_text(query: str) -> bool:
    try:
        parse_qsl(query, keep_blank_values=True, errors="strict")
    except ValueError:
        return False
    return True


def order(data: bytes) -> None:
    """An operator's order from another process: obeyed, or refused by a report."""
    with capture_logs():
        told = run(_obeyed(data))
    report = orders._report(told.report)
    assert report.code is None or report.code in REFUSALS
    assert report.code != "defect"


async def _obeyed(data: bytes) -> Obeyed:
    sent: list[AnyMessage] = []
    async with process() as service:
        with patch.object(service.mailbox, "send", lambda _, message: sent.append(message)):
            await service.command._serve("b", messages.Orders(TableId(""), 1, data))
    [told] = sent
    assert isinstance(told, Obeyed)
    return told


def operators(data: bytes) -> None:
    """The file of operators: names and hashes, or what is wrong with it."""
    try:
        found = read(data.decode("utf-8", "ignore"))
    except ValueError as fault:
        _names_a_line(str(fault))
        return
    assert read("\n".join(f"{name}:{known}" for name, known in found.items())) == found
    assert all(len(known) == 64 and known == known.lower() for known in found.values())


def _names_a_line(text: str) -> None:
    assert text.startswith("operators: line "), text


# Real inputs


def https() -> list[bytes]:
    """Requests for each path, from browsers, programs and strangers."""
    paths = ["/", "/healthz", "/readyz", "/metrics", "/catalogue.json", "/replay/b1", "/operator"]
    paths += ["/static/main.js", "/join/t1.1.abc", "/static/../hidden", "/static/%2e%2e/hidden"]
    paths += ["/ws", "/admin/list", "/static//etc/hostname"]
    lines = ("Host: play.example.org", "Origin: http://play.example.org", "Accept-Encoding: gzip")
    token = f"Authorization: Bearer {TOKEN}"
    forwarded = ("X-Forwarded-For: 203.0.113.9, 10.0.0.1", "X-Forwarded-Proto: https")
    upgrade = ("Upgrade: websocket", "Connection: Upgrade")
    heads: list[tuple[str, ...]] = [(f"GET {path} HTTP/1.1", *lines) for path in paths]
    heads += [("HEAD / HTTP/1.1", *lines), ("POST /admin/motd?text=a HTTP/1.0", token)]
    heads += [("GET /ws HTTP/1.1", *lines, *upgrade), ("GET / HTTP/1.1", *forwarded)]
    return ["\r\n".join((*head, "", "")).encode() for head in heads]


def requests() -> list[bytes]:
    """Everything that an operator can ask for."""
    asked = ["GET list", f"GET inspect?table={TABLE}", "GET bans", "GET audit?most=5"]
    given: list[dict[str, str]] = [
        {"player": ANN, "table": TABLE, "why": "noise"},
        {"table": TABLE, "why": "late"},
        {"table": TABLE, "why": "its journal is gone"},
        {"table": TABLE, "what": "seat", "seat": "1", "to": BOB},
        {"text": "We go down at six."},
        {"target": "192.0.2.0/24", "seconds": "60"},
        {"target": "198.51.100.0/24"},
    ]
    acts = zip(ACTS, given, strict=True)
    asked += [f"POST {name}?{urlencode(fields)}" for name, fields in acts]
    more = (
        "seat&seat=2&to=bot:first",
        "seat&seat=1&to=",
        f"lead&to={BOB}",
        "host&to=a",
        "host&to=z",
    )
    asked += [f"POST hand-over?table={TABLE}&what={what}" for what in more]
    return [each.encode() for each in asked]


def every_order() -> list[bytes]:
    """One of each."""
    found = [
        orders.Census(),
        orders.Inspect(TableId(TABLE)),
        orders.SendAway(PlayerId(ANN), "noise"),
    ]
    found += [orders.CloseTable(TableId(TABLE), "late"), orders.Rehost(TableId(TABLE), "b")]
    found += [orders.LookUp("bans"), orders.LookUp("notice")]
    return [msgspec.msgpack.encode(each) for each in found]


def operators_files() -> list[bytes]:
    """One file."""
    return [f"# who may\n\neve:{hash_of(TOKEN)}\nmal.2@x:{hash_of('')}\n".encode()]
