"""A client that stays: it connects again by itself, resumes by version, and loses no intent.

One task reads. Updates wait for whoever iterates over the client; requests return when their reply
has come. An answer returns when its commit has been seen, across as many connections as it takes.
"""

import asyncio
import contextlib
import importlib.metadata
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple, Self, TypeVar

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from clients.core.session import Session, Update
from clients.core.view import BattleView
from clients.sdk.backoff import delays
from clients.sdk.connection import FIRST_WITHIN, Connection, Dial, dial, ends_for_good, greet
from clients.sdk.errors import ConnectionLost, Ended, Refusal, Unreachable
from clients.sdk.links import Link, parse_link
from clients.sdk.requests import Requests
from clients.sdk.tasks import Tasks
from clients.sdk.tokens import Tokens
from clients.sdk.vigil import Vigil
from protocol.codec import MSGPACK
from protocol.questions import Picks, Question
from protocol.replies import Refused, Reply, Welcome
from protocol.requests import Intent, NewToken, Request, Undo
from protocol.tables import TableState

UPDATES_KEPT = 10_000
AGAIN = 0.5
R = TypeVar("R")


class Lost(NamedTuple):
    """The connection is gone; it is being made again."""

    why: str


class Back(NamedTuple):
    """The connection stands again, and what was missed has been asked for."""


News = Update | Lost | Back


class Client(Requests):
    """A player's or spectator's client. Made by `connect`."""

    def __init__(self, link: Link, session: Session, profile: str, tokens: Tokens | None) -> None:
        self.link, self.session = link, session
        self.ended = ""
        self.wire = MSGPACK
        self.dial: Dial = dial
        self._profile, self._tokens = profile, tokens
        self._connection: Connection | None = None
        self._within, self._vigil = FIRST_WITHIN, Vigil()
        self._refs, self._sends_later, self._is_back = 0, False, True
        self._replies: dict[int, asyncio.Future[Reply]] = {}
        self._answers: dict[tuple[str, int], asyncio.Future[int]] = {}
        self._updates: deque[News] = deque(maxlen=UPDATES_KEPT)
        self._changed = asyncio.Event()
        self._tasks = Tasks(self._failed)
        self._resuming: asyncio.Task[None] | None = None

    @property
    def table(self) -> TableState | None:
        """The table, None before `join` or `create`."""
        return self.session.table

    @property
    def view(self) -> BattleView | None:
        """The battle that is watched, None if none is."""
        return self.session.view

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that this player holds."""
        return self.session.seats

    @property
    def over(self) -> bool:
        """Whether the watched battle is over."""
        return self.view is not None and self.view.over

    @property
    def has_news(self) -> bool:
        """Whether an update waits to be iterated over."""
        return bool(self._updates)

    def questions(self) -> tuple[Question, ...]:
        """The open questions that this player may answer now."""
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

    async def call(self, request: Request, kind: type[R]) -> R:
        """Send a request and return its reply. Raises `Refusal`, `ConnectionLost`, `Ended`."""
        if self.ended:
            raise Ended(self.ended)
        connection = self._connection
        if connection is None:
            raise ConnectionLost("There is no connection at the moment.")
        ref = self._next_ref()
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._replies[ref] = future
        try:
            await connection.send(replace(request, ref=ref))
            reply = await future
        except ConnectionClosed:
            raise ConnectionLost("The connection broke.") from None
        finally:
            self._replies.pop(ref, None)
        if isinstance(reply, Refused):
            raise Refusal(reply.code, reply.text, reply.rule)
        assert isinstance(reply, kind), f"{type(reply).__name__} is no answer to that"
        return reply

    async def answer(self, question: Question, picks: Picks, seat: str = "") -> int:
        """Answer an open question; gives the version of the commit that it made, or of the last
        snapshot where the battle was over when a new connection found it made.

        Applied exactly once, whatever happens to connections meanwhile. Raises `Refusal`, `Ended`,
        ValueError if it is not asked of this player.
        """
        return await self._intend(self.session.answer(question, tuple(picks), seat))

    async def undo(self, version: int, seat: str = "") -> int:
        """Go back to a version; others may have to agree first. Raises `Refusal`, `Ended`."""
        return await self._intend(self.session.undo(version, seat))

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
        """The next update; iteration ends when the client does."""
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

    async def _intend(self, intent: Intent | Undo) -> int:
        if self.ended:
            raise Ended(self.ended)
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[intent.seat, intent.number] = future
        await self._send_intent(intent)
        return await future

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
        watching = self._tasks.start(self._vigil.keep(connection, self.session.pulse))
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
        """A new connection, past its greeting. Raises `Unreachable`, `Refusal`."""
        link, session = self.link, self.session
        connection = await greet(link.url, session, self.wire, self.dial, self._within)
        self._within = connection.next_within
        self._keep_token()
        return connection

    async def _resume(self) -> None:
        """Back to the table and the battle, step by step; then whatever is unanswered."""
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


def connect(
    address: str,
    name: str = "",
    *,
    profile: str | None = None,
    tokens: Tokens | None = None,
    token: str | None = None,
    proof: Callable[[], str] = str,
) -> Client:
    """A client for a server or invite link; use it with `async with`, or `open` and `close` it.

    `tokens` keeps the identity from one run to the next, under `profile` (default: the server's
    address and the link's invite code). `proof` gives an identity provider's signed token (JWT),
    where the server takes those; it is asked at every connection, as such tokens expire. Raises
    ValueError for what is no link.
    """
    link = parse_link(address)
    profile = f"{link.site} {link.code}" if profile is None else profile
    if token is None and tokens is not None:
        token = tokens.load(profile)
    program = f"hexwarden-sdk/{importlib.metadata.version('hexwarden')}"
    return Client(link, Session(name, token, program, proof), profile, tokens)
