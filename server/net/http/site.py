"""Plain HTTP on the server's port, and the gate to the WebSocket.

    /ws                 the WebSocket (the only path that is upgraded)
    /healthz            200 while the process runs
    /readyz             200 while battles can be played, else 503 and the reason
    /metrics            figures for Prometheus
    /replay/<battle>    a battle's replay file; a private table's with its key (`Hexwarden-Share`)
    /catalogue.json     the components in words, for clients
    /static/<path>      files of the browser client, those below assets/ to be kept for good
    /                   the browser client's page, or how to join from a terminal
    /join/<code>        the same: links of before, as codes stand behind the # now
    /t/<table>          the same for a link to a table that is handed on, with words for previews
    /b/<battle>         the same for a link to a battle
    /picture/<t|b>/<id> the picture that such a link shows, as PNG
    /operator           the operators' page, and
    /admin/<...>        what it speaks to, see `admin`; both only where there are operators

GET and HEAD only, but for operators; what is refused ends its connection. Each costs its address
tokens (see `costs`), but for what tells of the process's health.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from protocol.ids import BattleId
from server.net.admission import PAGES, TOO_FAST, Admission, Proxies, bytes_a_token, network_of
from server.net.http import cached_responses, pages
from server.net.http.admin import Admin
from server.net.http.share_pages import Kind, SharePages
from server.net.telemetry import CONTENT_TYPE, Metrics, WorkerMetrics
from server.net.websocket import BoundedConnection
from server.players import Pay, free
from server.settings import Settings

SOCKET_PATH = "/ws"
SHARE = "Hexwarden-Share"
FIGURES_REST = 10  # times as long as making them took: figures take a tenth of a core at most
REPLAYS_AT_ONCE = 2  # downloads that are made; each holds a journal in memory, the others wait
_BATTLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PICTURE = re.compile(r"([tb])/([A-Za-z0-9_-]{1,64})")
_CODE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}")

ReplayFile = Callable[[BattleId, str, Pay], Awaitable[bytes | None]]
"""A battle's replay file by its id and its key, None where there is none to give; told who pays for
the work. Raises `StoreAway`.
"""


class StoreAway(Exception):
    """Raised when a page needs a store that cannot be reached. The text says why."""


NotReady = Callable[[], Awaitable[str]]
"""Why battles cannot be played at the moment; empty when they can."""

Words = Callable[[], dict[str, Any]]
"""The components in words, as plain data; asked once."""

WHOLE, PAGE, RULES, CAMPAIGN, DRAWN = "", "page", "rules", "campaign", "drawn"
SKIRMISH = "skirmish"
"""Parts of the catalogue: all of it but what only campaigns need; the same without the rules and
the skirmish's components, for a page's first sight; the rules; those components; what only
those who are in a campaign need; and what they read once it has been drawn.
"""
LATER = (CAMPAIGN, DRAWN)


def _parts(words: dict[str, Any]) -> dict[str, cached_responses.CachedResponse]:
    """Return the catalogue in its parts: the first page stays small, whatever else there is to
    read.
    """
    whole = {kind: entries for kind, entries in words.items() if kind not in LATER}
    parts = {
        WHOLE: whole,
        PAGE: {kind: entries for kind, entries in whole.items() if kind not in (RULES, SKIRMISH)},
        RULES: {RULES: words.get(RULES, {})},
        SKIRMISH: {SKIRMISH: words.get(SKIRMISH, {})},
        **{part: words.get(part, {}) for part in LATER},
    }
    return {part: cached_responses.cached_json(found) for part, found in parts.items()}


class Site:
    """The answers to plain HTTP requests."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        replay_file: ReplayFile,
        not_ready: NotReady,
        words: Words = dict,
        admission: Admission | None = None,
    ) -> None:
        self._settings, self._metrics = settings, metrics
        self._replay_file, self._not_ready = replay_file, not_ready
        self._admission = admission
        self._replays = asyncio.Semaphore(REPLAYS_AT_ONCE)
        self._proxies = admission.proxies if admission is not None else Proxies()
        self._words: dict[str, cached_responses.CachedResponse] = {}
        self._wording = asyncio.Lock()
        self._make_words = lambda: _parts(words())
        self._web = Path(settings.web)
        self._clock = time.monotonic
        self._figures, self._figures_until = b"", 0.0
        self._figuring = asyncio.Lock()
        self.admin: Admin | None = None
        self.share: SharePages | None = None
        self.lacking: Callable[[], Iterable[str]] = tuple
        self.differing: Callable[[], Iterable[str]] = tuple
        self.worker_metrics: WorkerMetrics | None = None

    async def __call__(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request; None lets it on to the WebSocket handshake."""
        response = await self._answer(connection, request)
        if response is not None and self._settings.tls_cert:
            pages.harden(response)
        return response

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        if path == SOCKET_PATH and "Upgrade" in request.headers:
            return self._refuse_origin(request) or self._refuse_haste(request, connection)
        if self.admin is not None and path.startswith("/admin/"):
            assert isinstance(connection, BoundedConnection), "the listener makes links"
            return await self.admin(connection, request)
        if request.method not in ("GET", "HEAD"):
            return pages.answer(HTTPStatus.METHOD_NOT_ALLOWED, "GET or HEAD.\n", Allow="GET, HEAD")
        response = await self._route(unquote(path), request, connection)
        return pages.without_body(response) if request.method == "HEAD" else response

    async def _route(self, path: str, request: Request, connection: ServerConnection) -> Response:
        # One way to spell a path: a proxy that keeps /metrics inside must not pass //metrics or
        # /metrics/ on to the same figures.
        first, slash, rest = path.removeprefix("/").partition("/")
        if slash and not rest:
            return pages.failure(HTTPStatus.NOT_FOUND)
        if first not in PAGES or self._admission is None:
            return await self._found(first, rest, request, connection)
        purse = self._admission.fetching(self._client(request, connection), first)
        async with self._replays if first == "replay" else nullcontext():
            # Only now: what the address owes for the file before has to count.
            if not purse.take(PAGES[first]):
                self._metrics.limited.inc(label="address")
                return pages.failure(HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST["address"])
            response = await self._found(first, rest, request, connection, purse.owe)
        purse.owe(len(response.body) // bytes_a_token(first))
        return response

    async def _found(
        self,
        first: str,
        rest: str,
        request: Request,
        connection: ServerConnection,
        pay: Pay = free,
    ) -> Response:
        match first:
            case "healthz" if not rest:
                return pages.answer(HTTPStatus.OK, "ok\n")
            case "readyz" if not rest:
                return await self._ready()
            case "metrics" if not rest:
                return pages.answer(HTTPStatus.OK, await self.figures(), CONTENT_TYPE)
            case "replay" if _BATTLE.fullmatch(rest):
                return await self._replay(BattleId(rest), _key(request), pay)
            case "static" if rest:
                return await asyncio.to_thread(cached_responses.file_of, self._web, rest, request)
            case "catalogue.json" if not rest:
                return await self._catalogue(request)
            case "join" if _CODE.fullmatch(rest):
                return await self._page(request, rest, connection)
            case "" if not rest:
                return await self._page(request, "", connection)
            case "t" | "b" if self.share is not None and _BATTLE.fullmatch(rest):
                address = self._address(request, connection)
                return await self.share.page(first, rest, address, pay)
            case "picture" if self.share is not None and (asked := _PICTURE.fullmatch(rest)):
                kind: Kind = "t" if asked[1] == "t" else "b"
                return await self.share.picture(kind, asked[2], pay)
            case "operator" if not rest and self.admin is not None:
                page = "operator.html"
                return await asyncio.to_thread(cached_responses.file_of, self._web, page, request)
            case "ws" if not rest:
                hint = "This path speaks WebSocket only."
                return pages.answer(HTTPStatus.UPGRADE_REQUIRED, hint + "\n", Upgrade="websocket")
            case _:
                return pages.failure(HTTPStatus.NOT_FOUND)

    async def _catalogue(self, request: Request) -> Response:
        """Answer with the components in words, or a part of them by `?part=`; 404 for others."""
        part = parse_qs(urlsplit(request.path).query).get("part", [WHOLE])
        found = (await self._worded()).get(part[0])
        if found is None or len(part) > 1:
            return pages.failure(HTTPStatus.NOT_FOUND)
        return cached_responses.respond(found, request)

    async def _worded(self) -> dict[str, cached_responses.CachedResponse]:
        """Return the parts of the catalogue, made once for all who ask, also at the same time."""
        async with self._wording:
            if not self._words:
                self._words = await asyncio.to_thread(self._make_words)
            return self._words

    async def figures(self) -> bytes:
        """Return the text of `/metrics`; any one of several workers returns the sums of all.

        Made for all who ask at the same time, and kept for `FIGURES_REST` times as long as making
        it took: whoever asks how often, figures take no more than a tenth of a core.
        """
        async with self._figuring:
            if self._clock() >= self._figures_until:
                began, spent = time.process_time(), self._clock()
                workers = self.worker_metrics
                self._figures = await workers.figures() if workers else self._metrics.show()
                took = min(time.process_time() - began, self._clock() - spent)
                self._figures_until = self._clock() + FIGURES_REST * took
            return self._figures

    def _refuse_haste(self, request: Request, connection: ServerConnection) -> Response | None:
        books = self._admission
        if books is None or books.may_knock(self._client(request, connection)):
            return None
        self._metrics.limited.inc(label="address")
        return pages.failure(HTTPStatus.TOO_MANY_REQUESTS, TOO_FAST["address"])

    async def _ready(self) -> Response:
        if reason := await self._not_ready():
            return pages.failure(HTTPStatus.SERVICE_UNAVAILABLE, f"not ready: {reason}")
        lacking = "".join(f"pack missing here: {each}\n" for each in sorted(self.lacking()))
        differing = "".join(f"{line}\n" for line in self.differing())
        return pages.answer(HTTPStatus.OK, f"ready\n{lacking}{differing}")

    def _client(self, request: Request, connection: ServerConnection) -> str:
        peer = connection.address if isinstance(connection, BoundedConnection) else ""
        return network_of(self._proxies.client_of(peer, request.headers))

    async def _replay(self, battle: BattleId, key: str, pay: Pay) -> Response:
        try:
            replay = await self._replay_file(battle, key, pay)
        except StoreAway as away:
            return pages.failure(HTTPStatus.SERVICE_UNAVAILABLE, f"not ready: {away}")
        if replay is None:
            return pages.failure(HTTPStatus.NOT_FOUND, "There is no replay of that battle.")
        named = f'attachment; filename="{battle}.hwr"'
        kind = "application/octet-stream"
        return pages.answer(HTTPStatus.OK, replay, kind, Content_Disposition=named)

    async def _page(self, request: Request, invite: str, connection: ServerConnection) -> Response:
        if (self._web / "index.html").is_file():
            return await asyncio.to_thread(
                cached_responses.file_of, self._web, "index.html", request
            )
        return pages.welcome(self._address(request, connection), invite)

    def _address(self, request: Request, connection: ServerConnection) -> str:
        if self._settings.public_url:
            return self._settings.public_url.rstrip("/")
        peer = connection.address if isinstance(connection, BoundedConnection) else ""
        own = "https" if self._settings.tls_cert else "http"
        scheme = self._proxies.scheme_of(peer, request.headers) or own
        return f"{scheme}://" + (_host(request) or f"{self._settings.host}:{self._settings.port}")

    def _refuse_origin(self, request: Request) -> Response | None:
        """Return a refusal for a page of a stranger's site, which must not open a socket in its
        visitor's name; None where it may.

        Browsers always say where a page is from; programs that are no browsers do not, and pass.
        """
        origins = request.headers.get_all("Origin")
        if not origins:
            return None
        origin, allowed = origins[-1].lower(), self._settings.origins
        own = {_host(request).lower(), urlsplit(self._settings.public_url).netloc.lower()} - {""}
        may = _netloc(origin) in own or origin in (each.lower().rstrip("/") for each in allowed)
        if (may and len(origins) == 1) or "*" in allowed:
            return None
        self._metrics.rejected.labels("origin").inc()
        text = f"Pages of {origin!r} may not connect here. The operator can allow it (--origins)."
        return pages.failure(HTTPStatus.FORBIDDEN, text)


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _key(request: Request) -> str:
    """Return the key to a replay: in a header, where no log and no history of a browser
    keeps it.
    """
    keys = request.headers.get_all(SHARE)
    return keys[0] if len(keys) == 1 and keys[0].isascii() else ""


def _host(request: Request) -> str:
    return next(iter(request.headers.get_all("Host")), "")
