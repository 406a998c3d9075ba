"""Answers that browsers keep: tagged, and compressed once for all who accept that.

A built client brings its files compressed with Brotli along, as `NAME.br` beside them; a browser
that accepts it (over TLS, or from its own machine) is sent those, others gzip.
"""

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
BROTLI = ".br"
HARDEST = 9  # each body is compressed once and sent often
JSON = "application/json; charset=utf-8"


class CachedResponse(NamedTuple):
    """A body, its tag, its type, and the same body in each coding in which it is shorter, the
    shortest first.
    """

    body: bytes
    tag: str
    kind: str
    coded: dict[str, bytes]


def cached(body: bytes, kind: str, brotli: bytes = b"") -> CachedResponse:
    """Return a body with its tag, compressed where that makes it smaller.

    `brotli` is the same body compressed by Brotli, b"" where nobody has made that.
    """
    text = kind.startswith(("text/", "application/json", "image/svg"))
    coded = {"br": brotli} if brotli else {}
    if text and len(body) >= WORTH_IT:
        coded["gzip"] = gzip.compress(body, HARDEST, mtime=0)
    return CachedResponse(body, hashlib.sha256(body).hexdigest()[:32], kind, coded)


def respond(what: CachedResponse, request: Request, keeping: str = ASK_AGAIN) -> Response:
    """Return the answer to a request: the body in the shortest coding that the browser takes, or
    304 if it holds that already.

    `keeping` is the answer's `Cache-Control`: how long a browser goes without asking again.
    """
    accepted = _accepted(",".join(request.headers.get_all("Accept-Encoding")))
    coding = next((each for each in what.coded if each in accepted), "")
    tag = f'"{what.tag}-{coding}"' if coding else f'"{what.tag}"'
    headers = {"ETag": tag, "Cache_Control": keeping, "Vary": "Accept-Encoding"}
    if tag in request.headers.get_all("If-None-Match"):
        return pages.answer(HTTPStatus.NOT_MODIFIED, b"", **headers)
    if coding:
        headers["Content_Encoding"] = coding
    return pages.answer(HTTPStatus.OK, what.coded.get(coding, what.body), what.kind, **headers)


def _accepted(header: str) -> set[str]:
    """Return the codings that an `Accept-Encoding` takes (RFC 9110, 12.5.3): those whose weight is
    not 0; "*" is none of them, as nobody who can take more says that alone.
    """
    offers = (each.lower().replace(" ", "").partition(";q=") for each in header.split(","))
    return {coding for coding, _, weight in offers if weight.strip("0.") or not weight}


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
    return cached(path.read_bytes(), pages.kind_of(path), _brotli_of(path))


def _brotli_of(path: Path) -> bytes:
    """Return what lies beside a file that is named by its hash: what lies beside another may be of
    an older one.
    """
    beside = path.with_name(path.name + BROTLI)
    is_hashed = path.parent.name == HASHED.rstrip("/")
    return beside.read_bytes() if is_hashed and beside.is_file() else b""
