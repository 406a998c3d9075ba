"""An outside server: what it refuses, what it is too weak for, and what it publishes."""

import asyncio
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    Store,
    StoreFormat,
    StoreFull,
    StoreRefused,
    StoreState,
    StoreUnavailable,
)
from tests.store.outside import one_line, opened
from tests.store.servers import Server, free_port


async def test_a_refused_connection_is_one_clear_sentence() -> None:
    port = free_port()
    with pytest.raises(StoreUnavailable) as refusal:
        await opened(f"redis://:hunter2@127.0.0.1:{port}")
    one_line(refusal.value, f"127.0.0.1:{port}", "refused")
    assert "hunter2" not in str(refusal.value)
    assert refusal.value.sent is False


async def test_a_missing_socket_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        await opened(f"unix://{tmp_path}/nothing")
    one_line(refusal.value, "nothing", "No such file")


@pytest.mark.parametrize("word", ["", ":wrong@", "nobody:wrong@"])
async def test_a_wrong_or_missing_password_is_refused(clean_server: Server, word: str) -> None:
    with pytest.raises(StoreRefused) as refusal:
        await opened(f"redis://{word}127.0.0.1:{clean_server.port}")
    one_line(refusal.value, "password" if word else "Authentication required")
    with clean_server.client() as client:
        assert client.dbsize() == 0


async def test_a_user_with_a_password_and_a_database_of_its_own(clean_server: Server) -> None:
    with clean_server.client() as client:
        client.execute_command("ACL", "SETUSER", "hex", "on", ">pa:ss/1", "~*", "&*", "+@all")
    store = await opened(f"redis://hex:pa%3Ass%2F1@127.0.0.1:{clean_server.port}/3")
    await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await store.close()
    with clean_server.client() as client:
        assert client.dbsize() == 0
        client.select(3)
        assert client.xlen("hw:{b1}:log") == 1


async def test_a_user_that_may_only_read_is_refused_and_nothing_is_written(
    clean_server: Server,
) -> None:
    ready = await opened(clean_server.url)
    lease = await ready.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await ready.close()
    with clean_server.client() as client:
        client.execute_command(
            "ACL", "SETUSER", "reader", "on", ">pw", "~*", "&*", "+@all", "-xadd"
        )
    store = await opened(f"redis://reader:pw@127.0.0.1:{clean_server.port}")
    with pytest.raises(StoreRefused):
        await store.append(lease, 2, b"2")
    with pytest.raises(StoreRefused):
        await store.create(BattleId("b2"), {"k": b"v"}, b"1", owner="a", ttl=5)
    assert await store.read(BattleId("b1")) == [(1, b"1")]
    assert await store.battles() == ["b1"]
    await store.close()


async def test_a_forbidden_channel_does_not_make_an_append_look_refused(
    clean_server: Server,
) -> None:
    with clean_server.client() as client:
        client.execute_command(
            "ACL", "SETUSER", "mute", "on", ">pw", "~*", "resetchannels", "+@all"
        )
    store = await opened(f"redis://mute:pw@127.0.0.1:{clean_server.port}")
    assert any("channels" in note or "publish" in note for note in store.notes)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"2")
    assert await store.last(BattleId("b1")) == (2, b"2")
    await store.close()


@pytest.mark.parametrize("number", ["2", "12", "banana"])
async def test_a_store_of_a_newer_format_is_left_untouched(
    clean_server: Server, number: str
) -> None:
    with clean_server.client() as client:
        client.set("hw:format", number)
        with pytest.raises(StoreFormat) as refusal:
            await opened(clean_server.url)
        assert client.keys() == [b"hw:format"]
        assert client.get("hw:format") == number.encode()
    one_line(refusal.value, f"format {number}", "newer release")


async def test_an_empty_store_is_marked_with_our_format(clean_server: Server) -> None:
    store = await opened(clean_server.url)
    with clean_server.client() as client:
        assert client.get("hw:format") == b"1"
    await store.close()


async def test_a_store_without_memory_left_takes_nothing_and_keeps_everything(
    own_server: Server,
) -> None:
    store = await opened(own_server.url)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    with own_server.client() as client:
        client.config_set("maxmemory", "1")
        ends = await asyncio.gather(
            store.append(lease, 2, b"2"),
            store.create(BattleId("b2"), {"k": b"v"}, b"1", owner="a", ttl=5),
            store.put("table", "t1", b"x"),
            store.put_snapshot(lease, 1, b"x"),
            return_exceptions=True,
        )
        for end in ends:
            assert isinstance(end, StoreFull)
            one_line(end, "memory")
        assert await store.read(BattleId("b1")) == [(1, b"1")]
        assert await store.battles() == ["b1"]
        client.config_set("maxmemory", "0")
    await store.append(lease, 2, b"2")
    await store.close()


async def test_a_full_store_is_named_at_the_start(own_server: Server) -> None:
    with own_server.client() as client:
        client.config_set("maxmemory", "1")
    with pytest.raises(StoreFull) as refusal:
        await opened(own_server.url)
    one_line(refusal.value, "memory")


async def test_a_read_only_replica_is_named_at_the_start(own_server: Server) -> None:
    with own_server.client() as client:
        client.replicaof("127.0.0.1", free_port())
    with pytest.raises(StoreUnavailable) as refusal:
        await opened(own_server.url)
    one_line(refusal.value, "read only replica")
    assert refusal.value.sent is False


async def test_a_primary_that_has_become_a_replica_is_left(own_server: Server) -> None:
    """Given a server that answers and takes no writes any more, then a new connection is sought,
    which may lead to the one that does."""
    store = await opened(own_server.url)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    states: list[StoreState] = []
    store.on_state(states.append)
    with own_server.client() as client:
        client.replicaof("127.0.0.1", free_port())
        with pytest.raises(StoreUnavailable):
            await store.append(lease, 2, b"2")
        assert [state.up for state in states][:1] == [False]
        client.replicaof("NO", "ONE")
    await store.close()


async def test_every_append_is_published_with_its_version(
    remote: Store, clean_server: Server
) -> None:
    with clean_server.client() as client, client.pubsub() as listener:
        listener.subscribe("hw:{b1}:feed")
        assert listener.get_message(timeout=60)["type"] == "subscribe"
        lease = await remote.create(BattleId("b1"), {}, b"first", owner="a", ttl=5)
        await remote.append(lease, 2, b"second \r\n one")
        heard = [listener.get_message(timeout=60)["data"] for _ in range(2)]
    assert heard == [b"1 first", b"2 second \r\n one"]
