"""What a server process is known as: to the others on its store, and to clients."""

import importlib.metadata
import secrets

from server.settings import Settings


def owner_of(settings: Settings) -> str:
    """Return who holds the leases.

    A private store has one owner for ever: its data directory is locked, so whoever opens it next
    may go on at once, without waiting until the leases of a crashed process run out.
    """
    return "private" if settings.store in ("", "embedded") else secrets.token_hex(8)


def version() -> str:
    """Return the release that is installed."""
    try:
        return importlib.metadata.version("hexwarden")
    except importlib.metadata.PackageNotFoundError:
        return "unpackaged"
