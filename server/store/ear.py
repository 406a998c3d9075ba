"""The connection on which a process hears channels, kept open as long as it listens to any.

A channel forgets: whoever missed something has to look elsewhere. So every listener is told by None
when its subscription stands, for the first time and after every loss of the connection. Where the
store forbids a channel, or a cluster has moved it, its listeners are told None again and again, and
look elsewhere.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import hiredis

from server.store.address import Address
from server.store.base import log
from server.store.errors import StoreError
from server.store.fleet import Hear, Stop
from server.store.link import introduce
from server.store.mux import Mux, Part
from server.tasks import Tasks

FIRST_DELAY = 0.02
LONGEST_DELAY = 1.0
REMIND_EVERY = 0.5
_NEWS = (b"message", b"smessage")
_BEGUN = (b"subscribe", b"ssubscribe")
_ENDED = (b"unsubscribe", b"sunsubscribe")
_PUSHED = (*_NEWS, *_BEGUN, *_ENDED, b"pong")

Pushed = Callable[[bytes, Any], None]


class _Listening(Mux):
    """A connection whose store speaks unasked: what it pushes goes to `pushed(channel, news)`,
    news None where a subscription begins. `forbidden()` is called when it refuses one.
    """

    def __init__(
        self,
        timeout: float,
        on_lost: Callable[[Mux, str], None],
        pushed: Pushed,
        forbidden: Callable[[], None],
        *,
        shard: bool = False,
    ) -> None:
        super().__init__(replicas=0, timeout=timeout, on_lost=on_lost)
        self._pushed, self._forbidden, self._shard = pushed, forbidden, shard
        self._is_forbidden = False
        self.heard: set[bytes] = set()
        self.is_quiet = False

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self.is_quiet = False
        self._answered = True
        self._reader.feed(data)
        try:
            while (reply := self._reader.gets()) is not False:
                if isinstance(reply, list) and reply and reply[0] in _PUSHED:
                    self._push(reply)
                elif isinstance(reply, hiredis.ReplyError) and not self._expected:
                    self._refuse(str(reply))
                elif reply == b"PONG" and not self._expected:
                    pass  # pushed only where there is a subscription
                elif isinstance(one := self._expected.popleft(), asyncio.Future):
                    self._settle(one, reply)
        except (hiredis.ProtocolError, IndexError):
            self.abort("it does not speak the Redis protocol")
            return
        if self._queued and not self._flushing:
            self._flush()

    def _push(self, reply: list[Any]) -> None:
        if reply[0] in _NEWS:
            self._pushed(reply[1], reply[2])
        elif reply[0] in _BEGUN:
            self.heard.add(reply[1])
            self._pushed(reply[1], None)
        elif reply[0] in _ENDED:
            self.heard.discard(reply[1])
            if self._shard:  # perhaps unasked: the channel's slot has gone to another server
                self._forbidden()

    def _refuse(self, error: str) -> None:
        if not self._is_forbidden and not self._shard:
            log.error("store.not_heard", error=error)
        self._is_forbidden = True
        self._forbidden()

    def say(self, *parts: Part) -> None:
        """Give a command whose answer is pushed, if at all."""
        if not self.lost:
            self._write(self.packed(parts))


class Ear:
    """Listeners by channel, over one connection after the other."""

    def __init__(self, address: Address, timeout: float) -> None:
        self._address, self._timeout = address, timeout
        self._ears: dict[bytes, dict[object, Hear]] = {}
        self._line: _Listening | None = None
        self._lost = asyncio.Event()
        self._tasks = Tasks()
        self._is_kept = self._is_reminding = False
        sharded = "S" if address.shard else ""
        self._begin, self._end = f"{sharded}SUBSCRIBE", f"{sharded}UNSUBSCRIBE"

    def listen(self, channel: str, hear: Hear) -> Stop:
        """See Fleet."""
        name, key = channel.encode(), object()
        others = self._ears.setdefault(name, {})
        others[key] = hear
        if not self._is_kept:
            self._is_kept = True
            self._tasks.keep(self._keep, "store ear")
        elif self._line is not None:
            self._line.say(self._begin, name)

        def stop() -> None:
            others.pop(key, None)
            if not others and self._ears.get(name) is others:
                del self._ears[name]
                if self._line is not None:
                    self._line.say(self._end, name)

        return stop

    async def close(self) -> None:
        """Hear nothing more."""
        await self._tasks.close()
        if self._line is not None:
            self._line.abort("we have closed it")

    def _pushed(self, channel: bytes, news: bytes | None) -> None:
        for hear in tuple(self._ears.get(channel, {}).values()):
            try:
                hear(news)
            except Exception:
                log.exception("store.listener_failed")

    def _forbidden(self) -> None:
        if not self._is_reminding:
            self._is_reminding = True
            self._tasks.keep(self._remind, "store reminder")

    async def _remind(self) -> None:
        """Tell those who cannot hear to look for themselves."""
        while True:
            await asyncio.sleep(REMIND_EVERY)
            if self._line is not None:
                for channel in self._ears.keys() - self._line.heard:
                    self._pushed(channel, None)
                    if self._address.shard:
                        self._line.say(self._begin, channel)

    async def _keep(self) -> None:
        delay = FIRST_DELAY
        while True:
            self._lost.clear()
            line = _Listening(
                self._timeout,
                lambda _mux, _why: self._lost.set(),
                self._pushed,
                self._forbidden,
                shard=self._address.shard,
            )
            try:
                await introduce(line, self._address, self._timeout)
            except StoreError:
                await asyncio.sleep(delay * random.uniform(0.8, 1.2))
                delay = min(delay * 2, LONGEST_DELAY)
                continue
            delay = FIRST_DELAY
            self._line = line
            for channel in self._ears:  # one by one, as one that is forbidden refuses all
                line.say(self._begin, channel)
            while not self._lost.is_set():
                await self._watch(line)
            self._line = None

    async def _watch(self, line: _Listening) -> None:
        """Wait for the loss of the connection; ask where nothing was heard, so as to notice it."""
        line.is_quiet = True
        try:
            async with asyncio.timeout(self._timeout / 2):
                await self._lost.wait()
            return
        except TimeoutError:
            if not line.is_quiet:
                return
        line.say("PING")
        try:
            async with asyncio.timeout(self._timeout / 2):
                await self._lost.wait()
        except TimeoutError:
            if line.is_quiet:
                line.abort(f"it has not answered for {self._timeout:g} s")
