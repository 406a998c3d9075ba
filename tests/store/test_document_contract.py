"""Documents of tables and identities: whole values under optimistic revisions."""

import asyncio

import pytest

from protocol.ids import BattleId
from server.store import Conflict, Store


async def test_a_document_counts_its_revisions(store: Store) -> None:
    assert await store.get("table", "t1") is None
    assert await store.put("table", "t1", b"one") == 1
    assert await store.put("table", "t1", b"two") == 2
    assert await store.get("table", "t1") == (2, b"two")


async def test_a_document_is_written_only_over_the_expected_revision(store: Store) -> None:
    assert await store.put("table", "t1", b"one", expect=0) == 1
    assert await store.put("table", "t1", b"two", expect=1) == 2
    for expect in (0, 1, 3):
        with pytest.raises(Conflict) as refusal:
            await store.put("table", "t1", b"lost update", expect=expect)
        assert (refusal.value.expected, refusal.value.found) == (expect, 2)
    assert await store.get("table", "t1") == (2, b"two")


async def test_of_many_writers_over_one_revision_exactly_one_wins(store: Store) -> None:
    await store.put("table", "t1", b"base")
    ends = await asyncio.gather(
        *(store.put("table", "t1", b"%d" % n, expect=1) for n in range(20)),
        return_exceptions=True,
    )
    assert ends.count(2) == 1
    assert sum(isinstance(end, Conflict) for end in ends) == 19
    assert await store.get("table", "t1") == (2, b"%d" % ends.index(2))


async def test_kinds_do_not_meet(store: Store) -> None:
    await store.put("table", "x", b"a table")
    await store.put("identity", "x", b"somebody")
    await store.create(BattleId("x"), {}, b"a battle", owner="a", ttl=5)
    await store.put("table", "log", b"an odd name")
    assert await store.get("identity", "x") == (1, b"somebody")
    assert await store.ids("table") == ["log", "x"]
    assert await store.ids("identity") == ["x"]
    assert await store.ids("nothing") == []
    assert await store.battles() == ["x"]


async def test_a_deleted_document_is_gone_and_may_come_again(store: Store) -> None:
    await store.put("table", "t1", b"\x00\xff")
    assert await store.delete("table", "t1") is True
    assert await store.delete("table", "t1") is False
    assert await store.get("table", "t1") is None
    assert await store.ids("table") == []
    assert await store.put("table", "t1", b"again", expect=0) == 1


async def test_a_document_is_in_the_lists_that_its_last_write_says(store: Store) -> None:
    """Given a document in a list, when it is written again, then it stays there unless that write
    says otherwise; when it is deleted, it leaves all lists."""
    await store.put("table", "t1", b"one", 0, {"playing": True, "public": False})
    await store.put("table", "t2", b"one", 0, {"playing": True, "public": True})
    assert await store.ids("table", "playing") == ["t1", "t2"]
    assert await store.ids("table", "public") == ["t2"]
    await store.put("table", "t1", b"two")
    assert await store.ids("table", "playing") == ["t1", "t2"]
    await store.put("table", "t1", b"three", 2, {"playing": False, "public": True})
    assert await store.ids("table", "playing") == ["t2"]
    with pytest.raises(Conflict):
        await store.put("table", "t2", b"lost update", 7, {"playing": False})
    assert await store.ids("table", "playing") == ["t2"]
    await store.delete("table", "t2")
    assert await store.ids("table", "playing") == []
    assert await store.ids("table", "public") == ["t1"]
    assert await store.ids("table") == ["t1"]
