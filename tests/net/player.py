"""A client as thin as can be, for tests: raw websockets, the codec, and a fold of the commits."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol import replies, requests
from protocol.codec import CODECS, MSGPACK, Inflating
from protocol.ids import NO_BATTLE, NO_PLAYER, SeatId
from protocol.questions import One, Question
from protocol.replies import Commit, Refused, Snapshot, now_open
from server.rules.engine.patch import fold

PATIENCE = 60.0
SPOKEN = [Subprotocol(MSGPACK)]
"""What a socket offers in its handshake."""
R = TypeVar("R")


class Player:
    """One connection and what it has learnt. `news` holds everything that came, in order."""

    def __init__(self, url: str, subprotocol: str = MSGPACK) -> None:
        self.url, self.codec = url, CODECS[subprotocol]
        self.token, self.player = "", NO_PLAYER
        self.version = 0
        self.state: dict[str, Any] = {}
        self.battle = NO_BATTLE
        self.questions: tuple[Question, ...] = ()
        self.numbers: dict[SeatId, int] = {}
        self.over = False
        self.news: list[Any] = []
        self.most_news = 1_000_000
        self.snapshots = 0
        self.closed: ConnectionClosed | None = None
        self._refs = 0
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def open(self, **headers: str) -> "Player":
        """Connect, without a word."""
        self._socket = await connect(
            self.url,
            subprotocols=[Subprotocol(self.codec.name)],
            compression=None,
            max_size=None,
            proxy=None,
            ping_interval=None,  # a loaded machine is no lost connection
            additional_headers=headers,
        )
        self.closed = None
        self._reader = asyncio.create_task(self._read())
        return self

    async def hello(self, name: str = "") -> "Player":
        """Connect and say hello, as whoever this player was before."""
        await self.open()
        welcome = await self.ask(requests.Hello(0, self.token or None, name), replies.Welcome)
        self.token = welcome.token or self.token
        self.player = welcome.player
        return self

    async def close(self) -> None:
        """Hang up politely."""
        if self._socket is not None:
            await self._socket.close()
        await self._gone()

    async def drop(self) -> None:
        """Lose the connection without a word."""
        self.socket.transport.abort()
        await self._gone()

    async def _gone(self) -> None:
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def say(self, request: Any) -> int:
        """Send a request under a new ref and give the ref."""
        self._refs += 1
        await self.send(self.codec.encode(_with_ref(request, self._refs)))
        return self._refs

    async def send(self, frame: bytes | str) -> None:
        """Send bytes as they are."""
        await self.socket.send(frame, text=self.codec.text)

    async def ask(self, request: Any, kind: type[R]) -> R:
        """Send a request and wait for its reply, which must be of that kind."""
        ref = await self.say(request)
        reply = await self.wait(lambda: self.reply_to(ref))
        assert isinstance(reply, kind), reply
        return reply

    async def refused(self, request: Any) -> str:
        """The code with which a request is refused."""
        return (await self.ask(request, Refused)).code

    def reply_to(self, ref: int) -> Any:
        """The reply with that ref, if it has come."""
        return next((n for n in reversed(self.news) if getattr(n, "ref", None) == ref), None)

    def last(self, kind: type[R]) -> R | None:
        """The latest message of a kind."""
        return next((n for n in reversed(self.news) if isinstance(n, kind)), None)

    async def wait(
        self,
        wanted: Callable[[], R | bool | None],
        patience: float = PATIENCE,
        *,
        lost: bool = True,
    ) -> R:
        """Wait until `wanted` gives something true.

        Raises TimeoutError and, unless `lost` is False, ConnectionClosed.
        """
        async with asyncio.timeout(patience), self._changed:
            while not (found := wanted()):
                if lost and self.closed is not None:
                    raise self.closed
                await self._changed.wait()
            return found  # type: ignore[return-value]

    async def wait_closed(self, patience: float = PATIENCE) -> int | None:
        """Wait for the connection's end and give its close code."""
        await self.wait(lambda: self.closed is not None, patience)
        return self.socket.close_code

    async def wait_version(self, version: int) -> None:
        """Wait until this version has been seen."""
        await self.wait(lambda: self.version >= version)

    async def wait_over(self) -> None:
        """Wait until the battle is over."""
        await self.wait(lambda: self.over)

    async def wait_alone(self, without: str) -> None:
        """Wait until a player is no longer here."""
        await self.wait(lambda: (here := self.last(replies.Presence)) and without not in here.here)

    def mine(self, seat: str) -> Question | None:
        """The open question that a seat may answer."""
        return next((q for q in self.questions if seat in q.to), None)

    async def _read(self) -> None:
        inflating = Inflating()
        try:
            while True:
                frame = await self.socket.recv()
                whole = inflating.message(frame) if isinstance(frame, bytes) else frame
                if whole is None:
                    continue
                self._heard(whole)
                message = self.codec.reply(whole)
                async with self._changed:
                    self._take(message)
                    self._changed.notify_all()
        except ConnectionClosed as closed:
            async with self._changed:
                self.closed = closed
                self._changed.notify_all()

    def _heard(self, frame: bytes | str) -> None:
        """Called with each message as it came, inflated, for those who look at the bytes."""

    def _take(self, message: Any) -> None:
        self.news.append(message)
        if len(self.news) > self.most_news:
            del self.news[: self.most_news // 2]
        if isinstance(message, Snapshot):
            self.snapshots += 1
            self.battle, self.version, self.state = message.battle, message.version, message.state
            self.questions, self.over = message.questions, message.over
            self.numbers = dict(message.numbers)
        elif isinstance(message, Commit):
            self._fold(message)

    def _fold(self, commit: Commit) -> None:
        if commit.version <= self.version:
            return
        assert commit.version == self.version + 1, f"{commit.version} after {self.version}"
        fold(self.state, commit.gone, commit.put)
        self.questions = now_open(self.questions, commit)
        self.version = commit.version
        author = replies.author_of(commit)
        if commit.number:
            self.numbers[author.seat] = commit.number
        self.over = isinstance(commit.pinned, replies.Closing)


def first_pick(question: Question) -> tuple[str, ...]:
    """An answer to a question of the micro-game."""
    assert isinstance(question.shape, One)
    return (question.shape.options[0].key,)


def _with_ref(request: Any, ref: int) -> Any:
    fields = {name: getattr(request, name) for name in request.__struct_fields__}
    return type(request)(**{**fields, "ref": ref})
