"""The fleet in memory, with a clock of a test's own: what counts for how long, and for whom."""

import asyncio

import pytest

from server.store import StoreUnavailable
from server.store.memory import MemoryStore


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def two() -> tuple[MemoryStore, Time]:
    """A store in which the processes a and b have given a sign that counts 2 s."""
    time = Time()
    store = MemoryStore(time)
    await store.fleet.heartbeat("a", 2, "pack")
    await store.fleet.heartbeat("b", 2)
    return store, time


async def test_a_sign_counts_for_its_seconds_and_names_the_content() -> None:
    store, time = await two()
    time.now += 1.5
    found = await store.fleet.heartbeat("b", 2)
    assert found.left == {"a": pytest.approx(0.5), "b": 2}
    assert found.contents == {"a": "pack", "b": ""}
    assert not found.lapsed
    time.now += 0.5
    assert (await store.fleet.heartbeat("b", 2)).left == {"b": 2}


async def test_who_signs_after_its_time_is_told_so_and_who_leaves_is_gone() -> None:
    store, time = await two()
    time.now += 2
    assert (await store.fleet.heartbeat("a", 2)).lapsed
    await store.fleet.leave("a")
    assert "a" not in (await store.fleet.heartbeat("b", 2)).left


async def test_a_host_gives_way_to_nobody_but_who_is_named_in_its_place() -> None:
    store, _ = await two()
    assert await store.fleet.host("table", "t1", "a") == ""
    await store.put("table", "t1", b"document")
    assert await store.fleet.host("table", "t1", "a", claim=3) == "a"
    assert await store.fleet.host("table", "t1", "b") == "a"
    await store.fleet.unhost("table", "t1", "a", claim=2)
    assert await store.fleet.host("table", "t1", "") == "a"
    assert await store.fleet.host("table", "t1", "b", instead_of="a") == "b"
    await store.fleet.unhost("table", "t1", "b")
    assert await store.fleet.host("table", "t1", "") == ""


async def test_messages_are_read_in_order_and_once_read_they_go() -> None:
    store, _ = await two()
    for message in (b"1", b"2"):
        await store.fleet.send("a", message)
    found = await store.fleet.messages("a")
    assert [message for _, message in found] == [b"1", b"2"]
    waiting = asyncio.create_task(store.fleet.messages("a", found[-1][0]))
    await asyncio.sleep(0)
    await store.fleet.send("a", b"3")
    assert [message for _, message in await waiting] == [b"3"]


async def test_a_store_that_is_away_answers_nothing() -> None:
    store, _ = await two()
    store.fail()
    for asked in (
        store.fleet.heartbeat("a", 2),
        store.fleet.messages("a"),
        store.fleet.send("a", b""),
    ):
        with pytest.raises(StoreUnavailable):
            await asked
