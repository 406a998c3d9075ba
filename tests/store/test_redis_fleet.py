"""The fleet on a server that dies: listeners are told, messages are kept."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store import Store, StoreUnavailable, open_store
from server.store.interface.keys import news
from tests.store.servers import Server
from tests.store.test_interface_fleet import Heard


@pytest.fixture
async def mortal() -> AsyncIterator[tuple[Server, Store]]:
    """A server that a test kills, and a store on it."""
    server = Server()
    store = await open_store(server.url, data_dir=Path("unused"), timeout=3.0)
    yield server, store
    await store.close()
    server.stop()


async def test_listeners_are_told_that_they_may_have_missed_something(
    mortal: tuple[Server, Store],
) -> None:
    """Given a listener, when the store dies and is back, then it hears None and news again."""
    server, store = mortal
    heard = Heard()
    store.fleet.subscribe(news("tables"), heard)
    await heard.until(1)
    server.kill()
    server.start()
    await heard.until(2)
    await store.wait_up()
    await store.fleet.publish(news("tables"), b"back")
    assert (await heard.until(3)) == [None, None, b"back"]


async def test_messages_wait_out_a_store_that_is_away(mortal: tuple[Server, Store]) -> None:
    """Given a message that the store has, when the store dies and is back, then it is read."""
    server, store = mortal
    await store.fleet.send("a", b"kept")
    with server.client() as client:
        client.execute_command("WAITAOF", 1, 0, 5000)
    server.kill()
    with pytest.raises(StoreUnavailable):
        await store.fleet.messages("a")
    await asyncio.to_thread(server.start)
    await store.wait_up()
    assert [message for _, message in await store.fleet.messages("a")] == [b"kept"]
