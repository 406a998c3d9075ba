"""The proxies in front of the server: which of them may name a client's address.

A proxy adds the address that it was called from to the end of `X-Forwarded-For`, and says by
`X-Forwarded-Proto` how it was called. Anybody can send such headers, so they are read only on
connections from the networks that the operator has named. From the right, hops through proxies of
ours are passed over; the first address that is none of them is the client's. What stands further
left was said by a stranger, also where it looks like a proxy of ours: of hops that are all ours the
last one counts, which the proxy itself has seen.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

import structlog
from websockets.datastructures import Headers

from server.settings import Settings, networks_of

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

HOUSEHOLD = 64  # bits of an IPv6 network: what one customer has, who changes the rest at will
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")

log = structlog.get_logger(__name__)


class Proxies:
    """The proxies that are trusted, by address or network; see the setting `trust_proxy`."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = networks_of(named)
        self._has_warned = False

    def trust(self, address: str) -> bool:
        """Return whether an address is a trusted proxy's."""
        found = _address(address)
        return found is not None and self._is_ours(found)

    def client_of(self, peer: str, headers: Headers | None) -> str:
        """Return a connection's client address: its peer's, or what a trusted proxy names."""
        if headers is None:
            return peer
        if not self.trust(peer):
            self._warn(peer, headers)
            return peer
        nearest = ""
        hops = ",".join(headers.get_all("X-Forwarded-For")).split(",")
        for hop in reversed(hops):
            found = _address(_without_port(hop))
            if found is None:
                break
            if not self._is_ours(found):
                return str(found)
            nearest = nearest or str(found)
        return nearest or peer

    def _warn(self, peer: str, headers: Headers) -> None:
        """Log once that a peer sends proxy headers and is not a trusted proxy.

        Once, as any stranger can send such headers, and must not be able to fill a log by them.
        """
        if self._has_warned or not any(name in headers for name in FORWARDED):
            return
        self._has_warned = True
        text = "X-Forwarded headers do not count from here: if that is your proxy, name it in "
        text += "--trust-proxy, or all who come through it count as one address"
        log.warning("proxy.not_trusted", peer=peer, hint=text)

    def scheme_of(self, peer: str, headers: Headers) -> str:
        """Return the scheme by which the client called a trusted proxy: "http" or "https".

        "" where nobody knows.
        ."""
        if not self.trust(peer):
            return ""
        said = headers.get_all("X-Forwarded-Proto")
        scheme = said[-1].rpartition(",")[2].strip().lower() if said else ""
        return scheme if scheme in ("http", "https") else ""

    def _is_ours(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def hidden_proxy(settings: Settings) -> str:
    """Return why there must be a proxy in front that no setting names; "" where there need be none.

    What players are told to call (`public_url`) is then not what this server itself answers.
    """
    public = urlsplit(settings.public_url)
    if settings.trust_proxy or not public.hostname:
        return ""
    if public.scheme == "https" and not settings.tls_cert:
        return "public_url is https, and there is no tls_cert"
    if is_loopback(settings.host) and not is_loopback(public.hostname):
        return (
            f"public_url is elsewhere, and host {settings.host} is reached from this machine alone"
        )
    return ""


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches a host by that name."""
    found = _address(host)
    return host == "localhost" if found is None else found.is_loopback


def network_of(address: str) -> str:
    """Return what an address counts for: itself, or an IPv6 address's /64; what is none stays as it
    is.
    """
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, HOUSEHOLD), strict=False))
    return str(found) if found is not None else address


def _without_port(hop: str) -> str:
    """Return an address without the port that some proxies add: `192.0.2.7:4711`,
    `[2001:db8::1]:443`.
    """
    hop = hop.strip()
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _address(text: str) -> Address | None:
    """Return an address; an IPv4 one where it is only mapped into IPv6."""
    try:
        found = ipaddress.ip_address(text.strip().split("%", 1)[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
