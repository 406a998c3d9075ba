"""The fleet of a store that is several servers: each key and channel at the one that has it."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from server.store.interface import Fleet, Heartbeats, OnNews, StoreUnavailable, Unsubscribe, keys
from server.store.redis import RedisStore
from server.store.routed.shards import Shards

T = TypeVar("T")


class AskShard(Protocol):
    """Runs a request at the shard that has a key."""

    async def __call__(self, key: str, ask: Callable[[RedisStore], Awaitable[T]]) -> T:
        """Return what `ask` returns there. Raises what `ask` raises, and StoreUnavailable."""
        ...


class _Listener:
    """One subscriber of a channel, and the shard at which it is subscribed at present."""

    def __init__(self, channel: str, hear: OnNews) -> None:
        self.channel, self.hear = channel, hear
        self._shard: RedisStore | None = None
        self._stop: Unsubscribe | None = None

    def go(self, shard: RedisStore | None) -> None:
        """Move the subscription to a shard; None ends it."""
        if shard is self._shard:
            return
        if self._stop is not None:
            self._stop()
        self._shard = shard
        self._stop = None if shard is None else shard.fleet.subscribe(self.channel, self.hear)


class RoutedFleet(Fleet):
    """A `Fleet` on several servers. The caller calls `moved` whenever a shard has come or gone, or
    a slot has changed its shard.
    """

    def __init__(self, shards: Shards, at: AskShard) -> None:
        self._shards, self._at = shards, at
        self._listeners: dict[object, _Listener] = {}
        self._reading: RedisStore | None = None

    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        """See Fleet."""
        return await self._at(
            keys.FLEET_KEY, lambda at: at.fleet.heartbeat(process, seconds, contents)
        )

    async def leave(self, process: str) -> None:
        """See Fleet."""
        await self._at(keys.FLEET_KEY, lambda at: at.fleet.leave(process))

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """See Fleet."""

        async def ask(at: RedisStore) -> str:
            return await at.fleet.host(kind, name, process, instead_of, claim)

        return await self._at(keys.document(kind, name), ask)

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """See Fleet."""
        key = keys.document(kind, name)
        await self._at(key, lambda at: at.fleet.unhost(kind, name, process, claim))

    async def send(self, process: str, message: bytes) -> None:
        """See Fleet."""
        await self._at(keys.box(process), lambda at: at.fleet.send(process, message))

    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """See Fleet.

        A mark belongs to the server that gave it: another one, whose clock may be behind, is asked
        for all that it has.
        """

        async def read(at: RedisStore) -> list[tuple[str, bytes]]:
            found = await at.fleet.messages(process, after if at is self._reading else "")
            self._reading = at  # only now: a read that has failed has not brought all that it has
            return found

        return await self._at(keys.box(process), read)

    async def publish(self, channel: str, news: bytes) -> None:
        """See Fleet."""
        await self._at(channel, lambda at: at.fleet.publish(channel, news))

    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """See Fleet."""
        key, listener = object(), _Listener(channel, hear)
        self._listeners[key] = listener
        self._place(listener)

        def stop() -> None:
            if self._listeners.pop(key, None) is not None:
                listener.go(None)

        return stop

    def moved(self) -> None:
        """Move each subscription to the shard that has its channel now."""
        for listener in tuple(self._listeners.values()):
            self._place(listener)

    def _place(self, listener: _Listener) -> None:
        try:
            listener.go(self._shards.at(listener.channel))
        except StoreUnavailable:
            listener.go(None)
