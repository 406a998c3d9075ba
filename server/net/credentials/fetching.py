"""A small JSON document from another server: in a thread, for a bounded time, of a bounded size."""

import asyncio
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any, NoReturn

import msgspec

PATIENCE = 4.0  # two of them, one after the other, come before `hello_timeout`
LONGEST = 256 * 1024  # bytes of an answer: tens of times what issuers publish


class NotFetched(Exception):
    """Raised when a document cannot be fetched. The text says why."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: they could send our token to an address that no operator has named."""

    def redirect_request(self, *_: object) -> NoReturn:
        """See the class. Raises `NotFetched`."""
        raise NotFetched("it is somewhere else: a redirect is not followed")


_opener = urllib.request.build_opener(NoRedirects)


async def json_at(address: str) -> dict[str, Any]:
    """Return the JSON object at an http or https address. Raises `NotFetched`."""
    return await asyncio.to_thread(_read, address)


def _read(address: str) -> dict[str, Any]:
    try:
        with _opener.open(request_for(address), timeout=PATIENCE) as answer:
            body = answer.read(LONGEST + 1)
        if len(body) > LONGEST:
            raise NotFetched(f"more than {LONGEST} bytes")
        return object_of(body)
    except (OSError, HTTPException, ValueError, NotFetched) as fault:
        raise NotFetched(f"{address}: {fault}") from None


def request_for(address: str) -> urllib.request.Request:
    """Return the request for a JSON document. Raises ValueError for a bad address."""
    return urllib.request.Request(address, headers={"Accept": "application/json"})


def object_of(body: bytes) -> dict[str, Any]:
    """Return the JSON object in a body. Raises `NotFetched`."""
    try:
        found: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise NotFetched(f"no JSON object: {fault}") from None
    return found
