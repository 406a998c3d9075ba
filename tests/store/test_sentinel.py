"""Sentinels say which server is the primary."""

import asyncio

import pytest

from protocol.ids import BattleId
from server.store import (
    StoreRefused,
    StoreUnavailable,
)
from tests.store.sentinels import SERVICE, Watched
from tests.store.servers import Server, free_port
from tests.store.test_failover import opened
from tests.store.writers import PATIENCE

pytestmark = pytest.mark.slow


async def test_sentinels_that_do_not_help_are_one_clear_sentence(clean_server: Server) -> None:
    port = free_port()
    with pytest.raises(StoreUnavailable, match=f"no sentinel of 127.0.0.1:{port} knows") as refusal:
        await opened(f"redis+sentinel://:hunter2@127.0.0.1:{port}/{SERVICE}")
    assert "hunter2" not in str(refusal.value)


async def test_the_sentinels_word_is_followed_for_the_service_that_is_named(
    watched: Watched,
) -> None:
    with pytest.raises(StoreUnavailable, match="a primary of another"):
        await opened(watched.url.replace(SERVICE, "another"))
    with pytest.raises(StoreRefused):
        await opened(watched.url.replace(watched.servers[0].word, ":wrong@"))
    store = await opened(watched.url + "/3")
    async with asyncio.timeout(PATIENCE):
        await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    with watched.primary().client() as client:
        client.select(3)
        assert client.xlen("hw:{b1}:log") == 1
    await store.close()
