"""The operators' part of the port, under `/admin/`: JSON over HTTP, each request with a token.

    GET  /admin/list                  processes, tables in use, who is connected
    GET  /admin/inspect?table=ID      one table
    GET  /admin/bans                  the bans that hold
    GET  /admin/audit?most=N          the latest acts
    POST /admin/ACT?...               kick, close, lose, hand-over, motd, ban, unban

The token stands in `Authorization: Bearer`, which no other site's page can make a browser send.
Without a good one every path is answered alike; an address that shows too many wrong ones is told
to wait. A right one is heard whatever others behind the same address have shown: 256 random bits
are not guessed, so to refuse it would only let a stranger lock the operators out. Arguments stand
in the query, each once, as the server reads no bodies; the fields are those of
`server.operator.acts`.
"""

from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import structlog
from websockets.http11 import Request, Response

from protocol.ids import TableId
from protocol.refusals import RefusalCode
from server.net.admission import Admission, network_of
from server.net.credentials import Operators, bearer_of
from server.net.http import pages
from server.net.http.cached_responses import JSON
from server.net.websocket import BoundedConnection
from server.operator import Acts, Operator
from server.runtime import Refusal
from server.service import GameService
from server.settings import Settings
from server.store import StoreError

MOST_ACTS = 1000  # of the audit trail, in one answer
ACTS_SHOWN = 100  # of them, where nobody says how many
MOST_FIELDS = 32  # in a query; acts have six at most

_STATUS: dict[RefusalCode, HTTPStatus] = {
    "unknown": HTTPStatus.NOT_FOUND,
    "malformed": HTTPStatus.BAD_REQUEST,
    "illegal": HTTPStatus.BAD_REQUEST,
    "paused": HTTPStatus.SERVICE_UNAVAILABLE,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "defect": HTTPStatus.INTERNAL_SERVER_ERROR,
}

log = structlog.get_logger(__name__)


class Admin:
    """Answers requests below `/admin/`, each of which needs an operator's token."""

    def __init__(self, operators: Operators, acts: Acts, admission: Admission) -> None:
        self._operators, self._acts, self._admission = operators, acts, admission

    async def __call__(self, link: BoundedConnection, request: Request) -> Response:
        """Return the answer to a request below `/admin/`."""
        proxies = self._admission.proxies
        address = network_of(proxies.client_of(link.address, request.headers))
        name = self._operators.who(bearer_of(request.headers))
        if name is None:
            if not self._admission.stranger_bucket(address).take():
                text = "Too many wrong tokens from your network; wait a little."
                return _failure(HTTPStatus.TOO_MANY_REQUESTS, "too_fast", text)
            log.warning("operator.refused", address=address)
            text = "This needs an operator's token."
            answer = _failure(HTTPStatus.UNAUTHORIZED, "bad_token", text)
            answer.headers["WWW-Authenticate"] = "Bearer"
            return answer
        return await self._answered(Operator(name, address), request)

    async def _answered(self, who: Operator, request: Request) -> Response:
        path, _, query = request.path.partition("?")
        what = path.removeprefix("/admin/")
        try:
            try:
                given = _fields(query)
            except ValueError as fault:
                if request.method == "POST":
                    await self._acts.refuse(who, what, {}, str(fault))
                raise Refusal("malformed", str(fault)) from None
            if request.method == "POST":
                found: Any = await self._acts.ask(who, what, given)
            elif request.method == "GET":
                found = await self._shown(what, given)
            else:
                return pages.answer(HTTPStatus.METHOD_NOT_ALLOWED, "", Allow="GET, POST")
        except Refusal as no:
            return _failure(_STATUS.get(no.code, HTTPStatus.CONFLICT), no.code, no.text)
        except StoreError as fault:
            text = f"The store is away: {fault}"
            return _failure(HTTPStatus.SERVICE_UNAVAILABLE, "paused", text)
        return pages.answer(HTTPStatus.OK, msgspec.json.encode(found), JSON)

    async def _shown(self, what: str, given: dict[str, str]) -> Any:
        match what:
            case "list":
                return await self._acts.look()
            case "inspect":
                return await self._acts.inspect(TableId(given.get("table", "")))
            case "bans":
                return self._acts.bans()
            case "audit":
                wished = given.get("most", "")
                most = int(wished) if wished.isdecimal() and len(wished) < 9 else ACTS_SHOWN
                return await self._acts.audit(max(1, min(most, MOST_ACTS)))
            case _:
                raise Refusal("unknown", "There is nothing to be seen under that name.")


def admin_of(settings: Settings, service: GameService, admission: Admission) -> Admin | None:
    """Return the operators' part of a server, if it has any. Raises ValueError."""
    if not settings.operators:
        return None
    acts = service.acts(settings.audit_retention)
    return Admin(Operators(settings.operators), acts, admission)


def _fields(query: str) -> dict[str, str]:
    """Return the fields of a query. Raises ValueError, whose text is for the operator.

    One that stands there twice is refused: who wrote the request and who records it might each
    take another one of the two.
    """
    try:
        said = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except UnicodeError:
        raise ValueError("The query is no UTF-8.") from None
    found: dict[str, str] = {}
    for name, value in said:
        if name in found:
            raise ValueError(f"The field {name[:40]!r} is there twice.")
        found[name] = value
    return found


def _failure(status: HTTPStatus, code: RefusalCode, text: str) -> Response:
    return pages.answer(status, msgspec.json.encode({"code": code, "text": text}), JSON)
