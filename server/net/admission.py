"""Who may come in, and how much they may say.

A token bucket fills with `rate` tokens a second up to `burst`; a request takes one, or as many as
`COSTS` says, where it makes the server read or write more than others do. Connections are counted
per address; an IPv6 address stands for its /64, the smallest network that anybody gets. A player's
bucket outlives the connection, so that coming again does not fill it.
"""

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable

from protocol.requests import Ask, Create, Replay, Seek, Start, Step, Watch
from server.settings import Settings

COSTS: dict[type[Ask], int] = {Create: 10, Replay: 10, Start: 5, Watch: 3, Seek: 3, Step: 3}
MOST_BUCKETS = 20_000
SPARE_SOCKETS = 32


class Bucket:
    """A token bucket. `clock` gives seconds that never run backwards."""

    __slots__ = ("_at", "_burst", "_clock", "_level", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._at = burst, clock()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens; False, and nothing taken, if there are not enough."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < min(tokens, self._burst):
            return False
        self._level -= tokens
        return True


class Admission:
    """The books of one server."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._settings, self._clock = settings, clock
        self._addresses: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._players = _Buckets(settings.player_rate, settings.player_burst, clock)
        self._newcomers = _Buckets(settings.newcomer_rate, settings.newcomer_burst, clock)

    @property
    def open(self) -> int:
        """Connections that are in."""
        return self._addresses.total()

    def knock(self, peer: str) -> bool:
        """Count a TCP connection, before it has said anything; False if it is one too many.

        More of these may stand than connections may be let in, so that most who are turned away
        can be told why. Every knock needs its `gone`, whatever the answer was.
        """
        self._sockets[peer] += 1
        if self._sockets.total() > self._settings.connections + SPARE_SOCKETS:
            return False
        behind_proxy = self._settings.trust_proxy
        most = self._settings.connections_per_address + SPARE_SOCKETS
        return behind_proxy or self._sockets[peer] <= most

    def gone(self, peer: str) -> None:
        """A TCP connection has ended."""
        self._sockets[peer] -= 1
        if self._sockets[peer] <= 0:
            del self._sockets[peer]

    def enter(self, address: str) -> str | None:
        """Let a connection in; a word why not if it may not. Every entry needs its `leave`."""
        if self.open >= self._settings.connections:
            return "total"
        if self._addresses[address] >= self._settings.connections_per_address:
            return "address"
        self._addresses[address] += 1
        return None

    def leave(self, address: str) -> None:
        """A connection that was let in has gone."""
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def connection_bucket(self) -> Bucket:
        """How much a new connection may say."""
        return Bucket(self._settings.message_rate, self._settings.message_burst, self._clock)

    def player_bucket(self, player: str) -> Bucket:
        """How much a player may say over all connections."""
        return self._players.of(player)

    def newcomer_bucket(self, address: str) -> Bucket:
        """How many new identities an address may ask for."""
        return self._newcomers.of(address)


class _Buckets:
    """Buckets by key; the one unused for longest is forgotten, and was mostly full."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._by_key.pop(key, None) or Bucket(self._rate, self._burst, self._clock)
        self._by_key[key] = bucket
        if len(self._by_key) > MOST_BUCKETS:
            self._by_key.popitem(last=False)
        return bucket


def network_of(peer: str, forwarded: str, trust_proxy: bool) -> str:
    """The address that a connection counts for, from its peer and X-Forwarded-For header."""
    said = forwarded.rsplit(",", 1)[-1].strip() if trust_proxy and forwarded else peer
    try:
        address = ipaddress.ip_address(said.split("%", 1)[0])
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
