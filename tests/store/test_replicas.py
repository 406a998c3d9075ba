"""With replicas=N nothing counts, and nothing is shown, that N replicas do not have."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.ids import BattleId
from server.store import Durability, NotReplicated, Store, open_store
from tests.store.cluster import eventually, online
from tests.store.servers import Server

ONE_REPLICA = Durability.parse("replicas=1")
PATIENCE = 60.0


class Pair(NamedTuple):
    """A primary and its replica."""

    primary: Server
    replica: Server

    @property
    def url(self) -> str:
        return self.primary.url


@pytest.fixture
def pair() -> Iterator[Pair]:
    primary = Server()
    replica = Server(replicaof=f"127.0.0.1 {primary.port}")
    eventually(lambda: online(primary) == 1, "the replica follows")
    yield Pair(primary, replica)
    replica.stop()
    primary.stop()


@pytest.fixture
async def store(pair: Pair) -> AsyncIterator[Store]:
    """The store on both; it waits half a second for the replica."""
    opened = await open_store(
        pair.url, data_dir=Path("unused"), durability=ONE_REPLICA, timeout=1.0
    )
    yield opened
    await opened.close()


async def test_an_append_waits_until_enough_replicas_have_it(store: Store, pair: Pair) -> None:
    leases = await asyncio.gather(
        *(store.create(BattleId(f"b{n}"), {}, b"1", owner="a", ttl=60) for n in range(5))
    )
    for version in range(2, 12):
        await asyncio.gather(*(store.append(one, version, b"x") for one in leases))
    with pair.replica.client() as client:
        assert client.xlen("hw:{b3}:log") == 11
    pair.replica.kill()
    ends = await asyncio.gather(
        *(store.append(one, 12, b"alone") for one in leases), return_exceptions=True
    )
    for end in ends:
        assert isinstance(end, NotReplicated)
        assert (end.wanted, end.got) == (1, 0)
    with pytest.raises(NotReplicated):
        await store.put("table", "t1", b"x")


async def test_what_no_replica_has_is_not_settled_though_it_stands(
    store: Store, pair: Pair
) -> None:
    """Given an append that the primary has alone, then settling it fails as the append did, until
    a replica has caught up: or the loss of the primary would take something acknowledged."""
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    pair.replica.signal(signal.SIGSTOP)
    with pytest.raises(NotReplicated):
        await store.append(lease, 2, b"two")
    with pytest.raises(NotReplicated):
        await store.settle(lease, 2, b"two")
    pair.replica.signal(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                assert await store.settle(lease, 2, b"two") is True
                break
            except NotReplicated:
                continue
    with pair.replica.client() as client:
        assert client.xlen("hw:{b1}:log") == 2


async def test_what_no_replica_has_is_shown_to_nobody(store: Store, pair: Pair) -> None:
    """Given an append that the primary has alone, then who follows hears nothing of it and cannot
    read it, and hears of it once it counts."""
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()
    stop = store.fleet.follow(BattleId("b1"), heard.put_nowait)
    async with asyncio.timeout(PATIENCE):
        assert await heard.get() is None
    pair.replica.signal(signal.SIGSTOP)
    with pytest.raises(NotReplicated):
        await store.append(lease, 2, b"two")
    with pytest.raises(NotReplicated):
        await store.read(BattleId("b1"))
    assert heard.empty()
    pair.replica.signal(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await store.settle(lease, 2, b"two")
                break
            except NotReplicated:
                continue
        assert await heard.get() == b"2 two"
    assert await store.read(BattleId("b1")) == [(1, b"1"), (2, b"two")]
    stop()


async def test_a_new_owner_tells_what_the_old_one_could_not(store: Store) -> None:
    """Given a writer that died between its append and the word of it, when another one takes the
    battle, then who follows is told."""
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    await store.append(lease, 2, b"two")
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()
    stop = store.fleet.follow(BattleId("b1"), heard.put_nowait)
    async with asyncio.timeout(PATIENCE):
        assert await heard.get() is None
        await store.release(lease)
        await store.acquire(BattleId("b1"), owner="b", ttl=60)
        assert await heard.get() == b"2 two"
    stop()
