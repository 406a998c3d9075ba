"""Rate limits: which connections are let in, and how much each may ask for.

A token bucket fills with `rate` tokens a second up to `burst`; a request takes as many as it costs
(see `service.request_table`) from every bucket that it concerns: its connection's, its player's,
its address's and its table's. At a table the players have one bucket and all others another, so
that spectators cannot silence players. What shows only afterwards, like the length of the answer,
is charged then, to the connection, the player and the address: a bucket that owes lets nothing
through until it has filled again. A table is not charged for it: many may come to one at once after
a failure.
Connections are counted per address; an IPv6 address stands for its /64, the smallest network that
anybody gets. All but a connection's bucket outlive it, so that coming again does not fill them.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from protocol.codec import REPLY_BYTES, REQUEST_BYTES
from protocol.fields import NUMBER_STEP
from protocol.ids import NO_PLAYER, NO_TABLE, PlayerId, TableId
from server.net.admission.costs import BYTES_A_TOKEN
from server.net.admission.proxies import Proxies
from server.net.telemetry import Metrics
from server.players import Limits
from server.settings import Settings

WRONG_TOKENS = (0.1, 10)  # at the operators' door, from an address: per second, and at once
UPGRADE, FEW = 8, 100  # a WebSocket costs as much as so many requests; so many may come at once
MOST_BUCKETS = 20_000  # of one kind: some MB, however many addresses somebody has
RECENT = (
    1.0  # seconds since its last use: who goes on asking finds the bucket, and makes no new one
)
SPARED_AT_ONCE = 8  # buckets in use that are passed over for each new one: it bounds the search
SPARE_SOCKETS = 32  # beyond those that may be let in, so that whoever is turned away is told why
TOO_FAST = {
    "connection": "Too many requests; wait a little.",
    "player": "Too many requests over all your connections; wait a little.",
    "address": "Too many requests from your network; wait a little.",
    "table": "Too many requests at this table; wait a little.",
    "newcomers": "Too many new players from your network; wait a little.",
}
"""What is said where a limit is reached, by the limit."""


class Bucket:
    """A token bucket. `clock` gives seconds that never run backwards."""

    __slots__ = ("__weakref__", "_at", "_burst", "_clock", "_level", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._at = burst, clock()

    def has(self, tokens: float = 1) -> bool:
        """Return whether the bucket holds so many tokens."""
        return self._filled(self._clock()) >= min(tokens, self._burst)

    def take(self, tokens: float = 1, now: float | None = None) -> bool:
        """Take tokens at `now` (clock seconds). Returns False, taking none, if too few."""
        return Bucket.take_of_each((self,), tokens, self._clock() if now is None else now) is None

    @staticmethod
    def take_of_each(buckets: tuple["Bucket", ...], tokens: float, now: float) -> "Bucket | None":
        """Take tokens from each bucket in turn. Returns the first that holds too few, from which,
        as from all after it, none are taken; None if every bucket had enough. `now`: clock seconds.
        """
        for one in buckets:
            # As `_filled`, without the call: each request takes from four buckets.
            level, burst = one._level, one._burst
            if now > one._at:
                level += (now - one._at) * one._rate
                if level > burst:
                    level = burst
                one._level, one._at = level, now
            if level < tokens and level < burst:
                return one
            one._level = level - tokens
        return None

    def owe(self, tokens: float, now: float | None = None) -> None:
        """Charge tokens for work already done, even beyond what there is. `now`: clock seconds."""
        Bucket.owe_each((self,), tokens, self._clock() if now is None else now)

    @staticmethod
    def owe_each(buckets: tuple["Bucket", ...], tokens: float, now: float) -> None:
        """Charge tokens to each bucket, even beyond what it holds. `now`: clock seconds."""
        for one in buckets:
            level, burst = one._level, one._burst  # as in `take_of_each`
            if now > one._at:
                level += (now - one._at) * one._rate
                one._at = now
            one._level = (level if level < burst else burst) - tokens

    @property
    def is_full(self) -> bool:
        """Return whether the bucket is full, as a new one is."""
        return self._filled(self._clock()) >= self._burst

    @property
    def is_recent(self) -> bool:
        """Return whether the bucket was used within the last moments, so that it is kept."""
        return self._clock() - self._at < RECENT

    def _filled(self, now: float) -> float:
        if now > self._at:
            level = self._level + (now - self._at) * self._rate
            self._level = level if level < self._burst else self._burst
            self._at = now
        return self._level


def limits_of(settings: Settings, metrics: Metrics) -> Limits:
    """Return the limits per player that the settings name; who exceeds one is counted."""

    def reached(limit: str) -> None:
        metrics.limited.inc(label=limit)

    return Limits(
        tables=settings.tables_per_player,
        connections=settings.connections_per_player,
        invite=settings.invite_lifetime,
        battles=settings.battles,
        battles_of_player=settings.battles_per_player,
        battles_of_address=settings.battles_per_address,
        reached=reached,
        table_life=settings.table_lifetime,
        identity_life=settings.identity_lifetime,
        told=told_limits(settings),
    )


def told_limits(settings: Settings) -> dict[str, float]:
    """Return the limits that `welcome` tells clients; PROTOCOL.md explains each name."""
    return {
        "request_bytes": REQUEST_BYTES,
        "frame_bytes": settings.message_size,
        "reply_bytes": REPLY_BYTES,
        "reply_bytes_a_token": BYTES_A_TOKEN,
        "number_step": NUMBER_STEP,
        "connection_rate": settings.message_rate,
        "connection_burst": settings.message_burst,
        "player_rate": settings.player_rate,
        "player_burst": settings.player_burst,
        "address_rate": settings.address_rate,
        "address_burst": settings.address_burst,
        "table_rate": settings.table_rate,
        "table_burst": settings.table_burst,
        "connections_per_player": settings.connections_per_player,
        "tables_per_player_a_day": settings.tables_per_player,
        "battles_per_player": settings.battles_per_player,
    }


LIMITS = ("connection", "address", "player", "table")
"""The limits that a request may exceed, in the order in which it pays; it need not concern all."""
_TABLE = LIMITS.index("table")


@dataclass(slots=True)
class Asking:
    """Whose request it is; `player` is "" before hello, `table` where one is at none.

    Kept by its connection for as long as that stays true: at least while the table's `seating` is
    the object `as_of`. `payers` are the buckets of the `LIMITS`, found by `Admission` at the first
    request.
    """

    bucket: Bucket
    address: str
    player: PlayerId = NO_PLAYER
    table: TableId = NO_TABLE
    is_seated: bool = False
    payers: tuple[Bucket, ...] = ()
    as_of: object = None


class Admission:
    """The buckets and connection counts of one server."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._settings, self._clock = settings, clock
        self._addresses: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._players = _Buckets(settings.player_rate, settings.player_burst, clock, shared=True)
        self._talk = _Buckets(settings.address_rate, settings.address_burst, clock, shared=True)
        self._pages = _Buckets(settings.address_rate, settings.address_burst, clock)
        knocks = settings.address_rate / UPGRADE, max(FEW, settings.address_burst / 2)
        self._knocks = _Buckets(*knocks, clock)
        self._seated = _Buckets(settings.table_rate, settings.table_burst, clock, shared=True)
        self._others = _Buckets(settings.table_rate, settings.table_burst, clock, shared=True)
        self._newcomers = _Buckets(settings.newcomer_rate, settings.newcomer_burst, clock)
        self._strangers = _Buckets(*WRONG_TOKENS, clock)
        self.proxies = Proxies(settings.trust_proxy)

    @property
    def open(self) -> int:
        """Return how many connections are open."""
        return self._addresses.total()

    def knock(self, peer: str, address: str = "") -> bool:
        """Count a new TCP connection before its first byte. Returns False if there are too many.

        More of these may stand than connections may be let in, so that most who are turned away
        can be told why; at the `address` of a proxy, as many as in all. Every knock needs its
        `gone`, whatever the answer was.
        """
        self._sockets[peer] += 1
        if self._sockets.total() > self._settings.connections + SPARE_SOCKETS:
            return False
        most = self._settings.connections_per_address + SPARE_SOCKETS
        return self._sockets[peer] <= most or self.proxies.trust(address)

    def gone(self, peer: str) -> None:
        """Take a closed TCP connection off the count of its address; call it once for each."""
        self._sockets[peer] -= 1
        if self._sockets[peer] <= 0:
            del self._sockets[peer]

    def enter(self, address: str) -> str | None:
        """Let a connection in, and return None; or return the limit that it would exceed.

        Every connection that was let in needs its `leave`.
        """
        if self.open >= self._settings.connections:
            return "total"
        if self._addresses[address] >= self._settings.connections_per_address:
            return "address"
        self._addresses[address] += 1
        return None

    def leave(self, address: str) -> None:
        """Stop counting a connection that was let in and has closed."""
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def exhausted(self, asking: "Asking", tokens: int) -> str | None:
        """Take a request's cost from every bucket. Returns the limit that is exceeded, or None."""
        payers = asking.payers or self._payers(asking)
        empty = Bucket.take_of_each(payers, tokens, self._clock())
        return LIMITS[payers.index(empty)] if empty is not None else None

    def charge(self, asking: "Asking", tokens: int) -> None:
        """Take what a request turned out to cost beyond what was taken before."""
        payers = asking.payers or self._payers(asking)
        Bucket.owe_each(payers[:_TABLE], tokens, self._clock())

    def _payers(self, asking: "Asking") -> tuple[Bucket, ...]:
        """Look up whose buckets pay. Nobody else's come into being while they are held: an address
        with two buckets would have twice its rate.
        """
        payers = [asking.bucket, self._talk.of(asking.address)]
        if asking.player:
            payers.append(self._players.of(asking.player))
            if asking.table:
                at = self._seated if asking.is_seated else self._others
                payers.append(at.of(asking.table))
        asking.payers = tuple(payers)
        return asking.payers

    def fetching(self, address: str, page: str) -> Bucket:
        """Return what pays for something by plain HTTP: a replay file takes from what requests take
        from; pages have as much for themselves, so that a page can still say that there were too
        many.
        """
        return (self._talk if page == "replay" else self._pages).of(address)

    def may_knock(self, address: str) -> bool:
        """Return whether an address may open one more WebSocket now."""
        return self._knocks.of(address).take()

    def connection_bucket(self) -> Bucket:
        """Return the bucket of a new connection."""
        return Bucket(self._settings.message_rate, self._settings.message_burst, self._clock)

    def stranger_bucket(self, address: str) -> Bucket:
        """Return the bucket that limits an address's wrong operator tokens."""
        return self._strangers.of(address)

    def newcomer_bucket(self, address: str) -> Bucket:
        """Return the bucket that limits how many new identities an address creates."""
        return self._newcomers.of(address)


class _Buckets:
    """Buckets by key. Those unused for longest are forgotten once they are full again, for a new
    one is no different; and at the latest when there are too many.

    Those of `shared` books are held by connections, which use them without asking here. While one
    does, whoever asks for its key gets the same, also after it was forgotten; in line it goes to
    the end if it was in use just now.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float], *, shared: bool = False
    ) -> None:
        self._rate, self._burst, self._clock, self._shared = rate, burst, clock, shared
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

    def of(self, key: str) -> Bucket:
        bucket = self._by_key.get(key)
        if bucket is not None:
            self._by_key.move_to_end(key)
            return bucket
        bucket = self._held.get(key) or Bucket(self._rate, self._burst, self._clock)
        self._by_key[key] = bucket
        spared = 0
        while (oldest := next(iter(self._by_key))) != key:
            kept = self._by_key[oldest]
            if self._shared and kept.is_recent and spared < SPARED_AT_ONCE:
                spared += 1
                self._by_key.move_to_end(oldest)
                continue
            if (kept.is_recent or not kept.is_full) and len(self._by_key) <= MOST_BUCKETS:
                break
            del self._by_key[oldest]
            self._held[oldest] = kept
        return bucket
