"""Channels: who may not hear one goes on by reading."""

import asyncio

import pytest

from protocol.ids import BattleId
from server.store.interface.keys import news
from server.store.redis.pubsub import _SubscriberConnection
from tests.store.outside import opened
from tests.store.servers import Server


@pytest.mark.parametrize(
    "rights", [("resetchannels",), ("&*", "-subscribe")], ids=["no channels", "no subscribing"]
)
async def test_who_may_not_hear_is_reminded_to_look(
    clean_server: Server, rights: tuple[str, ...]
) -> None:
    """Given a user whose channels are forbidden, then listeners are told again and again that they
    may have missed something, and no connection is given up for it."""
    with clean_server.client() as client:
        client.execute_command("ACL", "SETUSER", "deaf", "on", ">pw", "~*", "+@all", *rights)
        url = f"redis://deaf:pw@127.0.0.1:{clean_server.port}"
        store = await opened(url, timeout=0.4)
        heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        stop = store.fleet.follow(BattleId("b1"), heard.put_nowait)
        async with asyncio.timeout(60):
            assert await heard.get() is None
            connections = {each["id"] for each in client.client_list()}
            assert [await heard.get() for _ in range(2)] == [None, None]
        assert {each["id"] for each in client.client_list()} == connections
        stop()
        client.execute_command("ACL", "DELUSER", "deaf")
        await store.close()


async def test_one_forbidden_channel_leaves_the_others_heard(clean_server: Server) -> None:
    """Given a user who may hear battles and nothing else, then battles are heard, not polled."""
    with clean_server.client() as client:
        rights = ("~*", "resetchannels", "&*:feed", "+@all")
        client.execute_command("ACL", "SETUSER", "half", "on", ">pw", *rights)
    store = await opened(f"redis://half:pw@127.0.0.1:{clean_server.port}")
    forbidden: asyncio.Queue[bytes | None] = asyncio.Queue()
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()
    store.fleet.subscribe(news("tables"), forbidden.put_nowait)
    store.fleet.follow(BattleId("b1"), heard.put_nowait)
    async with asyncio.timeout(60):
        assert await heard.get() is None
        assert [await forbidden.get() for _ in range(3)] == [None, None, None]
        await store.create(BattleId("b1"), {}, b"one", owner="a", ttl=5)
        assert await heard.get() == b"1 one"
    assert heard.empty()
    await store.close()


async def test_with_its_store_the_connection_of_channels_is_closed(clean_server: Server) -> None:
    """Given a store that listens, when it is closed, then none of its connections is left."""
    with clean_server.client() as client:
        before = {each["id"] for each in client.client_list()}
        store = await opened(clean_server.url)
        heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        store.fleet.follow(BattleId("b1"), heard.put_nowait)
        async with asyncio.timeout(30):
            assert await heard.get() is None
            assert {each["id"] for each in client.client_list()} - before
            await store.close()
            while {each["id"] for each in client.client_list()} - before:
                await asyncio.sleep(0)


async def test_a_channel_that_was_left_is_heard_no_more() -> None:
    """Given a channel whose subscription ended, then it counts as not heard until it stands."""
    line = _SubscriberConnection(1.0, lambda *_: None, lambda *_: None, lambda: None)
    for what, heard in ((b"subscribe", {b"news"}), (b"unsubscribe", set())):
        line._push([what, b"news", 1])
        assert line.heard == heard
