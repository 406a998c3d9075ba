"""Which servers are the primaries of a store now, and which of them has a key.

redis+sentinel://[[USER]:PASSWORD@]HOST[:26379][,HOST[:PORT]...]/SERVICE[/DATABASE]
redis+cluster://[[USER]:PASSWORD@]HOST[:6379][,HOST[:PORT]...]
rediss+...                          the same over TLS, with the options of a rediss:// address

USER and PASSWORD are the store's. The sentinels' own, where they have any, are the options
`sentinel_username` and `sentinel_password`.
"""

import ipaddress
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from urllib.parse import urlencode

from server.store.redis import Address, options_of

_URL = re.compile(
    r"(?P<scheme>rediss?)\+(?P<kind>sentinel|cluster)://"
    r"((?P<word>[^@/]*)@)?(?P<hosts>[^@/?#]+)(?P<path>/[^?]*)?(\?(?P<query>.*))?"
)
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\[\]:]+)(:(?P<port>\d{1,5}))?")
PORTS = {"sentinel": 26379, "cluster": 6379}  # where these programs listen unless told otherwise
MOST_PORT = 65535  # of TCP


class Topology(ABC):
    """The servers of one store. `name` is for people, without secrets; `changes` counts the looks
    that found something new.
    """

    name: str
    changes = 0

    @abstractmethod
    async def look(self) -> None:
        """Ask anew which servers are primaries. Raises StoreUnavailable, StoreRefused."""

    @abstractmethod
    def primaries(self) -> dict[str, Address]:
        """Return the addresses of the primaries by name, as the last look found them."""

    @abstractmethod
    def of(self, key: str) -> str:
        """Return the name of the primary that has a key or channel, "" if none has it."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections."""


@dataclass(frozen=True, slots=True)
class Several:
    """The parsed address of several servers. `at`: how each of them is reached; `sentinel`: the
    login of the sentinels themselves.
    """

    kind: str
    at: tuple[Address, ...]
    service: str
    sentinel: dict[str, str] = field(repr=False)


def is_several(setting: str) -> bool:
    """Return whether an address names several servers that are one store."""
    return setting.partition("://")[0] in {
        f"{scheme}+{kind}" for scheme in ("redis", "rediss") for kind in PORTS
    }


def parse_servers(setting: str) -> Several:
    """Return the parsed address of several servers. Raises ValueError with a sentence for the
    operator.
    """
    found = _URL.fullmatch(setting)
    if found is None:
        raise ValueError("the store's address is not usable: HOST:PORT,HOST:PORT is expected")
    kind, parts = found["kind"], [each for each in (found["path"] or "").split("/") if each]
    service = parts.pop(0) if kind == "sentinel" and parts else ""
    if kind == "sentinel" and not service:
        raise ValueError("an address of sentinels ends in the name of what they watch: /mymaster")
    if len(parts) > (kind == "sentinel"):
        raise ValueError("a cluster has no databases: its address has no path")
    options = options_of(found["query"] or "")
    names = [name for name in options if name.startswith("sentinel_")]
    sentinel = {name.removeprefix("sentinel_"): options.pop(name) for name in names}
    word = f"{found['word']}@" if found["word"] else ""
    rest = f"/{parts[0]}" if parts else ""
    first = Address.parse(f"{found['scheme']}://{word}localhost{rest}?{urlencode(options)}")
    places = [_PLACE.fullmatch(each) for each in found["hosts"].split(",")]
    return Several(
        kind,
        tuple(
            first.at(place["host"].strip("[]"), int(place["port"] or PORTS[kind]))
            for place in (_usable(each) for each in places)
        ),
        service,
        sentinel,
    )


def _usable(place: re.Match[str] | None) -> re.Match[str]:
    if place is None or int(place["port"] or 0) > MOST_PORT or not _is_host(place["host"]):
        raise ValueError("the store's address is not usable: HOST:PORT,HOST:PORT is expected")
    return place


def _is_host(text: str) -> bool:
    """Return whether a text may be a host: what stands in brackets has to be an IP address, while
    of a name only a look-up can tell.
    """
    if not text.startswith("["):
        return True
    try:
        ipaddress.IPv6Address(text[1:-1])
    except ValueError:
        return False
    return True
