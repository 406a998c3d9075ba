"""The fleet on Redis or Valkey: heartbeats in a sorted set, hosts in a field of their documents,
mailboxes as streams, news over channels.
"""

import math
from typing import Any

from server.store.interface import Fleet, Heartbeats, OnNews, Unsubscribe, keys
from server.store.redis import scripts
from server.store.redis.address import Address
from server.store.redis.client import StoreClient
from server.store.redis.faults import understood
from server.store.redis.link import StoreLink, introduce
from server.store.redis.mux import Mux
from server.store.redis.pubsub import Subscriptions

MESSAGES_KEPT = 65_536  # for one process that does not read them; then the oldest go
MESSAGES_AT_ONCE = 512  # in one reply
MESSAGES_LAST_MS = 600_000  # milliseconds: a process that is silent for so long is dead
WAIT = 2.0  # seconds that a read waits in the store, so that an idle process asks rarely


class RedisFleet(Fleet):
    """A `Fleet` on one server.

    `link` is shared with the appends and `client` with everything else; `vital` is for heartbeats,
    which must not queue. Messages and channels are read on connections of their own, opened when
    they are first needed. `timeout`: as the store's, in seconds.
    """

    def __init__(
        self,
        address: Address,
        client: StoreClient,
        vital: StoreClient,
        link: StoreLink,
        timeout: float,
    ) -> None:
        self._address, self._client, self._vital, self._link = address, client, vital, link
        self._timeout = timeout
        self._subscriptions = Subscriptions(address, timeout)
        self._box: Mux | None = None

    async def _script(self, script: scripts.Script, key: str, *values: bytes | str | int) -> Any:
        with understood():
            return await self._client.script(script, [key], *values)

    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        """See Fleet."""
        ms, both = max(1, math.ceil(seconds * 1000)), [keys.FLEET_KEY, keys.CONTENTS_KEY]
        with understood():
            found = await self._vital.script(
                scripts.HEARTBEAT, both, keys.checked(process), ms, contents
            )
        names = [name.decode() for name in found[1::3]]
        left = [each / 1000 for each in found[2::3]]
        told = [each.decode() for each in found[3::3]]
        return Heartbeats(
            bool(found[0]),
            dict(zip(names, left, strict=True)),
            dict(zip(names, told, strict=True)),
        )

    async def leave(self, process: str) -> None:
        """See Fleet."""
        await self._command("ZREM", keys.FLEET_KEY, keys.checked(process))

    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """See Fleet."""
        key = keys.document(kind, name)
        found: bytes = await self._script(scripts.HOST, key, process, instead_of, claim)
        return found.decode()

    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """See Fleet."""
        await self._script(scripts.UNHOST, keys.document(kind, name), process, claim)

    async def send(self, process: str, message: bytes) -> None:
        """See Fleet."""
        key = keys.box(process)
        fields = (keys.MESSAGE, message)
        sent = self._link.call("XADD", key, "MAXLEN", "~", MESSAGES_KEPT, "*", *fields)
        self._link.call("PEXPIRE", key, MESSAGES_LAST_MS).add_done_callback(_seen)
        with understood():
            await sent

    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """See Fleet."""
        key = keys.box(process)
        wait = int(min(WAIT, self._timeout / 3) * 1000)
        box = await self._opened()
        with understood():
            if after:
                box.call("XTRIM", key, "MINID", after).add_done_callback(_seen)
            found = await box.call(
                "XREAD", "COUNT", MESSAGES_AT_ONCE, "BLOCK", wait, "STREAMS", key, after or "0"
            )
        return [(mark.decode(), fields[1]) for mark, fields in found[0][1]] if found else []

    async def publish(self, channel: str, news: bytes) -> None:
        """See Fleet."""
        with understood():
            await self._link.call(self._address.publish, channel, news)

    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """See Fleet."""
        return self._subscriptions.subscribe(channel, hear)

    async def close(self) -> None:
        """Close the connections that the fleet has opened itself."""
        await self._subscriptions.close()
        if self._box is not None:
            self._box.abort("we have closed it")

    async def _command(self, *parts: str) -> Any:
        with understood():
            return await self._client.command(*parts)

    async def _opened(self) -> Mux:
        if self._box is None or self._box.lost:
            box = Mux(replicas=0, timeout=self._timeout, on_lost=lambda _mux, _reason: None)
            await introduce(box, self._address, self._timeout)
            self._box = box
        return self._box


def _seen(future: Any) -> None:
    if not future.cancelled():
        future.exception()
