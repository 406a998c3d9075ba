"""Whose word about a client's address counts: the proxies in front of the server.

A proxy adds the address that it was called from to the end of `X-Forwarded-For`, and says by
`X-Forwarded-Proto` how it was called. Anybody can send such headers, so they are read only on
connections from the networks that the operator has named. From the right, hops through proxies of
ours are passed over; the first address that is none of them is the client's. What stands further
left was said by a stranger.
"""

import ipaddress
from collections.abc import Iterable

from websockets.datastructures import Headers

from server.settings import networks_of

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Proxies:
    """The proxies that are trusted, by address or network; see the setting `trust_proxy`."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = networks_of(named)

    def trust(self, address: str) -> bool:
        """Whether that is a proxy of ours."""
        found = _address(address)
        return found is not None and self._is_ours(found)

    def client_of(self, peer: str, headers: Headers | None) -> str:
        """The address of whoever is behind a connection."""
        if headers is None or not self.trust(peer):
            return peer
        client = peer
        hops = ",".join(headers.get_all("X-Forwarded-For")).split(",")
        for hop in reversed(hops):
            found = _address(hop)
            if found is None:
                break
            client = str(found)
            if not self._is_ours(found):
                break
        return client

    def scheme_of(self, peer: str, headers: Headers) -> str:
        """How the client has called a trusted proxy: "http" or "https"; "" where nobody knows."""
        if not self.trust(peer):
            return ""
        said = headers.get_all("X-Forwarded-Proto")
        scheme = said[-1].rpartition(",")[2].strip().lower() if said else ""
        return scheme if scheme in ("http", "https") else ""

    def _is_ours(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def network_of(address: str) -> str:
    """What an address counts for: itself, or an IPv6 address's /64; what is none stays as it is."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found) if found is not None else address


def _address(text: str) -> Address | None:
    """An address; an IPv4 one where it is only mapped into IPv6."""
    try:
        found = ipaddress.ip_address(text.strip().split("%", 1)[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
