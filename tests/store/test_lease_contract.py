"""Who may write: leases run on time, epochs decide."""

import asyncio
import copy

import pytest

from protocol.ids import BattleId
from server.store import Conflict, Fenced, Lease, LeaseHeld, Store


async def taken_over(store: Store, battle: str, owner: str) -> Lease:
    """Ask for a battle until its lease has run out."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await store.acquire(BattleId(battle), owner=owner, ttl=30)
            except LeaseHeld as held:
                await asyncio.sleep(min(held.remaining, 0.02))


async def test_a_held_battle_cannot_be_taken(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="process one", ttl=30)
    with pytest.raises(LeaseHeld) as refusal:
        await store.acquire(BattleId("b1"), owner="two", ttl=30)
    assert refusal.value.owner == "process one"
    assert 20 < refusal.value.remaining <= 30
    await store.append(lease, 2, b"2")


async def test_a_released_battle_can_be_taken_at_once(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await store.release(lease)
    newer = await store.acquire(BattleId("b1"), owner="b", ttl=30)
    assert newer.epoch > lease.epoch
    await store.append(newer, 2, b"2")


async def test_a_battle_can_be_taken_when_its_lease_has_run_out(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=0.05)
    newer = await taken_over(store, "b1", "b")
    assert newer.epoch == lease.epoch + 1


async def test_a_stale_owner_is_refused_in_every_way_of_writing(store: Store) -> None:
    stale = await store.create(BattleId("b1"), {"k": b"v"}, b"1", owner="a", ttl=0.05)
    newer = await taken_over(store, "b1", "b")
    for attempt in (
        store.append(stale, 2, b"late"),
        store.settle(stale, 2, b"late"),
        store.put_meta(stale, {"k": b"late"}),
        store.put_snapshot(stale, 1, b"late"),
    ):
        with pytest.raises(Fenced) as refusal:
            await attempt
        assert (refusal.value.epoch, refusal.value.current) == (stale.epoch, newer.epoch)
    assert await store.read(BattleId("b1")) == [(1, b"1")]
    assert await store.meta(BattleId("b1")) == {"k": b"v"}
    assert await store.snapshot(BattleId("b1")) is None


async def test_a_lease_that_is_gone_still_writes_while_nobody_else_has_the_battle(
    store: Store,
) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await store.release(lease)
    await store.append(lease, 2, b"2")
    assert await store.last(BattleId("b1")) == (2, b"2")


async def test_an_owner_that_takes_its_battle_again_fences_its_own_past(store: Store) -> None:
    past = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    present = await store.acquire(BattleId("b1"), owner="a", ttl=30)
    with pytest.raises(Fenced):
        await store.append(past, 2, b"from a forgotten task")
    await store.append(present, 2, b"2")


async def test_renewing_prolongs_what_is_held_and_names_what_is_lost(store: Store) -> None:
    kept = await store.create(BattleId("kept"), {}, b"1", owner="a", ttl=1)
    lost = await store.create(BattleId("lost"), {}, b"1", owner="a", ttl=30)
    await store.release(lost)
    await store.acquire(BattleId("lost"), owner="b", ttl=30)
    assert await store.renew([kept, lost], ttl=60) == [lost]
    with pytest.raises(LeaseHeld) as refusal:
        await store.acquire(BattleId("kept"), owner="b", ttl=30)
    assert refusal.value.remaining > 30


async def test_renewing_takes_back_a_lease_that_is_gone(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await store.release(lease)
    assert await store.renew([lease], ttl=30) == []
    with pytest.raises(LeaseHeld):
        await store.acquire(BattleId("b1"), owner="b", ttl=30)


async def test_renewing_cannot_take_back_a_battle_that_somebody_else_has_had(
    store: Store,
) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await store.release(lease)
    other = await store.acquire(BattleId("b1"), owner="b", ttl=30)
    await store.release(other)
    assert await store.renew([lease], ttl=30) == [lease]


async def test_renewing_many_leases_of_several_owners(store: Store) -> None:
    leases = [
        await store.create(BattleId(f"b{n}"), {}, b"1", owner=f"o{n % 3}", ttl=30)
        for n in range(30)
    ]
    assert await store.renew(leases, ttl=30) == []
    assert await store.renew([], ttl=30) == []


async def test_releasing_a_stale_lease_leaves_the_new_owner_alone(store: Store) -> None:
    stale = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    current = await store.acquire(BattleId("b1"), owner="a", ttl=30)
    await store.release(stale)
    with pytest.raises(LeaseHeld):
        await store.acquire(BattleId("b1"), owner="b", ttl=30)
    await store.release(current)
    await store.acquire(BattleId("b1"), owner="b", ttl=30)


async def test_settling_says_whether_exactly_this_entry_stands(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    await store.append(lease, 2, b"mine")
    assert await store.settle(lease, 2, b"mine") is True
    assert await store.settle(lease, 2, b"another") is False
    await store.append(lease, 3, b"3")
    assert await store.settle(lease, 2, b"mine") is True


async def test_once_settled_as_missing_a_late_append_is_refused(store: Store) -> None:
    """What was under way carries the epoch of before; the room goes on under a new one."""
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    under_way = copy.copy(lease)
    assert await store.settle(lease, 2, b"lost?") is False
    with pytest.raises(Fenced):
        await store.append(under_way, 2, b"lost?")
    await store.append(lease, 2, b"sent again")
    with pytest.raises((Fenced, Conflict)):
        await store.append(under_way, 2, b"lost?")
    assert await store.read(BattleId("b1"), after=1) == [(2, b"sent again")]


async def test_settling_can_be_asked_again_when_its_answer_was_lost(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    unheard = copy.copy(lease)
    assert await store.settle(lease, 2, b"x") is False
    assert await store.settle(unheard, 2, b"x") is False
    await store.append(unheard, 2, b"x")
    assert await store.renew([unheard], ttl=30) == []
