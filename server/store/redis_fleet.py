"""The fleet on Redis or Valkey: a sorted set of signs, a field of documents, streams, channels."""

import math
from typing import Any

from server.store import keys, scripts
from server.store.address import Address
from server.store.client import Client
from server.store.ear import Ear
from server.store.fleet import Fleet, Hear, Signs, Stop
from server.store.link import Link, introduce
from server.store.mux import ErrorReply, Mux
from server.store.replies import error

LETTERS_KEPT = 65_536
LETTERS_AT_ONCE = 512
LETTERS_LAST_MS = 600_000
WAIT = 2.0


class RedisFleet(Fleet):
    """`link` is shared with the appends, `client` with everything else, but `vital` is for what
    must not queue; letters and channels are heard on connections of their own, opened when they are
    first needed. `timeout` in seconds, as the store's.
    """

    def __init__(
        self, address: Address, client: Client, vital: Client, link: Link, timeout: float
    ) -> None:
        self._address, self._client, self._vital, self._link = address, client, vital, link
        self._timeout = timeout
        self._ear = Ear(address, timeout)
        self._box: Mux | None = None

    async def _script(self, script: scripts.Script, key: str, *values: bytes | str | int) -> Any:
        try:
            return await self._client.script(script, [key], *values)
        except ErrorReply as reply:
            raise error(str(reply)) from None

    async def sign(self, process: str, seconds: float, contents: str = "") -> Signs:
        """See Fleet."""
        ms, both = max(1, math.ceil(seconds * 1000)), [keys.FLEET_KEY, keys.CONTENTS_KEY]
        try:
            found = await self._vital.script(
                scripts.SIGN, both, keys.checked(process), ms, contents
            )
        except ErrorReply as reply:
            raise error(str(reply)) from None
        names = [name.decode() for name in found[1::3]]
        left = [each / 1000 for each in found[2::3]]
        told = [each.decode() for each in found[3::3]]
        return Signs(
            bool(found[0]),
            dict(zip(names, left, strict=True)),
            dict(zip(names, told, strict=True)),
        )

    async def resign(self, process: str) -> None:
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

    async def send(self, process: str, letter: bytes) -> None:
        """See Fleet."""
        key = keys.box(process)
        sent = self._link.call("XADD", key, "MAXLEN", "~", LETTERS_KEPT, "*", "l", letter)
        self._link.call("PEXPIRE", key, LETTERS_LAST_MS).add_done_callback(_seen)
        try:
            await sent
        except ErrorReply as reply:
            raise error(str(reply)) from None

    async def letters(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """See Fleet."""
        key = keys.box(process)
        wait = int(min(WAIT, self._timeout / 3) * 1000)
        box = await self._opened()
        try:
            if after:
                box.call("XTRIM", key, "MINID", after).add_done_callback(_seen)
            found = await box.call(
                "XREAD", "COUNT", LETTERS_AT_ONCE, "BLOCK", wait, "STREAMS", key, after or "0"
            )
        except ErrorReply as reply:
            raise error(str(reply)) from None
        return [(mark.decode(), fields[1]) for mark, fields in found[0][1]] if found else []

    async def publish(self, channel: str, news: bytes) -> None:
        """See Fleet."""
        try:
            await self._link.call(self._address.publish, channel, news)
        except ErrorReply as reply:
            raise error(str(reply)) from None

    def listen(self, channel: str, hear: Hear) -> Stop:
        """See Fleet."""
        return self._ear.listen(channel, hear)

    async def close(self) -> None:
        """Drop the connections."""
        await self._ear.close()
        if self._box is not None:
            self._box.abort("we have closed it")

    async def _command(self, *parts: str) -> Any:
        try:
            return await self._client.command(*parts)
        except ErrorReply as reply:
            raise error(str(reply)) from None

    async def _opened(self) -> Mux:
        if self._box is None or self._box.lost:
            box = Mux(replicas=0, timeout=self._timeout, on_lost=lambda _mux, _reason: None)
            await introduce(box, self._address, self._timeout)
            self._box = box
        return self._box


def _seen(future: Any) -> None:
    if not future.cancelled():
        future.exception()
