"""Links: from what people hand to each other to the address of the WebSocket."""

from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


class Link(NamedTuple):
    """Where a server is, and the invite code if the link holds one.

    `url` is the WebSocket's, `site` the address for people: `site`/#join=`code`.
    """

    url: str
    site: str
    code: str = ""


def parse_link(text: str) -> Link:
    """Read `http(s)://host:port/#join=CODE`, `ws(s)://host:port/ws`, or the same without a scheme.

    Older links end in `/join/CODE`. A path before that or `/ws` is kept. Raises ValueError with a
    sentence, which repeats no code.
    """
    text = text.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme not in SCHEMES or not parts.hostname:
        shown = text.partition("#")[0].partition("/join/")[0]
        raise ValueError(
            f"{shown!r} is no link to a server, such as http://localhost:8080/#join=..."
        )
    path, _, code = parts.path.partition("/join/")
    said = parse_qs(parts.fragment).get("join", [])
    path = path.rstrip("/").removesuffix("/join").removesuffix("/ws")
    scheme = SCHEMES[parts.scheme]
    web = "https" if scheme == "wss" else "http"
    return Link(
        f"{scheme}://{parts.netloc}{path}/ws",
        f"{web}://{parts.netloc}{path}",
        said[-1] if said else unquote(code.strip("/")),
    )


def invitation(site: str, code: str) -> str:
    """Return the link for an invite code. The code stands behind the `#`, which programs keep to
    themselves, so that it is in no log on the way.
    """
    return f"{site}/#join={code}"


def is_local(url: str) -> bool:
    """Return whether an address is this machine's own, which no proxy can reach."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")
