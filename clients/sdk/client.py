"""A client that stays: it connects again by itself, resumes by version, and loses no intent.

One task reads. Updates wait for whoever iterates over the client; requests return when their reply
has come. An answer returns when its commit has been seen, across as many connections as it takes.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, Self, TypeVar

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from clients.core import BattleView, Session
from clients.sdk.backoff import delays
from clients.sdk.connection import FIRST_WITHIN, Connection, Dial, dial, ends_for_good, greet
from clients.sdk.errors import ConnectionLost, Ended, NotAsked, Refusal, TooSlow, Unreachable
from clients.sdk.heartbeat import HeartbeatMonitor
from clients.sdk.links import Link
from clients.sdk.news import Back, Lost, News
from clients.sdk.requests import Requests, Seat
from clients.sdk.state import Look, look_at
from clients.sdk.tasks import Tasks
from clients.sdk.tokens import Tokens
from protocol.codec import MSGPACK
from protocol.ids import SeatId
from protocol.questions import Picks, Question, refuse
from protocol.replies import Refused, Reply, Welcome
from protocol.requests import Intent, NewToken, Request, Undo
from protocol.tables import TableState

UPDATES_KEPT = 10_000
"""Updates for whoever iterates; the oldest are forgotten. `view` and `table` stay complete."""
AGAIN = 0.5  # seconds before an intent without an answer is sent again
CALL_WITHIN, ANSWER_WITHIN, UNDO_WITHIN = 30.0, 120.0, 600.0
"""Seconds until `TooSlow`: for a reply; for a commit, over as many connections as it takes; and for
an undo, on which people may have to vote."""
R = TypeVar("R")


class Client(Requests):
    """A player's or spectator's client. Made by `connect`.

    Whatever it raises is a `HexwardenError`. Every request ends: with its reply, a `Refusal`,
    `ConnectionLost`, `Ended`, or `TooSlow` after so many seconds `within`.
    """

    def __init__(self, link: Link, session: Session, profile: str, tokens: Tokens | None) -> None:
        self.link, self.session = link, session
        self.ended = ""
        self.wire = MSGPACK
        self.dial: Dial = dial
        self._profile, self._tokens = profile, tokens
        self._connection: Connection | None = None
        self._within, self._monitor = FIRST_WITHIN, HeartbeatMonitor()
        self._refs, self._sends_later, self._is_back = 0, False, True
        self._replies: dict[int, asyncio.Future[Reply]] = {}
        self._answers: dict[tuple[str, int], asyncio.Future[int]] = {}
        self._updates: deque[News] = deque(maxlen=UPDATES_KEPT)
        self._changed = asyncio.Event()
        self._tasks = Tasks(self._failed)
        self._resuming: asyncio.Task[None] | None = None

    @property
    def table(self) -> TableState | None:
        """Return the table, None before `join` or `create`."""
        return self.session.table

    @property
    def view(self) -> BattleView | None:
        """Return the battle that is watched, None if none is."""
        return self.session.view

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Return the seats that this player holds."""
        return self.session.seats

    @property
    def over(self) -> bool:
        """Return whether the watched battle is over."""
        return self.view is not None and self.view.over

    @property
    def has_news(self) -> bool:
        """Return whether an update waits."""
        return bool(self._updates)

    def look(self) -> Look:
        """Return the battle that is watched, with types. Raises `NotAsked` if none is."""
        if self.view is None:
            raise NotAsked("No battle is watched.")
        return look_at(self.view)

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions that this player may answer now."""
        return self.session.mine()

    # Life

    async def open(self) -> None:
        """Connect and say hello. Raises `Unreachable`, `Refusal`."""
        self._connection = await self._greeted()
        self._tasks.start(self._run(self._connection))

    async def close(self, why: str = "This client was closed.") -> None:
        """Hang up and end every wait."""
        self._end(why)
        current = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not current]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    def drop(self) -> None:
        """Break the connection, as a bad network would; the client comes back by itself."""
        if self._connection is not None:
            self._connection.cut()

    async def sign_out_elsewhere(self) -> None:
        """Come back with a new token: the old one ends, and whoever else has used it has to go.

        Raises `Refusal`, `ConnectionLost`, `Ended`.
        """
        await self.call(NewToken(0), Welcome)
        self._keep_token()
        left = self._connection
        self.drop()
        await self.until(lambda: self._connection not in (None, left))

    # Talking

    async def call(self, request: Request, kind: type[R], within: float = CALL_WITHIN) -> R:
        """Send a request and return its reply.

        Raises `Refusal`, `ConnectionLost`, `TooSlow`, `Ended`.
        """
        if self.ended:
            raise Ended(self.ended)
        connection = self._connection
        if connection is None:
            raise ConnectionLost("There is no connection at the moment.")
        ref = self._next_ref()
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._replies[ref] = future  # before sending: the reply may come before that returns
        try:
            async with asyncio.timeout(within):
                await connection.send(replace(request, ref=ref))
                reply = await future
        except TimeoutError:
            raise TooSlow(f"No answer came within {within:g} s.") from None
        except ConnectionClosed:
            raise ConnectionLost("The connection broke.") from None
        finally:
            self._replies.pop(ref, None)
        if isinstance(reply, Refused):
            raise Refusal(reply.code, reply.text, reply.rule)
        assert isinstance(reply, kind), f"{type(reply).__name__} is no answer to that"
        return reply

    async def answer(
        self,
        question: Question,
        picks: Picks,
        seat: Seat = "",
        note: str = "",
        within: float = ANSWER_WITHIN,
    ) -> int:
        """Answer an open question; gives the version of the commit that it made, or of the last
        snapshot where the battle was over when a new connection found it made.

        Applied exactly once, whatever happens to connections meanwhile. `note` says why in at most
        120 characters, to everybody who sees the battle. What is no answer to the question is
        refused here already (`illegal`). Raises `Refusal`, `NotAsked`, `Ended`, and `TooSlow`: then
        it may still count.
        """
        picks = tuple(picks)
        if sentence := refuse(question, picks):
            raise Refusal("illegal", sentence, question.rule)
        try:
            intent = self.session.answer(question, picks, SeatId(seat), note)
        except ValueError as fault:
            raise NotAsked(str(fault)) from None
        return await self._intend(intent, within)

    async def undo(self, version: int, seat: Seat = "", within: float = UNDO_WITHIN) -> int:
        """Go back to a version; others may have to agree first.

        Raises `Refusal`, `NotAsked`, `TooSlow`, `Ended`.
        """
        try:
            intent = self.session.undo(version, SeatId(seat))
        except ValueError as fault:
            raise NotAsked(str(fault)) from None
        return await self._intend(intent, within)

    async def until(self, wanted: Callable[[], Any]) -> None:
        """Wait until something is true of this client. Raises `Ended`."""
        while not wanted():
            if self.ended:
                raise Ended(self.ended)
            self._changed.clear()
            await self._changed.wait()

    # Listening

    def __aiter__(self) -> AsyncIterator[News]:
        return self

    async def __anext__(self) -> News:
        """Return the next update; iteration ends when the client does."""
        while not self._updates:
            if self.ended:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._updates.popleft()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # What happens inside

    async def _intend(self, intent: Intent | Undo, within: float) -> int:
        if self.ended:
            raise Ended(self.ended)
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[intent.seat, intent.number] = future
        try:
            async with asyncio.timeout(within):
                await self._send_intent(intent)
                return await future
        except TimeoutError:
            raise TooSlow(f"No commit and no refusal came within {within:g} s.") from None
        finally:
            self._answers.pop((intent.seat, intent.number), None)
            self.session.intents.forget(intent)  # too late: else it might count unawaited

    async def _send_intent(self, intent: Intent | Undo) -> None:
        """Send it if one can; else it is sent again once a new connection is where we were."""
        if self._connection is not None and self._is_back:
            with contextlib.suppress(ConnectionClosed):
                await self._connection.send(self.session.intents.sent(intent, self._next_ref()))

    async def _run(self, connection: Connection) -> None:
        try:
            while True:
                await self._read(connection)
                why = connection.why_closed()
                if ends_for_good(connection):
                    self._end(why)
                    return
                self._lose(why)
                connection = await self._reconnect()
                self._connection = connection
                self._tell(Back())
                if self._resuming is not None:
                    self._resuming.cancel()  # it may still insist on something
                self._is_back = False
                # Where it fails, the refusal tells it, or the next connection does it again.
                self._resuming = self._tasks.share(self._resume())
        except Exception as fault:
            self._failed(fault)

    def _failed(self, fault: BaseException) -> None:
        self._end(f"This client failed: {type(fault).__name__}: {fault}")

    async def _read(self, connection: Connection) -> None:
        """Take replies in until the connection ends, or the server falls silent."""
        self._say_more()
        watching = self._tasks.start(self._monitor.keep(connection, self.session.heartbeat))
        try:
            while True:
                self._take(await connection.receive())
        except ConnectionClosed:
            return
        finally:
            watching.cancel()

    def _take(self, reply: Reply) -> None:
        session = self.session
        update = session.take(reply)
        waiting = self._replies.get(getattr(reply, "ref", 0))
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)
        for settled in session.settled:
            future = self._answers.pop((settled.seat, settled.number), None)
            if future is not None and not future.done():
                no = settled.refused
                if no is not None:
                    future.set_exception(Refusal(no.code, no.text, no.rule))
                else:
                    future.set_result(settled.version)
        session.settled.clear()
        again = isinstance(reply, Refused) and session.intents.is_waiting(reply.ref)
        if again and not self._sends_later:
            self._sends_later = True
            self._tasks.start(self._send_later())
        self._say_more()
        if update is not None:
            self._tell(update)

    def _say_more(self) -> None:
        """Send what the session has to ask by itself."""
        if self.session.to_send:
            requests, self.session.to_send = self.session.to_send, []
            self._tasks.start(self._send(requests))

    async def _send(self, requests: list[Request]) -> None:
        for request in requests:
            if isinstance(request, Intent | Undo):
                await self._send_intent(request)
            elif self._connection is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self._connection.send(replace(request, ref=self._next_ref()))

    async def _send_later(self) -> None:
        await asyncio.sleep(AGAIN)
        self._sends_later = False
        await self._send(list(self.session.intents.unanswered))

    async def _reconnect(self) -> Connection:
        for seconds in delays():
            await asyncio.sleep(seconds)
            with contextlib.suppress(Unreachable, Refusal):
                return await self._greeted()
        raise AssertionError("the delays are endless")

    async def _greeted(self) -> Connection:
        """Return a new connection, past its greeting. Raises `Unreachable`, `Refusal`."""
        link, session = self.link, self.session
        connection = await greet(link.url, session, self.wire, self.dial, self._within)
        self._within = connection.next_within
        self._keep_token()
        return connection

    async def _resume(self) -> None:
        """Come back to the table and the battle, step by step; then send whatever is unanswered."""
        for request in self.session.back():
            if isinstance(request, Intent | Undo):
                self._is_back = True
                await self._send_intent(request)
                continue
            try:
                await self._insist(request)
                await self.until(lambda: self.session.is_there)
            except Refusal:
                self._is_back = True
                raise
        self._is_back = True

    async def _insist(self, request: Request) -> None:
        """Ask until the server can say yes. Raises `Refusal` if it never will, `ConnectionLost`."""
        for seconds in delays():
            try:
                await self.call(request, object)
                return
            except Refusal as no:
                if no.code not in ("paused", "busy", "too_fast"):
                    raise
            await asyncio.sleep(seconds)

    def _next_ref(self) -> int:
        self._refs += 1
        return self._refs

    def _keep_token(self) -> None:
        if self._tokens is not None and self.session.token is not None:
            with contextlib.suppress(OSError):
                self._tokens.keep(self._profile, self.session.token)

    def _tell(self, news: News) -> None:
        self._updates.append(news)
        self._changed.set()

    def _lose(self, why: str) -> None:
        self._connection = None
        for future in self._replies.values():
            if not future.done():
                future.set_exception(ConnectionLost(why))
        self._tell(Lost(why))

    def _end(self, why: str) -> None:
        if self.ended:
            return
        self.ended = why
        waiting: list[asyncio.Future[Any]] = [*self._replies.values(), *self._answers.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(Ended(why))
                future.exception()
        self._changed.set()
