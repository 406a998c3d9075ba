"""A battle's meta data as its journal keeps it."""

from protocol.ids import BattleId, TableId
from server.battles.records.battle_meta import (
    BattleMeta,
    keep_clocks,
    keep_wishes,
    meta_at_start,
    meta_of,
)
from server.store.memory import MemoryStore


async def test_what_a_journal_begins_with_is_read_back() -> None:
    store = MemoryStore()
    await store.create(
        BattleId("b1"),
        meta_at_start(b"\x00secret", TableId(TableId("t1"))),
        b"first",
        owner="a",
        ttl=5,
    )
    assert await meta_of(store, BattleId("b1")) == BattleMeta(
        b"\x00secret", TableId("t1"), None, None
    )


async def test_clocks_and_wishes_are_kept_beside_what_was_there() -> None:
    store = MemoryStore()
    begun = meta_at_start(b"secret", TableId(TableId("t1")))
    lease = await store.create(BattleId("b1"), begun, b"first", owner="a", ttl=5)
    await keep_clocks(store, lease, b"clocks")
    await keep_wishes(store, lease, b"wishes")
    assert await meta_of(store, BattleId("b1")) == BattleMeta(
        b"secret", TableId("t1"), b"clocks", b"wishes"
    )


async def test_a_battle_that_is_unknown_has_none() -> None:
    assert await meta_of(MemoryStore(), BattleId("b1")) == BattleMeta(None, None, None, None)
