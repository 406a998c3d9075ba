"""Who is let in by hello: guests by their token, a club's members by its own sign-in."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from protocol.refusals import BYES
from protocol.requests import Hello
from server.rooms.clock import Clock
from server.rooms.identity import Identity, Players
from server.rooms.operator.bans import Ban, Bans
from server.rooms.operator.notice import Noticeboard
from server.rooms.refusal import Refusal
from server.rooms.visitor import Visitor
from server.store.base import Store


class Subject(NamedTuple):
    """Somebody for whom an identity provider speaks: a player's id, and a name ("" if unknown)."""

    player: str
    name: str


class SignsIn(Protocol):
    """Checks what an identity provider has signed."""

    async def who(self, proof: str) -> Subject:
        """Whom it is about. Raises `Refusal`."""
        ...


class Door(NamedTuple):
    """How an operator has set the door: whether guests may come, and who checks sign-ins."""

    guests: bool = True
    sign_in: SignsIn | None = None


class Gate:
    """The door of one process."""

    def __init__(self, players: Players, store: Store, clock: Clock, door: Door) -> None:
        self._players, self._door = players, door
        self.bans = Bans(store, clock)
        self.board = Noticeboard(store)

    async def open(self) -> None:
        """Learn what operators have written. Raises StoreError."""
        await self.bans.read()
        await self.board.read()

    async def admit(self, visitor: Visitor, hello: Hello) -> Identity:
        """Recognise somebody, or make somebody new. Raises `Refusal`, StoreError."""
        self._keep_out("", visitor)
        who = await self._recognised(visitor, hello)
        self._keep_out(who.player, visitor)
        return who

    def greet(self, visitor: Visitor) -> None:
        """Show somebody new the operator's message."""
        if self.board.now.text:
            visitor.tell(self.board.now)

    def banned(self, visitors: Iterable[Visitor]) -> Iterator[tuple[Visitor, str]]:
        """Who is banned by now, each with what to say to them."""
        for visitor in visitors:
            ban = self.bans.of(visitor.player, visitor.address)
            if ban is not None:
                yield visitor, _sentence(ban)

    def _keep_out(self, player: str, visitor: Visitor) -> None:
        ban = self.bans.of(player, visitor.address)
        if ban is not None:
            raise Banned(_sentence(ban))

    async def _recognised(self, visitor: Visitor, hello: Hello) -> Identity:
        proof = hello.proof or visitor.proof
        if proof:
            if self._door.sign_in is None:
                raise Refusal("bad_token", "This server takes no sign-ins.")
            subject = await self._door.sign_in.who(proof)
            return await self._players.signed_in(subject.player, subject.name, hello.name)
        if not self._door.guests:
            raise Refusal("not_allowed", "This server takes no guests: sign in first.")
        return await self._players.hello(hello.token, hello.name)


class Banned(Refusal):
    """Somebody is banned: the connection ends with the refusal."""

    def __init__(self, text: str) -> None:
        super().__init__("not_allowed", text)


def _sentence(ban: Ban) -> str:
    return f"{BYES['removed'][1]} You are banned here. {ban.why}".strip()
