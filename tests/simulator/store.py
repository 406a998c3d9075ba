"""A process's hold on the simulated store: every call goes its way, and means what it says there.

Leases are copied when they leave: what the store does to one is known when its answer comes.
"""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

from protocol.ids import BattleId
from server.store import EVERYSEC, Fleet, Heartbeats, Lease, OnNews, StoreState, Unsubscribe
from tests.simulator.forwarding import ForwardingStore, copied
from tests.simulator.truth import Truth
from tests.simulator.way import Way

READS = ("read", "last", "meta", "battles", "snapshot", "get", "ids", "ping")
"""Calls after which the store is as it was: one that fails has certainly done nothing."""


class SimStore(ForwardingStore):
    """See Store."""

    def __init__(self, truth: Truth, way: Way, chance: Random) -> None:
        super().__init__("simulated", EVERYSEC)
        self._truth, self._way = truth, way
        self.news = SimFleet(truth, way, chance)
        self.fleet = self.news
        way.changed = self._changed
        way.silenced = self.news.silenced

    def _changed(self, up: bool, reason: str) -> None:
        self._set_state(StoreState(up=up, reason=reason))

    async def _forward(self, name: str, *args: Any, **named: Any) -> Any:
        sent = copied(list(args))
        work = partial(getattr(self._truth, name), *sent, **named)
        return await self._way.call(work, writes=name not in READS)

    async def _renew(self, leases: list[Lease], ttl: float) -> list[Lease]:
        lost: list[Lease] = await self._way.call(
            lambda: self._truth.renew(leases, ttl=ttl), writes=True, vital=True
        )
        return lost

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        sent = copied(lease)
        await self._way.call(
            lambda: self._truth.append(sent, version, entry), ordered=True, writes=True
        )

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        sent = copied(lease)
        work = partial(self._truth.settle, sent, version, entry)
        stands: bool = await self._way.call(work, writes=True)
        lease.epoch = sent.epoch
        return stands

    async def battles(self, *, over: bool = True) -> list[BattleId]:
        found: list[BattleId] = await self._forward("battles", over=over)
        return found

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        mine = {lease.battle: lease for lease in leases}
        sent = [copied(lease) for lease in mine.values()]
        lost = await self._renew(sent, ttl)
        return [mine[lease.battle] for lease in lost]

    async def ping(self) -> float:
        await self._forward("ping")
        return 0.0

    async def close(self) -> None:
        """Nothing is open."""


class SimFleet(Fleet):
    """See Fleet. News may come twice, in another order, or not at all: then None follows."""

    def __init__(self, truth: Truth, way: Way, chance: Random) -> None:
        self._truth, self._way, self._chance = truth, way, chance
        self._ears: dict[object, tuple[str, OnNews]] = {}
        self.lost = self.doubled = self.reordered = 0.0

    async def _do(self, work: Callable[[], Any], *, ordered: bool = False) -> Any:
        return await self._way.call(work, ordered=ordered, writes=True)

    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        signs: Heartbeats = await self._way.call(
            lambda: self._truth.fleet.heartbeat(process, seconds, contents), writes=True, vital=True
        )
        return signs

    async def leave(self, process: str) -> None:
        await self._do(lambda: self._truth.fleet.leave(process))

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        host: str = await self._do(
            lambda: self._truth.fleet.host(kind, name, process, instead_of, claim)
        )
        return host

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        await self._do(lambda: self._truth.fleet.unhost(kind, name, process, claim))

    async def send(self, process: str, message: bytes) -> None:
        await self._do(lambda: self._truth.fleet.send(process, message), ordered=True)

    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = await self._way.call(
            lambda: self._truth.fleet.messages(process, after), waits=True
        )
        return found

    async def publish(self, channel: str, news: bytes) -> None:
        await self._do(lambda: self._truth.fleet.publish(channel, news), ordered=True)

    # Channels

    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        key = object()
        self._ears[key] = channel, hear
        ends: list[Unsubscribe] = []

        def begin() -> None:
            if key in self._ears:
                ends.append(
                    self._truth.fleet.subscribe(channel, lambda news: self._hear(key, news))
                )

        self._way.later(self._way.delay(), begin)

        def stop() -> None:
            self._ears.pop(key, None)
            for end in ends:
                end()

        return stop

    def _hear(self, key: object, news: bytes | None) -> None:
        """Something has been published, or listening has begun."""
        way, dice = self._way, self._chance.random()
        if way.is_cut or way.is_deaf or not way.is_up or (news is not None and dice < self.lost):
            way.count("news lost")
            self._remind(key)
            return
        delay = way.delay()
        if dice > 1 - self.reordered:
            way.count("news reordered")
            delay += self._chance.uniform(0.001, 0.3)
        way.later(delay, self._give, key, news)
        if news is not None and self._chance.random() < self.doubled:
            way.count("news doubled")
            way.later(delay + self._chance.uniform(0.0, 0.5), self._give, key, news)

    def _give(self, key: object, news: bytes | None) -> None:
        if self._way.is_cut or self._way.is_deaf:
            self._remind(key)
        elif key in self._ears and not self._way.lane.dead:
            loop, lane = self._way.loop, self._way.lane
            loop.call_soon(self._heard, key, news, context=lane.context)

    def _heard(self, key: object, news: bytes | None) -> None:
        found = self._ears.get(key)
        if found is not None:
            found[1](news)

    def _remind(self, key: object) -> None:
        """Something may be missing: it is said as soon as it can be."""
        self._way.later(self._chance.uniform(0.1, 1.5), self._give, key, None)

    def silenced(self) -> None:
        """The connection broke: what is published meanwhile is lost."""
        for key in self._ears:
            self._remind(key)
