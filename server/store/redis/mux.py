"""One pipelined connection that many rooms share.

Commands that are ready in the same tick of the loop leave in one write, and their replies come
back in the same order: a queue of whom to tell is all the book-keeping there is. Where replicas
must acknowledge, one WAIT closes each write, and the next write waits for its answer.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import hiredis

from server.store.interface import StoreUnavailable
from server.store.redis.address import spoken
from server.store.redis.replies import acknowledged

Part = bytes | str | int
Reply = Any


class ErrorReply(Exception):
    """Raised when the store answers a command with an error. The text begins with its code."""


Outcome = Reply | ErrorReply | StoreUnavailable
Told = Callable[[Outcome], None]
"""What is told the outcome of a command, once: its reply, or why there is none."""


class _Waited:
    """The durable commands of one write, who are told once WAIT has been answered."""

    def __init__(self, wanted: int, members: "list[_Member]") -> None:
        self._wanted, self._members = wanted, members

    def __call__(self, outcome: Outcome) -> None:
        for member in self._members:
            if isinstance(outcome, StoreUnavailable):
                doubt: Exception | None = StoreUnavailable(outcome.reason)
            else:
                doubt = acknowledged(outcome, self._wanted)
            known = doubt is None or isinstance(member.reply, ErrorReply)
            member.told(member.reply if known else doubt)


class _Member:
    """A durable command. It keeps its own reply until WAIT has been answered."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.reply: Reply = None

    def __call__(self, outcome: Outcome) -> None:
        self.reply = outcome


_pack: Callable[[tuple[Part, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]


def _resolve(future: asyncio.Future[Reply], outcome: Outcome) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


class Mux(asyncio.Protocol):
    """One pipelined connection. `on_lost(mux, reason)` is called once, after all who wait for a
    reply have been told.

    `timeout`: the seconds of silence after which it counts as lost.
    """

    def __init__(
        self, *, replicas: int, timeout: float, on_lost: Callable[["Mux", str], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._replicas = replicas
        self._timeout = timeout
        self._on_lost = on_lost
        self._reader = hiredis.Reader(replyError=ErrorReply)
        self._transport: asyncio.Transport | None = None
        self._queued: list[bytes] = []
        self._expected: deque[Told] = deque()
        """Whom to tell, in order: of commands that were written, then of those that are queued."""
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
        told = partial(_resolve, future)
        self.send(_pack(parts), _Member(told) if durable and self._replicas else told)
        return future

    def send(self, command: bytes, told: Told) -> None:
        """Queue a packed command. `told` is called once, later: with its reply, or with what the
        future of `call` would raise.
        """
        if self.lost:
            self._loop.call_soon(told, StoreUnavailable(self._reason, sent=False))
            return
        self._queued.append(command)
        self._expected.append(told)
        if not self._flushing:
            self._flushing = True
            # At the end of this round of the loop: what other battles append in it goes along in
            # one write (`test_commands_of_one_tick_leave_in_one_write`).
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        # The store answers nothing on a connection that WAITs, so what is ready meanwhile goes in
        # one write afterwards, with one WAIT for all of it.
        if self.lost or self._transport is None or self._waiting or not self._queued:
            return
        if self._replicas:
            self._close_with_wait()
        queued = b"".join(self._queued)
        self._queued.clear()
        self._write(queued)
        if self._watch is None and self._expected:
            self._answered = False
            self._watch = self._loop.call_later(self._timeout, self._look)

    def _close_with_wait(self) -> None:
        """Queue the command WAIT after the queued commands if replicas must confirm any of them."""
        queued = list(self._expected)[-len(self._queued) :]
        members = [one for one in queued if isinstance(one, _Member)]
        if members:
            self._waiting = _Waited(self._replicas, members)
            # Half of the timeout, in ms: WAIT answers before `_look` would take the store for gone.
            limit = max(1, int(self._timeout * 500))
            self._queued.append(_pack(("WAIT", self._replicas, limit)))
            self._expected.append(self._waiting)

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

    def _report(self, fault: Exception) -> None:
        """Report the exception that a reply's callback raised; later replies still go out."""
        said = {"message": "who was told a reply has failed", "exception": fault}
        self._loop.call_exception_handler(said)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio.Protocol."""
        self._transport = cast("asyncio.Transport", transport)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        self._answered = True
        self._reader.feed(data)
        reader, expected = self._reader, self._expected
        try:
            while (reply := reader.gets()) is not False:
                told = expected.popleft()
                if told is self._waiting:
                    self._waiting = None
                try:
                    told(reply)
                except Exception as fault:
                    self._report(fault)
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
        told, written = tuple(self._expected), len(self._expected) - len(self._queued)
        self._expected.clear()
        self._queued.clear()
        for place, one in enumerate(told):
            # What was never written has a known fate: `sent=False` spares the caller to settle. No
            # WAIT follows that by which a durable one of it would be told.
            sent = place < written
            tell = one.told if isinstance(one, _Member) and not sent else one
            try:
                tell(StoreUnavailable(reason, sent=sent))
            except Exception as fault:
                self._report(fault)
        self._on_lost(self, reason)
