"""The SDK against a server that misbehaves as a test wants it to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.server import Server, ServerConnection, serve

from clients.sdk import Client, Ended, Refusal, Unreachable, connect
from protocol import codec
from protocol.questions import One, Option, Question
from protocol.replies import (
    Bye,
    Commit,
    Done,
    Joined,
    Opening,
    Paused,
    Refused,
    Resumed,
    Snapshot,
    Taken,
    Welcome,
)
from protocol.requests import Chat, Hello, Intent, Join, Request, Watch
from protocol.tables import BattleLine, Chair, Member, Settings, TableState

OPENING = Opening("b1", "t1", "micro", "micro", "", {}, (), "", "", "", ("",), 0)
ASKED = Question(("1",), "why", "Which?", One((Option("x", "X"), Option("y", "Y"))), id=7)
TABLE = TableState(
    "t1",
    1,
    "Den",
    "ann",
    "playing",
    Settings("micro", party=1),
    (Chair("1", "ann"),),
    (Member("ann", "Ann"),),
    "",
    (BattleLine("b1", "micro", 0),),
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
        self.version, self.numbers = 4, dict[str, int]()

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
                    await peer.say(Welcome(ref, "ann", "Ann"))
                case Join(ref=ref):
                    await peer.say(Joined(ref, "t1", ("1",)), TABLE)
                case Watch(ref=ref):
                    await peer.say(Done(ref), self.snapshot())

    def snapshot(self) -> Snapshot:
        return Snapshot("b1", self.version, {}, (ASKED,), self.numbers, OPENING)

    def commit(self, number: int, version: int = 5) -> Commit:
        return Commit(version, (["ans", 7, "1", ["x"], "player"],), [], {}, (ASKED,), (), number)

    def intents(self) -> list[Intent]:
        return [request for request in self.heard if isinstance(request, Intent)]


@pytest.fixture
async def stage() -> AsyncIterator[tuple[Stage, str]]:
    found = Stage()
    server: Server = await serve(found.handle, "127.0.0.1", 0, subprotocols=[codec.MSGPACK])  # type: ignore[list-item]
    port = next(iter(server.sockets)).getsockname()[1]
    yield found, f"http://127.0.0.1:{port}/join/CODE"
    server.close()
    await server.wait_closed()


async def seated(link: str) -> Client:
    client = connect(link, "Ann")
    await client.open()
    await client.join()
    return client


async def test_an_intent_cut_off_before_its_commit_is_sent_again_under_its_number(
    stage: tuple[Stage, str],
) -> None:
    """The commit was made but never seen: the repeated intent is answered with `taken`."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) == 1:
            peer.cut()
            return asyncio.sleep(0)
        return peer.say(Taken(request.ref, request.number, 5))

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    first, second = found.intents()
    assert (first.number, first.picks, first.question) == (second.number, second.picks, 7)
    assert first.ref != second.ref
    await client.close()


async def test_an_intent_whose_commit_is_in_what_was_missed_is_not_sent_again(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Intent):
            peer.cut()
            return asyncio.sleep(0)
        if isinstance(request, Watch) and found.intents():
            return peer.say(Done(request.ref), found.commit(found.intents()[0].number))
        return None

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()
    assert len(found.intents()) == 1


