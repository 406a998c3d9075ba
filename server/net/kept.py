"""Answers that browsers keep: tagged, and compressed once for all who accept that."""

import gzip
import hashlib
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.http11 import Request, Response

from server.net import pages

WORTH_IT = 512
JSON = "application/json; charset=utf-8"


class Kept(NamedTuple):
    """A body, its tag, its type, and the same body compressed (empty where that gains nothing)."""

    body: bytes
    tag: str
    kind: str
    zipped: bytes


def kept(body: bytes, kind: str) -> Kept:
    """A body made ready."""
    text = kind.startswith(("text/", "application/json", "image/svg"))
    zipped = gzip.compress(body, 9, mtime=0) if text and len(body) >= WORTH_IT else b""
    return Kept(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"', kind, zipped)


def offered(what: Kept, request: Request) -> Response:
    """The answer to a request: the body as the browser takes it, or 304 if it holds it already."""
    headers = {"ETag": what.tag, "Cache_Control": "no-cache", "Vary": "Accept-Encoding"}
    if what.tag in request.headers.get_all("If-None-Match"):
        return pages.answer(HTTPStatus.NOT_MODIFIED, b"", **headers)
    accepted = ",".join(request.headers.get_all("Accept-Encoding"))
    if what.zipped and "gzip" in accepted:
        headers["Content_Encoding"] = "gzip"
        return pages.answer(HTTPStatus.OK, what.zipped, what.kind, **headers)
    return pages.answer(HTTPStatus.OK, what.body, what.kind, **headers)


def file_of(root: Path, path: str, request: Request) -> Response:
    """A file below `root`, or 404; a path that leads out of it, by whatever trick, is a 404 too."""
    try:
        found = pages.found(root, path)
        what = _file(found, found.stat().st_mtime_ns)
    except (OSError, ValueError):
        return pages.failure(HTTPStatus.NOT_FOUND)
    return offered(what, request)


def plain(data: dict[str, Any]) -> Kept:
    """Plain data as JSON."""
    return kept(msgspec.json.encode(data), JSON)


@lru_cache(maxsize=512)
def _file(path: Path, _changed: int) -> Kept:
    return kept(path.read_bytes(), pages.kind_of(path))
