"""A server that a test plays: it greets and seats everybody, and leaves the rest to a script."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection

from clients.sdk import Client, connect
from protocol import codec
from protocol.ids import BattleId, NamedCode, PlayerId, QuestionId, SeatId, TableId
from protocol.questions import One, Option, Question
from protocol.replies import (
    Commit,
    Done,
    Joined,
    Opening,
    Snapshot,
    Welcome,
)
from protocol.requests import Chat, Hello, Intent, Join, Request, Watch
from protocol.tables import BattleLine, Chair, Member, Settings, TableState

OPENING = Opening(BattleId("b1"), TableId("t1"), "micro", "micro", "", {}, (), "", "", "", ("",), 0)


ASKED = Question(
    (SeatId("1"),),
    NamedCode("why"),
    "Which?",
    One((Option("x", "X"), Option("y", "Y"))),
    id=QuestionId(7),
)


TABLE = TableState(
    TableId("t1"),
    1,
    "Den",
    PlayerId("ann"),
    "playing",
    Settings("micro", party=1),
    (Chair(SeatId("1"), PlayerId("ann")),),
    (Member(PlayerId("ann"), "Ann"),),
    "",
    (BattleLine(BattleId("b1"), "micro", 0),),
)


Script = Callable[["Peer", Request], Any]


class Peer:
    """One connection at the server's end; `heard` is shared by all of them."""

    def __init__(self, socket: ServerConnection, heard: list[Request]) -> None:
        self.socket, self.heard = socket, heard

    async def say(self, *messages: Any) -> None:
        for message in messages:
            await self.socket.send(codec.msgpack.encode(message))

    def cut(self) -> None:
        self.socket.transport.abort()


class Stage:
    """A server that greets and seats everybody, and leaves the rest to the test's script."""

    def __init__(self) -> None:
        self.heard: list[Request] = []
        self.script: Script = lambda peer, request: None
        self.version, self.numbers = 4, dict[SeatId, int]()

    async def handle(self, socket: ServerConnection) -> None:
        peer = Peer(socket, self.heard)
        async for frame in socket:
            request = codec.msgpack.request(frame)
            self.heard.append(request)
            done = self.script(peer, request)
            if done is not None:
                await done
                continue
            match request:
                case Hello(ref=ref):
                    await peer.say(Welcome(ref, PlayerId("ann"), "Ann"))
                case Join(ref=ref):
                    await peer.say(Joined(ref, TableId("t1"), (SeatId("1"),)), TABLE)
                case Watch(ref=ref):
                    await peer.say(Done(ref), self.snapshot())
                case _:
                    pass

    def snapshot(self) -> Snapshot:
        return Snapshot(BattleId("b1"), self.version, {}, (ASKED,), self.numbers, OPENING)

    def commit(self, number: int, version: int = 5) -> Commit:
        return Commit(version, (["ans", 7, "1", ["x"], "player"],), [], {}, (ASKED,), (), number)

    def intents(self) -> list[Intent]:
        return [request for request in self.heard if isinstance(request, Intent)]


async def seated(link: str) -> Client:
    client = connect(link, "Ann")
    await client.open()
    await client.join()
    return client


def joins_before_the_battle(found: Stage, then: Callable[[Peer, Watch], Any]) -> Script:
    """The table has no battle yet when a client comes."""
    lobby = replace(TABLE, phase="lobby", battles=())

    def script(peer: Peer, request: Request) -> Any:
        match request:
            case Join(ref=ref):
                return peer.say(Joined(ref, TableId("t1"), (SeatId("1"),)), lobby)
            case Chat(ref=ref):
                return peer.say(Done(ref), replace(TABLE, revision=2))
            case Watch():
                return then(peer, request)
            case _:
                return None

    return script
