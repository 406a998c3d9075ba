"""A store of several servers: each battle at the shard that has its keys."""

from protocol.ids import BattleId
from server.store import (
    Store,
    keys,
)
from tests.store.cluster import SHARDS, Cluster
from tests.store.test_cluster import PARTS, slot_of


async def test_all_keys_of_a_battle_lie_in_one_slot_and_battles_in_all_shards(
    sharded: Store, clean_cluster: Cluster
) -> None:
    owners = set()
    for number in range(20):
        name = f"b{number}"
        await sharded.create(BattleId(name), {"k": b"v"}, b"1", owner="a", ttl=60)
        slots = {slot_of(clean_cluster.nodes[0], keys.of(BattleId(name), part)) for part in PARTS}
        assert len(slots) == 1
        owners.add(clean_cluster.owner(keys.of(BattleId(name), "log")).port)
    assert len(owners) == SHARDS
    assert len(await sharded.battles()) == 20


async def test_shards_without_a_limit_tell_of_none(sharded: Store) -> None:
    assert await sharded.memory() == (0, 0)


async def test_leases_of_all_shards_are_renewed_together(sharded: Store) -> None:
    leases = [
        await sharded.create(BattleId(f"b{number}"), {}, b"1", owner="a", ttl=60)
        for number in range(20)
    ]
    await sharded.release(leases[7])
    await sharded.acquire(BattleId("b7"), owner="b", ttl=60)
    assert await sharded.renew(leases, ttl=60) == [leases[7]]
