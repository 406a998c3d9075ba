"""Bans of players and networks, for a time or for ever.

One document holds them all. Every process has it in memory, and reads it again when the process
that changed it says so.
"""

import ipaddress
import re

import msgspec
from msgspec import Struct

from protocol.ids import PlayerId
from server.runtime import Clock, Refusal
from server.store import Conflict, Store

KIND, NAME = "operator", "bans"
MOST = 5000  # in one document, whose networks every hello looks through
TRIES = 8  # against other operators who change it in the same moment
NARROWEST = 64  # of IPv6; see `net.admission`
_PLAYER = re.compile(r"[A-Za-z0-9_-]{1,64}")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Ban(Struct, frozen=True):
    """A ban. `target` is a player's id or a network; times are in Unix milliseconds, `until` 0 is
    for ever.
    """

    target: str
    why: str
    by: str
    since: int
    until: int = 0


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Ban, ...]).decode


class Bans:
    """The bans of a store, as this process has read them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._players: dict[PlayerId, Ban] = {}
        self._networks: dict[Network, Ban] = {}

    @property
    def all(self) -> tuple[Ban, ...]:
        """Return the bans in force, the oldest first."""
        known = (*self._players.values(), *self._networks.values())
        return tuple(sorted(filter(self._holds, known), key=lambda ban: ban.since))

    def of(self, player: PlayerId, address: str) -> Ban | None:
        """Return the ban in force for a player or an address, None if there is none."""
        found = self._players.get(player)
        if found is not None and self._holds(found):
            return found
        here = _network(address)
        if here is None:
            return None
        for network, ban in self._networks.items():
            if network.version == here.version and network.overlaps(here) and self._holds(ban):
                return ban
        return None

    async def read(self) -> None:
        """Read the bans from the store. Raises StoreError."""
        self._learn((await self._stored())[1])

    async def add(self, target: str, why: str, by: str, seconds: float) -> Ban:
        """Ban a player or network for `seconds`, 0 for ever, and return the ban. Raises `Refusal`,
        StoreError.
        """
        now = self._clock.unix_ms()
        ban = Ban(named(target), why, by, now, now + round(seconds * 1000) if seconds else 0)
        await self._change(ban.target, ban)
        return ban

    async def lift(self, target: str) -> None:
        """End a ban. Raises `Refusal`, StoreError."""
        await self._change(named(target), None)

    async def _change(self, target: str, ban: Ban | None) -> None:
        for _ in range(TRIES):
            revision, bans = await self._stored()
            kept = tuple(each for each in bans if self._holds(each) and each.target != target)
            if ban is None and not any(each.target == target for each in bans):
                raise Refusal("unknown", f"{target} is not banned.")
            if ban is not None and len(kept) >= MOST:
                raise Refusal("not_now", f"There are {MOST} bans already; lift some, or ban nets.")
            kept = kept if ban is None else (*kept, ban)
            try:
                await self._store.put(KIND, NAME, _encode(kept), revision)
            except Conflict:
                continue
            self._learn(kept)
            return
        raise Refusal("busy", "Others are changing the bans. Try again.")

    async def _stored(self) -> tuple[int, tuple[Ban, ...]]:
        found = await self._store.get(KIND, NAME)
        return (found[0], _decode(found[1])) if found is not None else (0, ())

    def _learn(self, bans: tuple[Ban, ...]) -> None:
        self._players, self._networks = {}, {}
        for ban in bans:
            network = _network(ban.target)
            if network is None:
                self._players[PlayerId(ban.target)] = ban
            else:
                self._networks[network] = ban

    def _holds(self, ban: Ban) -> bool:
        return not ban.until or self._clock.unix_ms() < ban.until


def named(target: str) -> str:
    """Return a ban's target in the form in which it is stored. Raises `Refusal` for what is neither
    a player's id nor a network.
    """
    network = _network(target)
    if network is not None:
        return str(network)
    if not _PLAYER.fullmatch(target):
        raise Refusal("illegal", f"{target[:80]!r} is neither a player's id nor an address.")
    return target


def _network(text: str) -> Network | None:
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > NARROWEST:
        return network.supernet(new_prefix=NARROWEST)
    return network
