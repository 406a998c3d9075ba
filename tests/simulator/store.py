"""A process's hold on the simulated store: every call goes its way, and means what it says there.

Leases are copied when they leave: what the store does to one is known when its answer comes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from server.store.base import Lease, Store, StoreState
from server.store.durability import EVERYSEC
from server.store.fleet import Fleet, Hear, Signs, Stop
from tests.simulator.truth import Truth
from tests.simulator.way import Way


class SimStore(Store):
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

    async def _ask(self, name: str, *args: Any, **named: Any) -> Any:
        return await self._way.call(lambda: getattr(self._truth, name)(*args, **named))

    async def _tell(self, name: str, *args: Any, **named: Any) -> Any:
        return await self._way.call(lambda: getattr(self._truth, name)(*args, **named), writes=True)

    async def _renew(self, leases: list[Lease], ttl: float) -> list[Lease]:
        lost: list[Lease] = await self._way.call(
            lambda: self._truth.renew(leases, ttl=ttl), writes=True, vital=True
        )
        return lost

    async def create(
        self, battle: str, meta: Mapping[str, bytes], first: bytes, *, owner: str, ttl: float
    ) -> Lease:
        lease: Lease = await self._tell("create", battle, meta, first, owner=owner, ttl=ttl)
        return lease

    async def append(self, lease: Lease, version: int, entry: bytes) -> None:
        sent = _copy(lease)
        await self._way.call(
            lambda: self._truth.append(sent, version, entry), ordered=True, writes=True
        )

    async def settle(self, lease: Lease, version: int, entry: bytes) -> bool:
        sent = _copy(lease)
        stands: bool = await self._tell("settle", sent, version, entry)
        lease.epoch = sent.epoch
        return stands

    async def read(
        self, battle: str, after: int = 0, limit: int | None = None
    ) -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = await self._ask("read", battle, after, limit)
        return found

    async def last(self, battle: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._ask("last", battle)
        return found

    async def meta(self, battle: str) -> dict[str, bytes]:
        found: dict[str, bytes] = await self._ask("meta", battle)
        return found

    async def put_meta(self, lease: Lease, values: Mapping[str, bytes]) -> None:
        await self._tell("put_meta", _copy(lease), values)

    async def battles(self, *, over: bool = True) -> list[str]:
        found: list[str] = await self._ask("battles", over=over)
        return found

    async def expire(self, battle: str, seconds: float | None) -> None:
        await self._tell("expire", battle, seconds)

    async def put_aside(self, lease: Lease, version: int) -> None:
        await self._tell("put_aside", _copy(lease), version)

    async def restore(self, battle: str, entries: Sequence[bytes]) -> None:
        await self._tell("restore", battle, tuple(entries))

    async def acquire(self, battle: str, *, owner: str, ttl: float) -> Lease:
        lease: Lease = await self._tell("acquire", battle, owner=owner, ttl=ttl)
        return lease

    async def renew(self, leases: Iterable[Lease], *, ttl: float) -> list[Lease]:
        mine = {lease.battle: lease for lease in leases}
        sent = [_copy(lease) for lease in mine.values()]
        lost = await self._renew(sent, ttl)
        return [mine[lease.battle] for lease in lost]

    async def release(self, lease: Lease) -> None:
        await self._tell("release", _copy(lease))

    async def put_snapshot(self, lease: Lease, version: int, data: bytes) -> None:
        await self._tell("put_snapshot", _copy(lease), version, data)

    async def snapshot(self, battle: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._ask("snapshot", battle)
        return found

    async def put(
        self,
        kind: str,
        name: str,
        data: bytes,
        expect: int | None = None,
        lists: Mapping[str, bool] | None = None,
    ) -> int:
        revision: int = await self._tell("put", kind, name, data, expect, lists)
        return revision

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = await self._ask("get", kind, name)
        return found

    async def ids(self, kind: str, within: str = "") -> list[str]:
        found: list[str] = await self._ask("ids", kind, within)
        return found

    async def delete(self, kind: str, name: str) -> bool:
        was: bool = await self._tell("delete", kind, name)
        return was

    async def ping(self) -> float:
        await self._ask("ping")
        return 0.0

    async def close(self) -> None:
        """Nothing is open."""


class SimFleet(Fleet):
    """See Fleet. News may come twice, in another order, or not at all: then None follows."""

    def __init__(self, truth: Truth, way: Way, chance: Random) -> None:
        self._truth, self._way, self._chance = truth, way, chance
        self._ears: dict[object, tuple[str, Hear]] = {}
        self.lost = self.doubled = self.reordered = 0.0

    async def _do(self, work: Callable[[], Any], *, ordered: bool = False) -> Any:
        return await self._way.call(work, ordered=ordered, writes=True)

    async def sign(self, process: str, seconds: float, contents: str = "") -> Signs:
        signs: Signs = await self._way.call(
            lambda: self._truth.fleet.sign(process, seconds, contents), writes=True, vital=True
        )
        return signs

    async def resign(self, process: str) -> None:
        await self._do(lambda: self._truth.fleet.resign(process))

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        host: str = await self._do(
            lambda: self._truth.fleet.host(kind, name, process, instead_of, claim)
        )
        return host

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        await self._do(lambda: self._truth.fleet.unhost(kind, name, process, claim))

    async def send(self, process: str, letter: bytes) -> None:
        await self._do(lambda: self._truth.fleet.send(process, letter), ordered=True)

    async def letters(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = await self._way.call(
            lambda: self._truth.fleet.letters(process, after), waits=True
        )
        return found

    async def publish(self, channel: str, news: bytes) -> None:
        await self._do(lambda: self._truth.fleet.publish(channel, news), ordered=True)

    # Channels

    def listen(self, channel: str, hear: Hear) -> Stop:
        key = object()
        self._ears[key] = channel, hear
        ends: list[Stop] = []

        def begin() -> None:
            if key in self._ears:
                ends.append(self._truth.fleet.listen(channel, lambda news: self._hear(key, news)))

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


def _copy(lease: Lease) -> Lease:
    return Lease(lease.battle, lease.owner, lease.epoch)
