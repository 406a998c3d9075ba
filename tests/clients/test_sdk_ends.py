"""Whatever a program asks of the SDK ends: a limit of time, a check of its own, no loop."""

import asyncio
from typing import Any

import pytest

from clients.sdk import (
    Client,
    ConnectionLost,
    Ended,
    Refusal,
    TooSlow,
)
from protocol import codec
from protocol.ids import PlayerId, TableId
from protocol.replies import Done, Refused, Said
from protocol.requests import Chat, Intent, Request
from tests.clients.stage import ASKED, Peer, Stage, seated

SOON = 0.05


def silent(peer: Peer, request: Request) -> Any:
    """Chat and intents are heard, and never answered."""
    return asyncio.sleep(0) if isinstance(request, Chat | Intent) else None


async def test_a_reply_that_never_comes_is_waited_for_so_long_and_no_longer(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage
    found.script = silent
    client = await seated(link)
    with pytest.raises(TooSlow, match="within"):
        await client.call(Chat(0, "Hello?"), Done, within=SOON)
    await client.close()


async def test_an_answer_whose_commit_never_comes_ends_and_is_sent_no_more(
    stage: tuple[Stage, str],
) -> None:
    """Given a server that answers nothing, when the time is up, then the answer ends, and a new
    connection sends nothing that nobody waits for."""
    found, link = stage
    found.script = silent
    client = await seated(link)
    with pytest.raises(TooSlow):
        await client.answer(ASKED, ("x",), within=SOON)
    assert len(found.intents()) == 1
    assert client.session.intents.unanswered == ()
    await client.close()


async def test_an_undo_on_which_nobody_votes_ends_too(stage: tuple[Stage, str]) -> None:
    _, link = stage
    client = await seated(link)
    with pytest.raises(TooSlow):
        await client.undo(3, within=SOON)
    await client.close()


async def test_picks_that_are_no_answer_never_reach_the_server(stage: tuple[Stage, str]) -> None:
    found, link = stage
    client = await seated(link)
    for wrong in ((), ("z",), ("x", "y")):
        with pytest.raises(Refusal, match="Pick one option") as no:
            await client.answer(ASKED, wrong)
        assert no.value.code == "illegal"
    assert found.intents() == []
    await client.close()


async def test_a_request_that_no_server_would_read_is_refused_before_it_is_sent(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage
    client = await seated(link)
    with pytest.raises(Refusal) as no:
        await client.chat("x" * codec.REQUEST_BYTES)
    assert no.value.code == "too_large"
    assert not [request for request in found.heard if isinstance(request, Chat)]
    await client.close()


async def test_a_refusal_that_is_too_large_ends_the_answer(stage: tuple[Stage, str]) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Intent):
            return peer.say(Refused(request.ref, "too_large", "Too large."))
        return None

    found.script = script
    client = await seated(link)
    with pytest.raises(Refusal) as no:
        await client.answer(ASKED, ("x",), within=10)
    assert no.value.code == "too_large"
    await client.close()


async def test_a_reply_that_is_too_large_ends_the_client_and_is_not_asked_for_again(
    stage: tuple[Stage, str],
) -> None:
    """The same snapshot would come on every new connection: coming back has no end."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Chat):
            text = "x" * codec.REPLY_BYTES
            return peer.say(Said(TableId("t1"), PlayerId("ann"), "Ann", text, 0))
        return None

    found.script = script
    client = await seated(link)
    with pytest.raises((Ended, ConnectionLost), match="too large"):
        await client.chat("How large are you?")
    async with asyncio.timeout(10):
        await ended(client)
    assert "too large" in client.ended
    assert len([request for request in found.heard if isinstance(request, Chat)]) == 1
    await client.close()


async def ended(client: Client) -> None:
    """Wait until a client is over."""
    async for _ in client:
        pass
