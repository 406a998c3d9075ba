"""Where one server of a store listens, from its URL: for our own link and for redis-py alike.

redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]
rediss://...                     the same over TLS; ?ssl_ca_certs=FILE and redis-py's other ssl_
                                 options name certificates
unix://[[USER]:PASSWORD@]/PATH[?db=DATABASE]

`topology` reads the addresses of several servers that are one store.
"""

import asyncio
import os
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, urlsplit, urlunsplit

from redis.asyncio.connection import SSLConnection, parse_url
from redis.exceptions import RedisError


@dataclass(frozen=True, slots=True)
class Address:
    """One server's address; `str()` returns it without the password.

    `shard`: the server is one of a cluster's, and holds the keys of some slots only.
    """

    url: str = field(repr=False)
    path: str
    host: str
    port: int
    username: str
    password: str = field(repr=False)
    database: int
    tls: ssl.SSLContext | None = field(repr=False)
    shard: bool = False

    def __str__(self) -> str:
        if self.path:
            return self.path
        return f"{self.host}:{self.port}" + (f"/{self.database}" if self.database else "")

    @classmethod
    def parse(cls, url: str) -> "Address":
        """Return the address that a URL names. Raises ValueError with a text for the operator."""
        parts = _split(url)
        options_of(parts.query)
        scheme = parts.scheme
        if scheme not in ("redis", "rediss", "unix"):
            raise ValueError(
                "a store is embedded, memory://, unix://, redis:// or rediss://, or one of the "
                "latter two with +sentinel or +cluster before the colon"
            )
        try:
            options: dict[str, Any] = dict(parse_url(url))
            tls = _tls(options) if scheme == "rediss" else None
        except (ValueError, TypeError, OSError, RedisError) as error:
            said = " ".join(str(error).split())  # it repeats options as they are
            raise ValueError(f"the store's address is not usable: {said}") from None
        if scheme == "unix" and not options.get("path"):
            raise ValueError("a unix:// address needs the path of a socket")
        return cls(
            url=url,
            path=str(options.get("path", "")),
            host=str(options.get("host", "localhost")),
            port=int(options.get("port", 6379)),
            username=str(options.get("username", "")),
            password=str(options.get("password", "")),
            database=int(options.get("db", 0)),
            tls=tls,
        )

    @classmethod
    def of_socket(cls, path: str) -> "Address":
        """Return the address of a unix socket without a password."""
        return cls.parse(f"unix://{quote(path)}")

    def at(self, host: str, port: int, *, shard: bool = False) -> "Address":
        """Return the address of another server with the same login, database and TLS."""
        parts = urlsplit(self.url)
        word, at, _ = parts.netloc.rpartition("@")
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        url = urlunsplit(parts._replace(netloc=word + at + place))
        return replace(self, url=url, host=host, port=port, shard=shard)

    @property
    def publish(self) -> str:
        """Return the command that publishes to a channel: on a cluster it reaches only the
        subscribers at the channel's own shard.
        """
        return "SPUBLISH" if self.shard else "PUBLISH"

    @property
    def tls_options(self) -> dict[str, Any]:
        """Return the keyword arguments by which redis-py sets up the same TLS, none without TLS."""
        if self.tls is None:
            return {}
        options: dict[str, Any] = dict(parse_url(self.url))
        given = {name: value for name, value in options.items() if name.startswith("ssl_")}
        return {"ssl": True, **given}

    async def connect(self, protocol: asyncio.Protocol) -> None:
        """Connect `protocol` to the server. Raises OSError (ssl.SSLError is one)."""
        loop = asyncio.get_running_loop()
        if self.path:
            await loop.create_unix_connection(lambda: protocol, self.path)
        else:
            await loop.create_connection(lambda: protocol, self.host, self.port, ssl=self.tls)


def _split(url: str) -> SplitResult:
    """Return the parts of a URL. Raises ValueError with a text that quotes none of them: a password
    with a slash in it looks like a port, and at a # the address would end.
    """
    with suppress(ValueError):
        parts = urlsplit(url)
        _ = parts.port
        if "#" not in url:
            return parts
    text = "its port is no number up to 65535, or its password needs %2F for /, %23 for # ..."
    raise ValueError(f"the store's address is not usable: {text}")


def options_of(query: str) -> dict[str, str]:
    """Return the options in an address's query. Raises ValueError if one is given twice: readers
    would differ in which of them counts, and one may check certificates where the other does not.
    """
    found: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name in found:
            raise ValueError(f"the store's address is not usable: the option {name} is there twice")
        found[name] = value
    return found


def spoken(found: OSError) -> str:
    """Return the cause of a failed connection in the system's words, without error numbers."""
    if isinstance(found, (ssl.SSLError, socket.gaierror)):
        return found.strerror or str(found)
    if found.errno:
        return os.strerror(found.errno)
    return str(found) or type(found).__name__


def _tls(options: dict[str, Any]) -> ssl.SSLContext:
    """Return the context that redis-py makes of these options, so that both connections agree."""
    given = {name: value for name, value in options.items() if name.startswith("ssl_")}
    return SSLConnection(**given).ssl_context.get()
