"""HTTP answers: how one is built, files of a directory, and the page that greets a browser."""

import html
import mimetypes
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

TEXT = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
MOST_FILE = 16 * 1024 * 1024  # bytes: files are kept in memory, and read while others wait

_KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
"""Said here because machines differ in what they take a script for, and browsers are strict."""

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; "
        "frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'none'"
    ),
}

_SECURE = {
    "Strict-Transport-Security": "max-age=31536000",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""HSTS without subdomains, which are not ours to speak for."""


def answer(
    status: HTTPStatus, body: str | bytes, content_type: str = TEXT, **headers: str
) -> Response:
    """Return a complete answer; `Cache_Control="..."` and the like add headers."""
    plain = body.encode() if isinstance(body, str) else body
    fields = Headers(
        {
            "Date": formatdate(usegmt=True),
            "Connection": "close",
            "Content-Length": str(len(plain)),
            "Content-Type": content_type,
            **_SAFE,
        }
    )
    for name, value in {"Cache_Control": "no-store", **headers}.items():
        fields[name.replace("_", "-")] = value
    return Response(status.value, status.phrase, fields, plain)


def harden(response: Response) -> None:
    """Add what a browser may be told only where TLS is the server's own: behind a proxy these are
    the proxy's to say, as it may serve others under the same name.
    """
    for name, value in _SECURE.items():
        response.headers[name] = value


def failure(status: HTTPStatus, text: str = "") -> Response:
    """Return an error answer: its text says what went wrong."""
    return answer(status, (text or status.phrase) + "\n")


def without_body(response: Response) -> Response:
    """Return the answer to HEAD: the same headers without a body."""
    response.body = b""
    return response


def found(root: Path, path: str) -> Path:
    """Return the file at a path below `root`. Raises OSError or ValueError if there is none."""
    base = root.resolve(strict=True)
    wanted = (base / path).resolve(strict=True)
    if not wanted.is_relative_to(base) or not wanted.is_file():
        raise ValueError(f"{path} is no file of ours")
    if wanted.stat().st_size > MOST_FILE:
        raise ValueError(f"{path} is too large")
    return wanted


def kind_of(path: Path) -> str:
    """Return the content type of a file, by its name."""
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    text = kind.startswith("text/") or kind in ("application/javascript", "application/json")
    return kind + "; charset=utf-8" if text else kind


def welcome(address: str, invite: str = "") -> Response:
    """Return how to join from a terminal, for a browser that opens the server or an invite link."""
    link = html.escape(f"'{address}/#join={invite or 'CODE'}'")
    first = "You are invited to a table." if invite else "This server plays battles for parties."
    return answer(
        HTTPStatus.OK,
        f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hexwarden</title>
<meta name="viewport" content="width=device-width">
<style>body{{font:1.1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}}
pre{{background:#8882;padding:1rem;overflow-x:auto}}</style>
<h1>Hexwarden</h1>
<p>{first} Play from a terminal:</p>
<pre>hexwarden join {link}</pre>
<p>or watch:</p>
<pre>hexwarden watch {link}</pre>
<p><small>This server has no browser client: it is not built (<code>make client</code>).</small></p>
</html>
""",
        HTML,
    )
