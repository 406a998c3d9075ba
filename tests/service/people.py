"""People at a table: connections without a network, which fold what they are sent."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from protocol import codec
from protocol.codec import Codec
from protocol.ids import NO_BATTLE, NO_PLAYER, SeatId
from protocol.questions import Question
from protocol.refusals import ByeCode
from protocol.replies import (
    Commit,
    Joined,
    Opening,
    Refused,
    Reply,
    Snapshot,
    Taken,
    Welcome,
    author_of,
    now_open,
)
from protocol.requests import Hello, Intent, Join, Request
from server.players.visitor import Visitor
from server.rules.engine.patch import fold
from server.service.game_service import GameService

R = TypeVar("R")


class Paying(Visitor):
    """A visitor that counts what its requests cost."""

    spent = 0.0

    def spend(self, tokens: float) -> None:
        self.spent += tokens


class Person:
    """One connection: everything it was told, and the battle as it sees it."""

    def __init__(self, service: GameService, wire: Codec = codec.msgpack) -> None:
        self.service = service
        self.visitor = Paying(wire, self._hear, self._hear, self._cut)
        self.wire = wire
        self.frames: list[bytes] = []
        self.heard: list[Reply] = []
        self.hung_up: ByeCode | None = None
        self.token, self.player, self.ref = "", NO_PLAYER, 0
        self.battle, self.version = NO_BATTLE, 0
        self.state: dict[str, Any] = {}
        self.questions: tuple[Question, ...] = ()
        self.numbers: dict[SeatId, int] = {}
        self.opening: Opening | None = None
        self._news = asyncio.Event()

    @property
    def spent(self) -> float:
        """What its requests have cost beyond their own tokens."""
        return self.visitor.spent

    def _cut(self, code: ByeCode) -> None:
        self.hung_up = code

    def _hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = self.wire.reply(frame)
        self.heard.append(message)
        # Folding changes plain data in place, so it gets a copy of its own.
        self._fold(self.wire.reply(frame))
        self._news.set()

    def _fold(self, message: Reply) -> None:
        match message:
            case Snapshot():
                self.battle, self.version = message.battle, message.version
                self.state, self.questions = message.state, message.questions
                self.numbers, self.opening = dict(message.numbers), message.opening
            case Commit() if message.version == self.version + 1:
                fold(self.state, message.gone, message.put)
                self.questions = now_open(self.questions, message)
                self.version = message.version
                author = author_of(message)
                if message.number:
                    self.numbers[author.seat] = message.number
            case _:
                pass

    def all(self, kind: type[R]) -> list[R]:
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[R]) -> R:
        return self.all(kind)[-1]

    async def until(self, true: Callable[[], R]) -> R:
        """Wait for something to become true."""
        async with asyncio.timeout(60):
            while not (found := true()):
                self._news.clear()
                await self._news.wait()
        return found

    async def reaches(self, version: int) -> None:
        """Wait until the battle is at a version, or further."""
        await self.until(lambda: self.version >= version)

    def say(self, kind: Callable[..., Request], *args: Any, **fields: Any) -> int:
        """Send a request without waiting for its reply."""
        self.ref += 1
        request = self.wire.request(self.wire.encode(kind(self.ref, *args, **fields)))
        self._sent = asyncio.get_running_loop().create_task(
            self.service.handle(self.visitor, request)
        )
        return self.ref

    async def ask(self, kind: Callable[..., Request], *args: Any, **fields: Any) -> Any:
        """Send a request and give its reply."""
        ref = self.say(kind, *args, **fields)
        await self._sent
        return await self.until(lambda: self.reply_to(ref))

    async def answer_to(self, ref: int) -> Reply:
        """Wait for the reply to a request."""
        found = await self.until(lambda: self.reply_to(ref))
        assert found is not None
        return found

    def reply_to(self, ref: int) -> Reply | None:
        return next((m for m in self.heard if getattr(m, "ref", -1) == ref), None)

    async def hello(self, name: str = "", token: str | None = None) -> Welcome:
        welcome: Welcome = await self.ask(Hello, token, name, "test")
        if isinstance(welcome, Welcome):
            self.player, self.token = welcome.player, welcome.token or token or ""
        return welcome

    async def join(self, invite: str = "", table: str = "") -> Joined:
        joined: Joined = await self.ask(Join, invite, table)
        return joined

    def number(self, seat: str) -> int:
        return self.numbers.get(SeatId(seat), 0) + 1

    async def answer(
        self, seat: str, *picks: str, question: int = -1, number: int = 0
    ) -> Commit | Refused | Taken:
        """Answer the seat's question (or another one) and wait for what comes of it."""
        asked = question if question >= 0 else self.asked(seat).id
        number = number or self.number(seat)
        known = len(self.heard)
        ref = self.say(Intent, number, asked, picks, seat)
        await self._sent
        return await self.outcome(seat, number, ref, known)

    async def outcome(
        self, seat: str, number: int, ref: int, known: int
    ) -> Commit | Refused | Taken:
        """Wait for what comes of a seat's answer, among all that is heard after `known`."""

        def found() -> Commit | Refused | Taken | None:
            for message in self.heard[known:]:
                if isinstance(message, (Refused, Taken)) and message.ref == ref:
                    return message
                if not isinstance(message, Commit) or message.number != number:
                    continue
                if author_of(message).seat == seat:
                    return message
            return None

        made = await self.until(found)
        assert made is not None
        return made

    def asked(self, seat: str) -> Question:
        return next(question for question in self.questions if seat in question.to)

    def leave(self) -> None:
        """The connection breaks."""
        self.service.depart(self.visitor)


def same_bytes(folded: dict[str, Any], state: Any) -> bool:
    """Whether folded plain data and a state encode to the same bytes."""
    return bool(msgspec.msgpack.encode(folded) == msgspec.msgpack.encode(state))
