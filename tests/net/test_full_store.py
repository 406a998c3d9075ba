"""A store at its memory limit: everybody is told, and play goes on by itself."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from protocol import replies, requests
from protocol.ids import BattleId
from server.runtime.refusal import STORE_FULL
from server.store import EVERYSEC, StoreFull
from server.store.embedded import EmbeddedStore
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet, move, play_out, refusal_of_a_move, told_all
from tests.net.player import Player
from tests.net.test_app import get

LIMIT = 64 * 1024 * 1024


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    opened = await EmbeddedStore.start(tmp_path, EVERYSEC, memory=LIMIT)
    yield opened
    await opened.close()


async def fill(store: EmbeddedStore) -> int:
    """Write documents until the store takes no more; gives how many."""
    for number in range(1000):
        try:
            await store.put("stuff", f"s{number}", b"x" * 1_000_000)
        except StoreFull:
            return number
    raise AssertionError("the store never filled up")


async def test_at_its_limit_it_gives_nothing_up_and_takes_writes_again_when_there_is_room(
    store: EmbeddedStore,
) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    count = await fill(store)
    assert 10 < count < 70
    assert (store.state.up, "memory limit" in store.state.reason) == (False, True)
    assert len(await store.ids("stuff")) == count
    for number in range(3):
        assert await store.delete("stuff", f"s{number}")
    async with asyncio.timeout(30):
        await store.wait_up()
    await store.append(lease, 2, b"2")
    assert await store.read(BattleId("b1")) == [(1, b"1"), (2, b"2")]


async def test_players_are_told_that_it_is_full_and_play_goes_on_once_there_is_room(
    store: EmbeddedStore, serve: Serve, failures: list[Any]
) -> None:
    """Given a battle on a store that reaches its memory limit, then whoever moves is refused with
    `paused`, everybody is told, `/readyz` and one line of the log say why; once there is room the
    battle goes on where it was."""
    server = await serve(store)
    port = server.listener.port
    party = await meet(url_of(server), goal=20)
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
    async with Redis(unix_socket_path=store._data.socket) as admin:
        await admin.config_set("maxmemory", 1)
        seat, player = next((s, p) for s, p in party.players.items() if p.mine(s))
        refused = await refusal_of_a_move(player, seat)
        assert refused.code == "paused"
        told = await told_all(party.players.values(), replies.Paused)
        assert all("full" in paused.text for paused in told)
        newcomer = await Player(url_of(server)).open()
        for one, request in (
            (newcomer, requests.Hello(0, None, "Eve")),
            (party.players["1"], requests.Invite(0, renew=True)),
        ):
            no = await one.ask(request, replies.Refused)
            assert (no.code, no.text) == ("paused", STORE_FULL)
        await newcomer.close()
        ready = await get(port, "/readyz")
        assert ready.startswith("HTTP/1.1 503 ")
        assert "memory limit" in ready
        await admin.config_set("maxmemory", LIMIT)
    await told_all(party.players.values(), replies.Resumed)
    await move(player, seat)
    await play_out(party)
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
    said = [line for line in failures if isinstance(line, dict) and line["event"] == "store.full"]
    assert len(said) == 1
    await hang_up(party.players.values())
