"""One pipelined connection that many rooms share.

Commands that are ready in the same tick of the loop leave in one write, and their replies come
back in the same order: a queue of futures is all the book-keeping there is. Where replicas must
acknowledge, one WAIT closes each write, and the next write waits for its answer.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import hiredis

from server.store.interface import StoreUnavailable
from server.store.redis.address import spoken
from server.store.redis.replies import acknowledged

Part = bytes | str | int
Reply = Any


class ErrorReply(Exception):
    """Raised when the store answers a command with an error. The text begins with its code."""


class _Waited:
    """The durable commands of one write, whose futures are done once WAIT has been answered."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.members: list[_Member] = []

    def finish(self, reply: Reply) -> None:
        for member in self.members:
            doubt = acknowledged(reply, self.wanted)
            if doubt is None or isinstance(member.reply, hiredis.ReplyError):
                _resolve(member.future, member.reply)
            else:
                _fail(member.future, doubt)

    def fail(self, reason: str) -> None:
        for member in self.members:
            if isinstance(member.reply, hiredis.ReplyError):
                _resolve(member.future, member.reply)
            else:
                _fail(member.future, StoreUnavailable(reason))


class _Member:
    """A durable command. It keeps its own reply until WAIT has been answered."""

    def __init__(self, future: asyncio.Future[Reply]) -> None:
        self.future = future
        self.reply: Reply = None


_pack: Callable[[tuple[Part, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]

_Expected = asyncio.Future[Reply] | _Member | _Waited


def _resolve(future: asyncio.Future[Reply], reply: Reply) -> None:
    if future.done():
        return
    if isinstance(reply, hiredis.ReplyError):
        future.set_exception(ErrorReply(str(reply)))
    else:
        future.set_result(reply)


def _fail(future: asyncio.Future[Reply], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


class Mux(asyncio.Protocol):
    """One pipelined connection. `on_lost(mux, reason)` is called once, after all its futures have
    failed.

    `timeout`: the seconds of silence after which it counts as lost.
    """

    def __init__(
        self, *, replicas: int, timeout: float, on_lost: Callable[["Mux", str], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._replicas = replicas
        self._timeout = timeout
        self._on_lost = on_lost
        self._reader = hiredis.Reader()
        self._transport: asyncio.Transport | None = None
        self._queued: list[bytes] = []
        self._queued_for: list[_Expected] = []
        self._expected: deque[_Expected] = deque()
        self._flushing = False
        self._waiting: _Waited | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._answered = False
        self._reason = ""
        self.lost = False

    def call(self, *parts: Part, durable: bool = False) -> asyncio.Future[Reply]:
        """Queue a command and return the future of its reply. With `durable` that is done once
        enough replicas have acknowledged the write.

        The future raises ErrorReply, or StoreUnavailable when the connection is lost, when the
        store stays silent for too long, and with `durable` when too few replicas acknowledge.
        """
        future: asyncio.Future[Reply] = self._loop.create_future()
        if self.lost:
            future.set_exception(StoreUnavailable(self._reason, sent=False))
            return future
        self._queued.append(_pack(parts))
        self._queued_for.append(_Member(future) if durable and self._replicas else future)
        if not self._flushing:
            self._flushing = True
            # At the end of this round of the loop: what other battles append in it goes along in
            # one write (`test_commands_of_one_tick_leave_in_one_write`).
            self._loop.call_soon(self._flush)
        return future

    def _flush(self) -> None:
        self._flushing = False
        # The store answers nothing on a connection that WAITs, so what is ready meanwhile goes in
        # one write afterwards, with one WAIT for all of it.
        if self.lost or self._transport is None or self._waiting or not self._queued:
            return
        members = [one for one in self._queued_for if isinstance(one, _Member)]
        if members:
            self._waiting = _Waited(self._replicas)
            self._waiting.members = members
            # Half of the timeout, in ms: WAIT answers before `_look` would take the store for gone.
            limit = max(1, int(self._timeout * 500))
            self._queued.append(_pack(("WAIT", self._replicas, limit)))
            self._queued_for.append(self._waiting)
        self._expected.extend(self._queued_for)
        queued = b"".join(self._queued)
        self._queued.clear()
        self._queued_for.clear()
        self._write(queued)
        if self._watch is None and self._expected:
            self._answered = False
            self._watch = self._loop.call_later(self._timeout, self._look)

    def _write(self, data: bytes) -> None:
        """Write to the transport, unless it is closed: uvloop's raises RuntimeError then, before it
        reports that the connection is lost.
        """
        try:
            if self._transport is not None:
                self._transport.write(data)
        except (RuntimeError, OSError) as found:
            self.abort(f"its connection is closed ({found})")

    def _look(self) -> None:
        """Drop the connection if replies are due and none has come for a whole timeout."""
        self._watch = None
        if self.lost or not self._expected:
            return
        # Any answer counts, not that to the oldest command: a slow store is not a lost one, and to
        # cut it off would make all of its commands be settled one by one.
        if not self._answered:
            self.abort(f"it has not answered for {self._timeout:g} s")
            return
        self._answered = False
        self._watch = self._loop.call_later(self._timeout, self._look)

    @staticmethod
    def packed(parts: tuple[Part, ...]) -> bytes:
        """Return the bytes of a command."""
        return _pack(parts)

    @staticmethod
    def _settle(future: asyncio.Future[Reply], reply: Reply) -> None:
        _resolve(future, reply)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio.Protocol."""
        self._transport = cast("asyncio.Transport", transport)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._answered = True
        self._reader.feed(data)
        expected = self._expected
        try:
            while (reply := self._reader.gets()) is not False:
                one = expected.popleft()
                if isinstance(one, asyncio.Future):
                    _resolve(one, reply)
                elif isinstance(one, _Member):
                    one.reply = reply
                else:
                    self._waiting = None
                    one.finish(reply)
        # IndexError: a reply that nobody waits for. From there on each caller would get the answer
        # to another one's command.
        except (hiredis.ProtocolError, IndexError):
            self.abort("it does not speak the Redis protocol")
            return
        if self._queued and not self._waiting and not self._flushing:
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        if isinstance(exc, OSError):
            self._end(spoken(exc))
        else:
            self._end(str(exc) if exc else "it closed the connection")

    def abort(self, reason: str) -> None:
        """Close the connection now. The futures of commands under way raise StoreUnavailable: their
        fate is unknown.
        """
        if self.lost:
            return
        transport = self._transport
        self._end(reason)
        if transport is not None:
            with suppress(RuntimeError, OSError):  # uvloop's, where it is closed already
                transport.abort()

    def _end(self, reason: str) -> None:
        if self.lost:
            return
        self.lost = True
        self._reason = reason
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        for one in self._expected:
            if isinstance(one, _Waited):
                one.fail(reason)
            elif isinstance(one, asyncio.Future):
                _fail(one, StoreUnavailable(reason))
        # These were never written, so their fate is known: `sent=False` spares the caller to
        # settle.
        for one in self._queued_for:
            if not isinstance(one, _Waited):
                future = one.future if isinstance(one, _Member) else one
                _fail(future, StoreUnavailable(reason, sent=False))
        self._expected.clear()
        self._queued.clear()
        self._queued_for.clear()
        self._on_lost(self, reason)