async def test_an_intent_whose_number_a_snapshot_knows_is_asked_again(
    stage: tuple[Stage, str],
) -> None:
    """Another program of the same player may have used the number: only the server knows."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) > 1:
            return peer.say(Taken(request.ref, request.number, 5))
        found.version, found.numbers = 9, {"1": request.number}
        peer.cut()
        return asyncio.sleep(0)

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()


@pytest.mark.parametrize("code", ["busy", "too_fast", "paused"])
async def test_what_cannot_be_taken_now_is_sent_again_a_little_later(
    stage: tuple[Stage, str], code: Any
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) < 3:
            return peer.say(Refused(request.ref, code, "Later."))
        return peer.say(found.commit(request.number))

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    assert len({intent.number for intent in found.intents()}) == 1
    await client.close()


async def test_after_a_pause_what_was_not_recorded_is_sent_at_once(
    stage: tuple[Stage, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.client.AGAIN", 60.0)
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) == 1:
            no = Refused(request.ref, "paused", "The store is away.")
            return peer.say(Paused("b1", "The store is away."), no, Resumed("b1"))
        return peer.say(found.commit(request.number))

    found.script = script
    client = await seated(link)
    async with asyncio.timeout(5):
        assert await client.answer(ASKED, ("x",)) == 5
    await client.close()


async def test_a_gap_is_closed_by_asking_for_what_is_missing(stage: tuple[Stage, str]) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Intent):
            return peer.say(found.commit(0, 7))
        if isinstance(request, Watch) and request.after == 4:
            missing = [found.commit(0, 5), found.commit(0, 6), found.commit(1, 7)]
            return peer.say(Done(request.ref), *missing)
        return None

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 7
    assert client.view is not None
    assert client.view.version == 7
    await client.close()


async def test_who_is_replaced_by_a_newer_connection_does_not_come_back(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    async def replace(peer: Peer) -> None:
        await peer.say(Bye("replaced", "You play elsewhere now."))
        await peer.socket.close(4004)

    found.script = lambda peer, request: replace(peer) if isinstance(request, Intent) else None
    client = await seated(link)
    with pytest.raises(Ended, match="elsewhere"):
        await client.answer(ASKED, ("x",))
    assert client.ended == "You play elsewhere now."
    hellos = [request for request in found.heard if isinstance(request, Hello)]
    assert len(hellos) == 1
    await client.close()


async def test_a_server_that_is_full_or_refuses_the_hello_is_a_clear_failure(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    async def turn_away(peer: Peer) -> None:
        await peer.say(Bye("full", "No room."))
        await peer.socket.close(4005)

    found.script = lambda peer, request: turn_away(peer)
    with pytest.raises(Unreachable, match="No room"):
        await connect(link).open()
    found.script = lambda peer, request: peer.say(Refused(request.ref, "too_fast", "Wait."))
    with pytest.raises(Refusal, match="Wait"):
        await connect(link).open()


async def test_a_battle_that_is_being_taken_up_again_is_asked_for_until_it_is_there(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        watches = [each for each in found.heard if isinstance(each, Watch)]
        if isinstance(request, Watch) and len(watches) < 4:
            return peer.say(Refused(request.ref, "paused", "In a moment."))
        return None

    found.script = script
    client = await seated(link)
    assert client.view is not None
    assert client.view.version == 4
    await client.close()


async def test_messages_of_a_newer_server_are_skipped(stage: tuple[Stage, str]) -> None:
    found, link = stage

    async def chatter(peer: Peer, request: Intent) -> None:
        await peer.socket.send(b"\x92\xa8weather!\xa5sunny")
        await peer.say(found.commit(request.number))

    found.script = lambda p, request: chatter(p, request) if isinstance(request, Intent) else None
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()


def joins_before_the_battle(found: Stage, then: Callable[[Peer, Watch], Any]) -> Script:
    """The table has no battle yet when a client comes."""
    lobby = replace(TABLE, phase="lobby", battles=())

    def script(peer: Peer, request: Request) -> Any:
        match request:
            case Join(ref=ref):
                return peer.say(Joined(ref, "t1", ("1",)), lobby)
            case Chat(ref=ref):
                return peer.say(Done(ref), replace(TABLE, revision=2))
            case Watch():
                return then(peer, request)
            case _:
                return None

    return script


async def test_watching_before_the_news_of_the_battle_waits_for_them(
    stage: tuple[Stage, str],
) -> None:
    """Given a battle that this client has not heard of, when it watches what is on, then it asks
    for the battle as soon as the table tells of it, and never for one without a name."""
    found, link = stage
    found.script = joins_before_the_battle(
        found, lambda peer, watch: peer.say(Done(watch.ref), found.snapshot())
    )
    client = await seated(link)
    watching = asyncio.create_task(client.watch())
    await client.chat("The host begins now.")
    async with asyncio.timeout(5):
        await watching
    assert [each.battle for each in found.heard if isinstance(each, Watch)] == ["b1"]
    assert client.view is not None
    await client.close()


async def test_a_battle_that_was_begun_while_the_line_was_broken_is_shown_on_return(
    stage: tuple[Stage, str],
) -> None:
    """Given a table without a battle, when the line breaks before the news of one come, then the
    client finds the battle at the table when it is back, and watches it."""
    found, link = stage
    lobby = replace(TABLE, phase="lobby", battles=())

    def script(peer: Peer, request: Request) -> Any:
        joins = [each for each in found.heard if isinstance(each, Join)]
        if isinstance(request, Join) and len(joins) == 1:
            return peer.say(Joined(request.ref, "t1", ("1",)), lobby)
        return None

    found.script = script
    client = await seated(link)
    client.drop()
    async with asyncio.timeout(60):
        await client.until(lambda: client.view is not None)
    assert [each.battle for each in found.heard if isinstance(each, Watch)] == ["b1"]
    await client.close()


async def test_watching_ends_where_the_table_has_turned_to_its_next_battle(
    stage: tuple[Stage, str],
) -> None:
    """Given a battle that is over, when the next one is shown right behind it, then whoever wanted
    to watch the old one is not left waiting."""
    found, link = stage
    following = replace(found.snapshot(), battle="b2", opening=replace(OPENING, battle="b2"))
    found.script = joins_before_the_battle(
        found, lambda peer, watch: peer.say(Done(watch.ref), found.snapshot(), following)
    )
    client = await seated(link)
    await client.chat("The next one, please.")
    async with asyncio.timeout(5):
        await client.watch("b1")
        await client.until(lambda: client.view is not None and client.view.battle == "b2")
    await client.close()


async def test_watching_without_a_table_is_refused(stage: tuple[Stage, str]) -> None:
    client = connect(stage[1], "Ann")
    await client.open()
    with pytest.raises(Refusal, match="Join a table"):
        await client.watch()
    await client.close()
