"""An outside server: what it refuses, what it is too weak for, and what it publishes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.base import Store
from server.store.durability import EVERYSEC, FSYNC, Durability
from server.store.errors import (
    StoreError,
    StoreFormat,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
)
from server.store.keys import news
from server.store.open import open_store
from tests.store.servers import PASSWORD, Server, free_port

NOWHERE = Path("unused")


async def opened(url: str, durability: Durability = EVERYSEC, timeout: float = 10) -> Store:
    return await open_store(url, data_dir=NOWHERE, durability=durability, timeout=timeout)


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may maltreat."""
    running = Server()
    yield running
    running.stop()


def one_line(error: StoreError, *words: str) -> None:
    text = str(error)
    assert "\n" not in text
    assert len(text) < 200
    for word in words:
        assert word in text


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
    await store.create("b1", {}, b"1", owner="a", ttl=5)
    await store.close()
    with clean_server.client() as client:
        assert client.dbsize() == 0
        client.select(3)
        assert client.xlen("hw:{b1}:log") == 1


async def test_a_user_that_may_only_read_is_refused_and_nothing_is_written(
    clean_server: Server,
) -> None:
    ready = await opened(clean_server.url)
    lease = await ready.create("b1", {}, b"1", owner="a", ttl=5)
    await ready.close()
    with clean_server.client() as client:
        client.execute_command(
            "ACL", "SETUSER", "reader", "on", ">pw", "~*", "&*", "+@all", "-xadd"
        )
    store = await opened(f"redis://reader:pw@127.0.0.1:{clean_server.port}")
    with pytest.raises(StoreRefused):
        await store.append(lease, 2, b"2")
    with pytest.raises(StoreRefused):
        await store.create("b2", {"k": b"v"}, b"1", owner="a", ttl=5)
    assert await store.read("b1") == [(1, b"1")]
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
    lease = await store.create("b1", {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"2")
    assert await store.last("b1") == (2, b"2")
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
    lease = await store.create("b1", {}, b"1", owner="a", ttl=5)
    with own_server.client() as client:
        client.config_set("maxmemory", "1")
        ends = await asyncio.gather(
            store.append(lease, 2, b"2"),
            store.create("b2", {"k": b"v"}, b"1", owner="a", ttl=5),
            store.put("table", "t1", b"x"),
            store.put_snapshot(lease, 1, b"x"),
            return_exceptions=True,
        )
        for end in ends:
            assert isinstance(end, StoreFull)
            one_line(end, "memory")
        assert await store.read("b1") == [(1, b"1")]
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


async def test_every_append_is_published_with_its_version(
    remote: Store, clean_server: Server
) -> None:
    with clean_server.client() as client, client.pubsub() as listener:
        listener.subscribe("hw:{b1}:feed")
        assert listener.get_message(timeout=5)["type"] == "subscribe"
        lease = await remote.create("b1", {}, b"first", owner="a", ttl=5)
        await remote.append(lease, 2, b"second \r\n one")
        heard = [listener.get_message(timeout=5)["data"] for _ in range(2)]
    assert heard == [b"1 first", b"2 second \r\n one"]


async def test_scripts_that_the_server_has_forgotten_are_loaded_again(
    remote: Store, clean_server: Server
) -> None:
    lease = await remote.create("b1", {}, b"1", owner="a", ttl=30)
    with clean_server.client() as client:
        client.script_flush()
    for version in range(2, 5):
        await remote.append(lease, version, b"%d" % version)
    assert await remote.settle(lease, 4, b"4")
    assert await remote.renew([lease], ttl=30) == []


@pytest.mark.parametrize(
    ("settings", "asked", "words"),
    [
        ({"appendonly": "no"}, EVERYSEC, "appendonly no"),
        ({"appendfsync": "everysec"}, FSYNC, "appendfsync everysec"),
        ({"appendfsync": "no"}, EVERYSEC, "appendfsync no"),
        ({"maxmemory-policy": "allkeys-lru"}, EVERYSEC, "noeviction"),
    ],
)
async def test_a_store_weaker_than_asked_for_is_named_in_one_line(
    own_server: Server, settings: dict[str, str], asked: Durability, words: str
) -> None:
    with own_server.client() as client:
        for name, value in settings.items():
            client.config_set(name, value)
    store = await opened(own_server.url, asked)
    [note] = store.notes
    assert words in note
    assert "\n" not in note
    await store.close()


async def test_a_store_as_strong_as_asked_for_needs_no_note(own_server: Server) -> None:
    with own_server.client() as client:
        client.config_set("appendfsync", "always")
    for asked in (FSYNC, EVERYSEC):
        store = await opened(own_server.url, asked)
        assert store.notes == ()
        await store.close()


async def test_a_store_that_may_not_be_examined_is_used_and_noted(clean_server: Server) -> None:
    with clean_server.client() as client:
        client.execute_command(
            "ACL", "SETUSER", "plain", "on", ">pw", "~*", "&*", "+@all", "-config", "-info"
        )
    store = await opened(f"redis://plain:pw@127.0.0.1:{clean_server.port}")
    [note] = store.notes
    assert "CONFIG GET" in note
    await store.close()


async def test_addresses_that_make_no_sense_are_refused_with_a_sentence() -> None:
    for setting in ("http://x", "redis", "unix://", "rediss://h?ssl_ca_certs=/no/such/file"):
        with pytest.raises(ValueError, match=r"store|unix"):
            await opened(setting)
    for text in ("always", "replicas=0", "replicas=", "replicas=x", ""):
        with pytest.raises(ValueError, match="durability is"):
            Durability.parse(text)
    assert str(Durability.parse("replicas=2")) == "replicas=2"


async def test_the_password_is_never_shown(remote: Store) -> None:
    assert PASSWORD not in remote.name
    assert PASSWORD not in repr(vars(remote))


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
        stop = store.fleet.follow("b1", heard.put_nowait)
        async with asyncio.timeout(5):
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
    store.fleet.listen(news("tables"), forbidden.put_nowait)
    store.fleet.follow("b1", heard.put_nowait)
    async with asyncio.timeout(5):
        assert await heard.get() is None
        assert [await forbidden.get() for _ in range(3)] == [None, None, None]
        await store.create("b1", {}, b"one", owner="a", ttl=5)
        assert await heard.get() == b"1 one"
    assert heard.empty()
    await store.close()
