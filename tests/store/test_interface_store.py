"""What every store does with a journal."""

import asyncio

import pytest

from protocol.ids import BattleId
from server.store import Conflict, Store, UnknownBattle

META = {"seed": b"\x00secret\xff", "rules": b"fingerprint"}


async def test_a_new_journal_has_its_meta_data_and_version_one(store: Store) -> None:
    await store.create(BattleId("b1"), META, b"first", owner="a", ttl=5)
    assert await store.read(BattleId("b1")) == [(1, b"first")]
    assert await store.last(BattleId("b1")) == (1, b"first")
    assert await store.meta(BattleId("b1")) == META
    assert await store.battles() == ["b1"]


async def test_a_journal_is_created_once(store: Store) -> None:
    lease = await store.create(BattleId("b1"), META, b"first", owner="a", ttl=5)
    await store.append(lease, 2, b"second")
    with pytest.raises(Conflict) as refusal:
        await store.create(BattleId("b1"), {"seed": b"other"}, b"other", owner="b", ttl=5)
    assert (refusal.value.expected, refusal.value.found) == (0, 2)
    assert await store.meta(BattleId("b1")) == META
    assert await store.read(BattleId("b1")) == [(1, b"first"), (2, b"second")]
    await store.append(lease, 3, b"the first owner still writes")


async def test_a_journal_may_have_no_meta_data(store: Store) -> None:
    await store.create(BattleId("b1"), {}, b"first", owner="a", ttl=5)
    assert await store.meta(BattleId("b1")) == {}


async def test_entries_come_back_in_order_from_any_version(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"v1", owner="a", ttl=5)
    for version in range(2, 8):
        await store.append(lease, version, b"v%d" % version)
    assert await store.read(BattleId("b1"), after=4) == [(5, b"v5"), (6, b"v6"), (7, b"v7")]
    assert await store.read(BattleId("b1"), after=2, limit=2) == [(3, b"v3"), (4, b"v4")]
    assert await store.read(BattleId("b1"), after=7) == []
    assert await store.read(BattleId("b1"), limit=0) == []
    assert await store.last(BattleId("b1")) == (7, b"v7")


@pytest.mark.parametrize("version", [0, 1, 2, 4, 1000])
async def test_an_append_must_follow_the_last_version(store: Store, version: int) -> None:
    lease = await store.create(BattleId("b1"), {}, b"v1", owner="a", ttl=5)
    await store.append(lease, 2, b"v2")
    with pytest.raises(Conflict) as refusal:
        await store.append(lease, version, b"misplaced")
    assert (refusal.value.expected, refusal.value.found) == (version - 1, 2)
    assert await store.read(BattleId("b1")) == [(1, b"v1"), (2, b"v2")]


async def test_of_two_appends_at_one_version_exactly_one_wins(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"v1", owner="a", ttl=5)
    ends = await asyncio.gather(
        store.append(lease, 2, b"x"), store.append(lease, 2, b"y"), return_exceptions=True
    )
    assert [type(end) for end in ends].count(Conflict) == 1
    winner = (b"x", b"y")[ends.index(None)]
    assert await store.read(BattleId("b1"), after=1) == [(2, winner)]


async def test_entries_are_any_bytes_of_any_length(store: Store) -> None:
    entries = [b"", bytes(range(256)), b"\r\n$5\r\n", b"z" * 1_000_000]
    lease = await store.create(BattleId("b1"), {}, b"v1", owner="a", ttl=5)
    for version, entry in enumerate(entries, 2):
        await store.append(lease, version, entry)
    assert [entry for _, entry in await store.read(BattleId("b1"), after=1)] == entries


async def test_many_rooms_append_at_once_and_none_disturbs_another(store: Store) -> None:
    async def room(number: int) -> None:
        name = f"room-{number}"
        lease = await store.create(BattleId(name), {}, b"1", owner="a", ttl=30)
        for version in range(2, 21):
            await store.append(lease, version, b"%d of %d" % (version, number))

    await asyncio.gather(*(room(number) for number in range(60)))
    for number in range(60):
        found = await store.read(BattleId(f"room-{number}"), after=1)
        assert found == [(v, b"%d of %d" % (v, number)) for v in range(2, 21)]
    assert len(await store.battles()) == 60


