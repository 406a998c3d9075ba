"""Answers that browsers keep: tagged, and compressed once for all who accept that."""

import gzip
import hashlib
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.http11 import Request, Response

from server.net.http import pages

WORTH_IT = 512  # bytes: a shorter body is one packet anyway, compressed or not
FILES_KEPT = 512  # several times the browser client's; beyond that only a misled folder of files
HASHED = "assets/"
"""Where a built client's files lie that carry a hash of themselves in their names: what such a name
means never changes, so browsers keep it for good and never ask again."""
KEPT_FOR_GOOD = "public, max-age=31536000, immutable"  # seconds: a year, the most that is honoured
ASK_AGAIN = "no-cache"
HARDEST = 9  # each body is compressed once and sent often
JSON = "application/json; charset=utf-8"


class CachedResponse(NamedTuple):
    """A body, its tag, its type, and the same body compressed (empty where that gains nothing)."""

    body: bytes
    tag: str
    kind: str
    zipped: bytes


def cached(body: bytes, kind: str) -> CachedResponse:
    """Return a body with its tag, compressed where that makes it smaller."""
    text = kind.startswith(("text/", "application/json", "image/svg"))
    zipped = gzip.compress(body, HARDEST, mtime=0) if text and len(body) >= WORTH_IT else b""
    return CachedResponse(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"', kind, zipped)


def respond(what: CachedResponse, request: Request, keeping: str = ASK_AGAIN) -> Response:
    """Return the answer to a request: the body as the browser takes it, or 304 if it holds it
    already.

    `keeping` is the answer's `Cache-Control`: how long a browser goes without asking again.
    """
    headers = {"ETag": what.tag, "Cache_Control": keeping, "Vary": "Accept-Encoding"}
    if what.tag in request.headers.get_all("If-None-Match"):
        return pages.answer(HTTPStatus.NOT_MODIFIED, b"", **headers)
    accepted = ",".join(request.headers.get_all("Accept-Encoding"))
    if what.zipped and "gzip" in accepted:
        headers["Content_Encoding"] = "gzip"
        return pages.answer(HTTPStatus.OK, what.zipped, what.kind, **headers)
    return pages.answer(HTTPStatus.OK, what.body, what.kind, **headers)


def file_of(root: Path, path: str, request: Request) -> Response:
    """Return a file below `root`, or 404; a path that leads out of it, by whatever trick, is a 404
    too.
    """
    try:
        found = pages.found(root, path)
        what = _file(found, found.stat().st_mtime_ns)
    except (OSError, ValueError):
        return pages.failure(HTTPStatus.NOT_FOUND)
    return respond(what, request, KEPT_FOR_GOOD if path.startswith(HASHED) else ASK_AGAIN)


def cached_json(data: dict[str, Any]) -> CachedResponse:
    """Return plain data as a JSON response made ready."""
    return cached(msgspec.json.encode(data), JSON)


@lru_cache(maxsize=FILES_KEPT)
def _file(path: Path, _changed: int) -> CachedResponse:
    return cached(path.read_bytes(), pages.kind_of(path))
