"""The connection on which a process hears channels, kept open as long as it listens to any.

A channel keeps nothing: what was published while nobody was connected is lost. So every listener is
called with None when its subscription stands, the first time and after every reconnection, and then
reads the journal or document itself. Where an access list forbids a channel, or a cluster has moved
it, its listeners are called with None every REMIND_EVERY seconds, so that they go on by reading
(`tests/store/test_redis_store.py` takes the channels away).
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import hiredis
import structlog

from server.runtime import Tasks
from server.store.interface import OnNews, StoreError, Unsubscribe
from server.store.redis.address import Address
from server.store.redis.link import introduce
from server.store.redis.mux import ErrorReply, Mux, Part

log = structlog.get_logger(__name__)

FIRST_DELAY = 0.02
LONGEST_DELAY = 1.0
REMIND_EVERY = 0.5
"""Seconds: before connecting again, doubled each time; and between two calls of listeners whose
channel is not subscribed, so that they go on by reading.
"""
_NEWS = (b"message", b"smessage")
_BEGUN = (b"subscribe", b"ssubscribe")
_ENDED = (b"unsubscribe", b"sunsubscribe")
_PUSHED = (*_NEWS, *_BEGUN, *_ENDED, b"pong")

Pushed = Callable[[bytes, Any], None]


class _SubscriberConnection(Mux):
    """A connection with subscriptions. `pushed(channel, news)` is called with each message, and
    with news None when a subscription begins. `forbidden()` is called when the store refuses a
    subscription, or ends one.
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
                elif isinstance(reply, ErrorReply) and not self._expected:
                    self._refuse(str(reply))
                elif reply == b"PONG" and not self._expected:
                    pass  # pushed only where there is a subscription
                else:
                    self._expected.popleft()(reply)
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
        """Send a command without waiting. Its answer, if any, comes as a push."""
        if not self.lost:
            self._write(self.packed(parts))


class Subscriptions:
    """The subscriptions of one process, by channel, over one connection that is replaced when lost.
    `timeout`: seconds of silence after which it counts as lost.
    """

    def __init__(self, address: Address, timeout: float) -> None:
        self._address, self._timeout = address, timeout
        self._listeners: dict[bytes, dict[object, OnNews]] = {}
        self._line: _SubscriberConnection | None = None
        self._lost = asyncio.Event()
        self._tasks = Tasks()
        self._is_kept = self._is_reminding = False
        sharded = "S" if address.shard else ""
        self._begin, self._end = f"{sharded}SUBSCRIBE", f"{sharded}UNSUBSCRIBE"

    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """See Fleet."""
        # Under a key of its own, as one function may listen to a channel twice.
        name, key = channel.encode(), object()
        others = self._listeners.setdefault(name, {})
        others[key] = hear
        if not self._is_kept:
            self._is_kept = True
            self._tasks.keep(self._keep, "store subscriptions")
        elif self._line is not None:
            self._line.say(self._begin, name)

        def stop() -> None:
            others.pop(key, None)
            if not others and self._listeners.get(name) is others:
                del self._listeners[name]
                if self._line is not None:
                    self._line.say(self._end, name)

        return stop

    async def close(self) -> None:
        """Close the connection; no subscriber is called afterwards."""
        await self._tasks.close()
        if self._line is not None:
            self._line.abort("we have closed it")

    def _pushed(self, channel: bytes, news: bytes | None) -> None:
        for hear in tuple(self._listeners.get(channel, {}).values()):
            try:
                hear(news)
            except Exception:
                log.exception("store.listener_failed")

    def _forbidden(self) -> None:
        if not self._is_reminding:
            self._is_reminding = True
            self._tasks.keep(self._remind, "store reminder")

    async def _remind(self) -> None:
        """Call the subscribers of channels without a subscription with None, for ever."""
        while True:
            await asyncio.sleep(REMIND_EVERY)
            if self._line is not None:
                for channel in self._listeners.keys() - self._line.heard:
                    self._pushed(channel, None)
                    if self._address.shard:
                        self._line.say(self._begin, channel)

    async def _keep(self) -> None:
        delay = FIRST_DELAY
        while True:
            self._lost.clear()
            line = _SubscriberConnection(
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
            for channel in self._listeners:  # one by one, as one that is forbidden refuses all
                line.say(self._begin, channel)
            while not self._lost.is_set():
                await self._watch(line)
            self._line = None

    async def _watch(self, line: _SubscriberConnection) -> None:
        """Wait until the connection is lost. A silent one is sent a PING, and closed if it stays
        silent.
        """
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
