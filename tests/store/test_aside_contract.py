"""What every store does with a journal that is put aside, and restored."""

import pytest

from protocol.ids import BattleId
from server.store import Conflict, Fenced, Lease, Store, UnknownBattle

META = {"seed": b"\x00secret\xff", "table": b"t1"}
ENTRIES = [b"v1", b"", bytes(range(256))]


async def begun(store: Store) -> Lease:
    lease = await store.create(BattleId("b1"), META, ENTRIES[0], owner="a", ttl=30)
    for version, entry in enumerate(ENTRIES[1:], 2):
        await store.append(lease, version, entry)
    await store.put_snapshot(lease, 2, b"state at 2")
    return lease


async def test_a_journal_put_aside_is_gone_but_for_its_meta_data(store: Store) -> None:
    await store.put_aside(await begun(store), 3)
    assert await store.battles() == []
    assert await store.read(BattleId("b1")) == []
    assert await store.snapshot(BattleId("b1")) is None
    assert await store.meta(BattleId("b1")) == META
    with pytest.raises(UnknownBattle):
        await store.acquire(BattleId("b1"), owner="b", ttl=5)


async def test_a_restored_journal_is_what_it_was_and_anybodys_to_take(store: Store) -> None:
    old = await begun(store)
    await store.put_aside(old, 3)
    await store.restore(BattleId("b1"), ENTRIES)
    assert await store.read(BattleId("b1")) == list(enumerate(ENTRIES, 1))
    assert await store.battles() == ["b1"]
    lease = await store.acquire(BattleId("b1"), owner="b", ttl=5)
    assert lease.epoch > old.epoch
    with pytest.raises(Fenced):
        await store.append(old, 4, b"of an owner that slept for months")
    await store.append(lease, 4, b"v4")


async def test_only_the_owner_puts_a_journal_aside(store: Store) -> None:
    old = await begun(store)
    await store.release(old)
    await store.acquire(BattleId("b1"), owner="b", ttl=5)
    with pytest.raises(Fenced):
        await store.put_aside(old, 3)
    assert len(await store.read(BattleId("b1"))) == 3


async def test_a_commit_made_meanwhile_is_never_put_aside(store: Store) -> None:
    lease = await begun(store)
    await store.append(lease, 4, b"made while the file was being written")
    with pytest.raises(Conflict) as refusal:
        await store.put_aside(lease, 3)
    assert (refusal.value.expected, refusal.value.found) == (3, 4)
    assert len(await store.read(BattleId("b1"))) == 4


async def test_a_journal_that_stands_is_not_overwritten(store: Store) -> None:
    await begun(store)
    with pytest.raises(Conflict):
        await store.restore(BattleId("b1"), [b"other"])
    assert await store.read(BattleId("b1")) == list(enumerate(ENTRIES, 1))


async def test_what_was_never_put_aside_is_not_restored(store: Store) -> None:
    with pytest.raises(UnknownBattle):
        await store.restore(BattleId("b1"), ENTRIES)
    assert await store.battles() == []


async def test_a_long_journal_is_restored_whole(store: Store) -> None:
    entries = [b"%d" % version for version in range(1, 6001)]
    lease = await store.create(BattleId("b1"), META, entries[0], owner="a", ttl=30)
    await store.put_aside(lease, 1)
    await store.restore(BattleId("b1"), entries)
    assert [entry for _, entry in await store.read(BattleId("b1"))] == entries
