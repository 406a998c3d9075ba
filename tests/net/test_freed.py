"""A connection that has ended is freed at once, without the garbage collector."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from protocol import replies, requests
from protocol.tables import Settings
from server.process.app import Server
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet
from tests.net.player import Player


@pytest.fixture(autouse=True)
def _uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def parts_of(server: Server) -> list["weakref.ref[Any]"]:
    """What the server holds of its one connection."""
    (session,) = server.sessions
    return [weakref.ref(part) for part in (session, session.visitor, session.outbox, session.link)]


async def gone(server: Server, parts: list["weakref.ref[Any]"]) -> list[str]:
    """What is left once the server knows that the connection has ended."""
    async with asyncio.timeout(30):
        while server.sessions or server.listener._server.all_connections:  # type: ignore[union-attr]
            await asyncio.sleep(0.01)
    for _ in range(10):
        await asyncio.sleep(0)
    return [type(part()).__name__ for part in parts if part() is not None]


@pytest.mark.parametrize("politely", [True, False])
async def test_a_connection_that_has_ended_is_freed(serve: Serve, politely: bool) -> None:
    """Given a player at a table, when the connection ends, then nothing of it stays."""
    server = await serve()
    player = await Player(url_of(server)).hello("Ann")
    await player.ask(requests.Create(0, Settings("micro")), replies.Joined)
    parts = parts_of(server)
    await (player.close() if politely else player.drop())
    assert await gone(server, parts) == []


async def test_a_connection_that_never_said_hello_is_freed(serve: Serve) -> None:
    server = await serve(hello_timeout=0.1)
    player = await Player(url_of(server)).open()
    async with asyncio.timeout(30):
        while not server.sessions:
            await asyncio.sleep(0.01)
    parts = parts_of(server)
    await player._gone()
    assert await gone(server, parts) == []


async def test_a_battle_that_nobody_is_at_leaves_a_servers_memory_and_is_back_with_its_players(
    serve: Serve,
) -> None:
    """Given a battle whose players have gone, after the time that the settings name the server
    holds neither it nor its table; who comes back finds it where it stood."""
    server = await serve(unattended_after=0.2)
    party = await meet(url_of(server))
    player = party.players["1"]
    version = player.version
    held: list[Any] = [*server.service.rooms.values(), *server.service.tables.values()]
    parts = [weakref.ref(each) for each in held]
    held.clear()
    await hang_up(party.players.values())
    async with asyncio.timeout(30):
        while server.service.rooms or server.service.tables:
            await asyncio.sleep(0.01)
    assert await gone(server, parts) == []
    await player.hello()
    await player.ask(requests.Join(0, table=party.table), replies.Joined)
    await player.ask(requests.Watch(0, party.battle), replies.Done)
    assert player.version == version
    assert party.battle in server.service.rooms
    await player.close()
