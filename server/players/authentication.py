"""Authentication by hello: guests by their token, a club's members by their identity provider."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from protocol.ids import NO_PLAYER, PlayerId
from protocol.refusals import BYES
from protocol.requests import Hello
from server.players.bans import Ban, Bans
from server.players.effort import of_proof
from server.players.identity import Identity, Players
from server.players.notice import Noticeboard
from server.players.visitor import Visitor
from server.runtime import Clock, Refusal
from server.store import Store


class Subject(NamedTuple):
    """The player for whom an identity provider vouches: their id, and a name ("" if unknown)."""

    player: PlayerId
    name: str


class SignsIn(Protocol):
    """Verifies proofs that an identity provider has signed."""

    async def who(self, proof: str) -> Subject:
        """Return the subject of a proof. Raises `Refusal` for one that is not valid."""
        ...


class Door(NamedTuple):
    """The operator's settings: whether guests may come, and what verifies sign-ins, None if
    nothing.
    """

    guests: bool = True
    sign_in: SignsIn | None = None


class Authentication:
    """Authenticates the visitors of one process."""

    def __init__(self, players: Players, store: Store, clock: Clock, door: Door) -> None:
        self._players, self._door = players, door
        self.bans = Bans(store, clock)
        self.board = Noticeboard(store)

    async def open(self) -> None:
        """Read the bans and the operator's notice. Raises StoreError."""
        await self.bans.read()
        await self.board.read()

    async def admit(self, visitor: Visitor, hello: Hello) -> Identity:
        """Return the identity of a visitor, known or new. Raises `Refusal`, StoreError.

        The address is checked before the token, so that a visitor from a banned network creates no
        player.
        """
        self._keep_out(NO_PLAYER, visitor)
        who = await self._recognised(visitor, hello)
        self._keep_out(who.player, visitor)
        return who

    def greet(self, visitor: Visitor) -> None:
        """Send a new visitor the operator's notice, if there is one."""
        if self.board.now.text:
            visitor.tell(self.board.now)

    def banned(self, visitors: Iterable[Visitor]) -> Iterator[tuple[Visitor, str]]:
        """Yield each banned visitor with the sentence that they are shown."""
        for visitor in visitors:
            ban = self.bans.of(visitor.player, visitor.address)
            if ban is not None:
                yield visitor, _sentence(ban)

    def _keep_out(self, player: PlayerId, visitor: Visitor) -> None:
        ban = self.bans.of(player, visitor.address)
        if ban is not None:
            raise Banned(_sentence(ban))

    async def _recognised(self, visitor: Visitor, hello: Hello) -> Identity:
        proof = hello.proof or visitor.proof
        if proof:
            if self._door.sign_in is None:
                raise Refusal("bad_token", "This server takes no sign-ins.")
            visitor.spend(of_proof(proof))  # first, since a proof that does not hold costs as much
            subject = await self._door.sign_in.who(proof)
            return await self._players.signed_in(subject.player, subject.name, hello.name)
        if not self._door.guests:
            raise Refusal("not_allowed", "This server takes no guests: sign in first.")
        return await self._players.hello(hello.token, hello.name)


class Banned(Refusal):
    """A visitor is banned. Whoever catches this also closes the connection."""

    def __init__(self, text: str) -> None:
        super().__init__("not_allowed", text)


def _sentence(ban: Ban) -> str:
    return f"{BYES['removed'][1]} You are banned here. {ban.why}".strip()