async def test_a_long_journal_is_read_whole(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await asyncio.gather(*(store.append(lease, v, b"%d" % v) for v in range(2, 2502)))
    assert await store.read(BattleId("b1")) == [(v, b"%d" % v) for v in range(1, 2502)]
    assert len(await store.read(BattleId("b1"), after=10, limit=1500)) == 1500


async def test_meta_data_can_be_added_and_replaced(store: Store) -> None:
    lease = await store.create(BattleId("b1"), META, b"first", owner="a", ttl=5)
    await store.put_meta(lease, {"rules": b"newer", "verdict": b"won"})
    assert await store.meta(BattleId("b1")) == {**META, "rules": b"newer", "verdict": b"won"}


async def test_the_latest_snapshot_is_kept(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    assert await store.snapshot(BattleId("b1")) is None
    for version in (2, 3, 4):
        await store.append(lease, version, b"%d" % version)
    await store.put_snapshot(lease, 2, b"state at 2")
    await store.put_snapshot(lease, 4, b"state at 4")
    await store.put_snapshot(lease, 3, b"a late writer's state at 3")
    assert await store.snapshot(BattleId("b1")) == (4, b"state at 4")


async def test_a_snapshot_cannot_be_ahead_of_its_journal(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    with pytest.raises(Conflict) as refusal:
        await store.put_snapshot(lease, 2, b"from the future")
    assert (refusal.value.expected, refusal.value.found) == (2, 1)
    assert await store.snapshot(BattleId("b1")) is None


async def test_an_unknown_battle_is_empty_to_read_and_refused_to_write(store: Store) -> None:
    lease = await store.create(BattleId("known"), {}, b"1", owner="a", ttl=5)
    lease.battle = BattleId("unknown")
    assert await store.read(BattleId("unknown")) == []
    assert await store.last(BattleId("unknown")) is None
    assert await store.meta(BattleId("unknown")) == {}
    assert await store.snapshot(BattleId("unknown")) is None
    for attempt in (
        store.append(lease, 1, b"x"),
        store.settle(lease, 1, b"x"),
        store.put_meta(lease, {"a": b"b"}),
        store.put_snapshot(lease, 1, b"x"),
        store.acquire(BattleId("unknown"), owner="a", ttl=5),
        store.expire(BattleId("unknown"), 5),
    ):
        with pytest.raises(UnknownBattle):
            await attempt
    assert await store.renew([lease], ttl=5) == [lease]
    assert await store.battles() == ["known"]


async def test_a_finished_journal_stays_readable_until_it_goes(store: Store) -> None:
    lease = await store.create(BattleId("b1"), META, b"1", owner="a", ttl=5)
    await store.create(BattleId("b2"), {}, b"1", owner="a", ttl=5)
    await store.expire(BattleId("b1"), 3600)
    await store.put_snapshot(lease, 1, b"last state")
    assert await store.battles() == ["b2"]
    assert await store.read(BattleId("b1")) == [(1, b"1")]
    await store.expire(BattleId("b1"), None)
    assert await store.battles() == ["b1", "b2"]
    assert await store.battles(over=False) == ["b2"]
    await store.expire(BattleId("b1"), 0)
    assert await store.battles() == ["b2"]
    assert await store.last(BattleId("b1")) is None
    assert await store.meta(BattleId("b1")) == {}
    assert await store.snapshot(BattleId("b1")) is None


async def test_the_id_of_a_journal_that_has_gone_can_be_used_again(store: Store) -> None:
    await store.create(BattleId("b1"), META, b"old", owner="a", ttl=5)
    await store.expire(BattleId("b1"), 0)
    lease = await store.create(BattleId("b1"), {"seed": b"new"}, b"new", owner="b", ttl=5)
    await store.append(lease, 2, b"more")
    assert await store.read(BattleId("b1")) == [(1, b"new"), (2, b"more")]
    assert await store.meta(BattleId("b1")) == {"seed": b"new"}


@pytest.mark.parametrize("name", ["", "a b", "a}b", "{a}", "a.b", "ä", "x" * 65, "a\n"])
async def test_an_id_cannot_reach_into_other_keys(store: Store, name: str) -> None:
    for attempt in (
        store.create(BattleId(name), {}, b"1", owner="a", ttl=5),
        store.read(BattleId(name)),
        store.acquire(BattleId(name), owner="a", ttl=5),
        store.put("table", name, b"x"),
        store.get(name, "x"),
    ):
        with pytest.raises(ValueError, match="not an id"):
            await attempt


async def test_a_ping_tells_how_long_it_took(store: Store) -> None:
    assert 0 <= await store.ping() < 5
