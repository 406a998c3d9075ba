"""`connect`, which makes a client out of a link."""

import contextlib
import importlib.metadata
from collections.abc import Callable

from clients.core import Session
from clients.sdk.client import Client
from clients.sdk.links import parse_link
from clients.sdk.tokens import Tokens


def connect(
    address: str,
    name: str = "",
    *,
    profile: str | None = None,
    tokens: Tokens | None = None,
    token: str | None = None,
    proof: Callable[[], str] = str,
) -> Client:
    """Return a client for a server or invite link; use it with `async with`, or `open` and `close`
    it.

    `tokens` keeps the identity from one run to the next, under `profile` (default: the server's
    address and the link's invite code). `proof` gives an identity provider's signed token (JWT),
    where the server takes those; it is asked at every connection, as such tokens expire. Raises
    ValueError for what is no link.
    """
    link = parse_link(address)
    profile = f"{link.site} {link.code}" if profile is None else profile
    if token is None and tokens is not None:
        token = tokens.load(profile)
    program = f"hexwarden-sdk/{version()}"
    return Client(link, Session(name, token, program, proof), profile, tokens)


def version() -> str:
    """Return the version of this package, whichever distribution has brought it; "" for a bare
    tree.
    """
    for distribution in ("hexwarden", "hexwarden-client"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(distribution)
    return ""
