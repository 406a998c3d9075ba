"""The operators' part of the port, under `/admin/`: JSON over HTTP, each request with a token.

    GET  /admin/list                  processes, tables in use, who is connected
    GET  /admin/inspect?table=ID      one table
    GET  /admin/bans                  the bans that hold
    GET  /admin/audit?most=N          the latest acts
    POST /admin/ACT?...               kick, close, hand-over, motd, ban, unban

The token stands in `Authorization: Bearer`, which no other site's page can make a browser send.
Without a good one every path is answered alike. An address that tries too many is heard no more
for a while. Arguments stand in the query, as the server reads no bodies; the fields are those
of `server.rooms.operator.acts`.
"""

from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import structlog
from websockets.http11 import Request, Response

from protocol.refusals import RefusalCode
from server.net import pages
from server.net.admission import Admission
from server.net.kept import JSON
from server.net.link import Link
from server.net.operators import Operators
from server.net.proxies import network_of
from server.rooms.hall import Hall
from server.rooms.operator.acts import Acts, Operator, act_of
from server.rooms.refusal import Refusal
from server.settings import Settings
from server.store.errors import StoreError

MOST_ACTS = 1000
ACTS_SHOWN = 100

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
    """Answers operators, and nobody else."""

    def __init__(self, operators: Operators, acts: Acts, admission: Admission) -> None:
        self._operators, self._acts, self._admission = operators, acts, admission

    async def __call__(self, link: Link, request: Request) -> Response:
        """The answer to a request below `/admin/`."""
        proxies = self._admission.proxies
        address = network_of(proxies.client_of(link.address, request.headers))
        tries = self._admission.stranger_bucket(address)
        if not tries.has():
            text = "Too many wrong tokens from your network; wait a little."
            return _failure(HTTPStatus.TOO_MANY_REQUESTS, "too_fast", text)
        name = self._operators.who(pages.bearer_of(request.headers))
        if name is None:
            tries.take()
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
            given = dict(parse_qsl(query, keep_blank_values=True, errors="strict"))
            if request.method == "POST":
                found: Any = await self._acts.perform(who, what, act_of(what, given))
            elif request.method == "GET":
                found = await self._shown(what, given)
            else:
                return pages.answer(HTTPStatus.METHOD_NOT_ALLOWED, "", Allow="GET, POST")
        except Refusal as no:
            return _failure(_STATUS.get(no.code, HTTPStatus.CONFLICT), no.code, no.text)
        except ValueError:
            return _failure(HTTPStatus.BAD_REQUEST, "malformed", "The query is no UTF-8.")
        except StoreError as fault:
            text = f"The store is away: {fault}"
            return _failure(HTTPStatus.SERVICE_UNAVAILABLE, "paused", text)
        return pages.answer(HTTPStatus.OK, msgspec.json.encode(found), JSON)

    async def _shown(self, what: str, given: dict[str, str]) -> Any:
        match what:
            case "list":
                return await self._acts.look()
            case "inspect":
                return await self._acts.inspect(given.get("table", ""))
            case "bans":
                return self._acts.bans()
            case "audit":
                wished = given.get("most", "")
                most = int(wished) if wished.isdecimal() and len(wished) < 9 else ACTS_SHOWN
                return await self._acts.audit(max(1, min(most, MOST_ACTS)))
            case _:
                raise Refusal("unknown", "There is nothing to be seen under that name.")


def admin_of(settings: Settings, hall: Hall, admission: Admission) -> Admin | None:
    """The operators' part of a server, if it has any. Raises ValueError."""
    if not settings.operators:
        return None
    acts = Acts(hall, settings.audit_retention)
    return Admin(Operators(settings.operators), acts, admission)


def _failure(status: HTTPStatus, code: RefusalCode, text: str) -> Response:
    return pages.answer(status, msgspec.json.encode({"code": code, "text": text}), JSON)
