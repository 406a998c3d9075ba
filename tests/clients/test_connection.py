"""One connection of the SDK: the greeting, what is skipped, what ends it for good."""

import pytest

from clients.sdk import Ended, Refusal, Unreachable, connect
from protocol.replies import (
    Bye,
    Refused,
)
from protocol.requests import Hello, Intent
from tests.clients.stage import ASKED, Peer, Stage, seated


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


async def test_messages_of_a_newer_server_are_skipped(stage: tuple[Stage, str]) -> None:
    found, link = stage

    async def chatter(peer: Peer, request: Intent) -> None:
        await peer.socket.send(b"\x92\xa8weather!\xa5sunny")
        await peer.say(found.commit(request.number))

    found.script = lambda p, request: chatter(p, request) if isinstance(request, Intent) else None
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()
