"""A cluster of three shards: one slot for a battle, one server for its news, slots that move."""

import asyncio
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    EVERYSEC,
    Conflict,
    Fenced,
    Lease,
    Store,
    StoreRefused,
    StoreUnavailable,
    appended,
    keys,
    open_store,
)
from tests.store.cluster import Cluster, eventually
from tests.store.servers import Server, free_port
from tests.store.writers import Writers

NOWHERE = Path("unused")


PARTS: tuple[keys.Part, ...] = ("log", "epoch", "lease", "meta", "snapshot", "feed")


def slot_of(node: Server, key: str) -> int:
    with node.client() as client:
        slot: int = client.execute_command("CLUSTER", "KEYSLOT", key)
        return slot


async def test_news_of_a_battle_go_to_its_shard_alone(
    sharded: Store, clean_cluster: Cluster
) -> None:
    """Given somebody who follows a battle, then its channel is a sharded one at the server that has
    the journal, and the other servers have nothing to do with it."""
    lease = await sharded.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()
    stop = sharded.fleet.follow(BattleId("b1"), heard.put_nowait)
    async with asyncio.timeout(60):
        assert await heard.get() is None
        await sharded.append(lease, 2, b"two")
        assert await heard.get() == b"2 two"
    owner, channel = (
        clean_cluster.owner(keys.of(BattleId("b1"), "log")),
        keys.of(BattleId("b1"), "feed"),
    )
    for node in clean_cluster.nodes:
        with node.client() as client:
            [_, count] = client.execute_command("PUBSUB", "SHARDNUMSUB", channel)
            assert count == (1 if node is owner else 0)
            assert client.execute_command("PUBSUB", "CHANNELS") == []
    stop()


class Mover:
    """Moves one battle's slot to another server, key by key, as resharding tools do."""

    def __init__(self, cluster: Cluster, battle: str) -> None:
        self._cluster = cluster
        self.key = keys.of(BattleId(battle), "log")
        self.source = cluster.owner(self.key)
        self.target = next(node for node in cluster.nodes if node is not self.source)
        self.slot = slot_of(self.source, self.key)

    def _set(self, node: Server, *words: object) -> None:
        with node.client() as client:
            client.execute_command("CLUSTER", "SETSLOT", self.slot, *words)

    def begin(self) -> None:
        """The slot is on the move from now on; its keys stay where they are."""
        self._set(self.target, "IMPORTING", self._cluster.id_of(self.source))
        self._set(self.source, "MIGRATING", self._cluster.id_of(self.target))

    def carry(self) -> None:
        """Move the keys."""
        with self.source.client() as client:
            while found := client.execute_command("CLUSTER", "GETKEYSINSLOT", self.slot, 100):
                client.execute_command(
                    *("MIGRATE", "127.0.0.1", self.target.port, "", 0, 5000),
                    *("AUTH", self.source.password, "KEYS", *found),
                )

    def end(self) -> None:
        """The slot is the other server's."""
        others = [node for node in self._cluster.nodes if node not in (self.target, self.source)]
        for node in (self.target, self.source, *others):
            self._set(node, "NODE", self._cluster.id_of(self.target))
        eventually(
            lambda: all(
                self._cluster.owner(self.key, node) is self.target for node in self._cluster.nodes
            ),
            "the cluster agrees",
        )

    def back(self) -> None:
        """Leave the cluster as it was found."""
        self._cluster.flush()
        self.source, self.target = self.target, self.source
        self.begin()
        self.end()


async def test_a_slot_that_moves_under_a_battle_loses_and_doubles_nothing(
    sharded: Store, clean_cluster: Cluster
) -> None:
    """Given a battle that is written and followed without a pause, when its slot goes to another
    server, then every append stands once, in order, and the follower can have all of them."""
    mover = Mover(clean_cluster, "b0")
    writers = await Writers.begin(sharded, battles=1)
    heard: list[int] = []
    known = asyncio.Event()

    def hear(news: bytes | None) -> None:
        heard.append(0 if news is None else appended(news)[0])
        known.set()

    stop = sharded.fleet.follow(BattleId("b0"), hear)
    try:
        await writers.go_on()
        for step in (mover.begin, mover.carry, mover.end):
            await asyncio.to_thread(step)
        moved = writers.acknowledged[BattleId("b0")]
        await writers.go_on()
        async with asyncio.timeout(60):
            while max(heard) <= moved:
                known.clear()
                await known.wait()
        await writers.check(sharded)
        assert clean_cluster.owner(mover.key) is mover.target
        assert 0 in heard[1:], "who follows is told that something may be missing"
    finally:
        await writers.stop()
        stop()
        await asyncio.to_thread(mover.back)


async def test_what_others_wrote_meanwhile_is_found_after_a_move(
    sharded: Store, clean_cluster: Cluster
) -> None:
    """Given an owner that was replaced on the new server, then it is fenced there as anywhere."""
    mover = Mover(clean_cluster, "b1")
    lease = await sharded.create(BattleId("b1"), {}, b"v1", owner="a", ttl=600)
    other = await open_store(clean_cluster.url, data_dir=NOWHERE, durability=EVERYSEC)
    try:
        for step in (mover.begin, mover.carry, mover.end):
            await asyncio.to_thread(step)
        await sharded.release(lease)
        newer = await other.acquire(BattleId("b1"), owner="b", ttl=600)
        with pytest.raises(Fenced):
            await sharded.append(lease, 2, b"late")
        await other.append(newer, 2, b"v2")
        with pytest.raises(Conflict):
            await sharded.append(Lease(BattleId("b1"), "b", newer.epoch), 2, b"twice")
        assert await sharded.read(BattleId("b1")) == [(1, b"v1"), (2, b"v2")]
    finally:
        await other.close()
        await asyncio.to_thread(mover.back)


async def test_a_cluster_that_cannot_be_reached_is_one_clear_sentence(
    clean_cluster: Cluster,
) -> None:
    port = free_port()
    with pytest.raises(StoreUnavailable, match=f"127.0.0.1:{port}") as refusal:
        await open_store(f"redis+cluster://:hunter2@127.0.0.1:{port}", data_dir=NOWHERE)
    assert "hunter2" not in str(refusal.value)
    url = f"redis+cluster://:hunter2@127.0.0.1:{clean_cluster.nodes[0].port}"
    with pytest.raises(StoreRefused, match="password"):
        await open_store(url, data_dir=NOWHERE)


async def test_a_single_server_is_no_cluster(clean_server: Server) -> None:
    url = clean_server.url.replace("redis:", "redis+cluster:")
    with pytest.raises(StoreUnavailable, match="does not answer as a cluster"):
        await open_store(url, data_dir=NOWHERE)


async def test_one_server_is_enough_to_find_the_others(clean_cluster: Cluster) -> None:
    node = clean_cluster.nodes[2]
    url = f"redis+cluster://{node.word}127.0.0.1:{free_port()},127.0.0.1:{node.port}"
    store = await open_store(url, data_dir=NOWHERE, durability=EVERYSEC)
    for number in range(10):
        await store.create(BattleId(f"b{number}"), {}, b"1", owner="a", ttl=60)
    assert len(await store.battles()) == 10
    await store.close()
