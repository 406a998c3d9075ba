"""The store dies or freezes at a random moment while many rooms append: nothing acknowledged is
lost, every doubtful append settles to one truth, and play goes on."""

import asyncio
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    EVERYSEC,
    FSYNC,
    Conflict,
    Durability,
    Lease,
    Store,
    StoreState,
    StoreUnavailable,
    open_store,
)
from server.store.embedded import EmbeddedStore
from server.store.memory import MemoryStore
from tests.store.servers import Server, alive

ROOMS = 25


class Room:
    """Appends numbered entries until told to stop; settles whatever is in doubt."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.name = name
        self.acknowledged: dict[int, bytes] = {1: b"begin"}
        self.doubts = 0
        self.retries = 0

    async def play(self, done: Callable[[], bool]) -> None:
        lease = await self.begin()
        while not done():
            version = len(self.acknowledged) + 1
            entry = b"%s %d try %d" % (self.name.encode(), version, self.retries)
            if await self.stands(lease, version, entry):
                self.acknowledged[version] = entry
            else:
                self.retries += 1

    async def begin(self) -> Lease:
        while True:
            try:
                return await self.store.create(BattleId(self.name), {}, b"begin", owner="p", ttl=60)
            except Conflict:
                return await self.store.acquire(BattleId(self.name), owner="p", ttl=60)
            except StoreUnavailable:
                self.doubts += 1
                await self.store.wait_up()

    async def stands(self, lease: Lease, version: int, entry: bytes) -> bool:
        try:
            await self.store.append(lease, version, entry)
            return True
        except StoreUnavailable:
            self.doubts += 1
        while True:
            await self.store.wait_up()
            try:
                return await self.store.settle(lease, version, entry)
            except StoreUnavailable:
                await asyncio.sleep(0)

    async def check(self) -> None:
        assert await self.store.read(BattleId(self.name)) == sorted(self.acknowledged.items())


async def play_through(
    store: Store, seed: int, strike: Callable[[], None], back: Callable[[], None]
) -> list[Room]:
    """Rooms play; at a random number of appends the store is struck, and later it is back."""
    chance = random.Random(seed)
    rooms = [Room(store, f"s{seed}-{number}") for number in range(ROOMS)]
    states: list[StoreState] = []
    stop_listening = store.on_state(states.append)

    def played() -> int:
        return sum(len(room.acknowledged) for room in rooms)

    moment = ROOMS + chance.randrange(400)
    enough = moment + 300
    games = asyncio.gather(*(room.play(lambda: played() >= enough) for room in rooms))
    while played() < moment and not games.done():
        await asyncio.sleep(0)
    for _ in range(chance.randrange(8)):
        await asyncio.sleep(0)
    strike()
    while not states and not games.done():
        await asyncio.sleep(0.001)
    back()
    async with asyncio.timeout(30):
        await games
    stop_listening()
    assert not states[0].up
    assert states[0].reason
    assert states[-1].up
    assert sum(room.doubts for room in rooms) > 0
    for room in rooms:
        await room.check()
    return rooms


@pytest.mark.parametrize("durability", [FSYNC, EVERYSEC], ids=str)
async def test_killed_at_random_moments_it_keeps_every_acknowledged_entry(
    tmp_path: Path, durability: Durability
) -> None:
    store = await open_store(None, data_dir=tmp_path, durability=durability)
    assert isinstance(store, EmbeddedStore)
    played: list[Room] = []
    for seed in range(5):
        pid = store.pid
        played += await play_through(store, seed, store._process.kill, lambda: None)  # type: ignore[union-attr]
        assert store.pid not in (0, pid)
    await store.close()

    again = await open_store(None, data_dir=tmp_path, durability=durability)
    for room in played:
        room.store = again
        await room.check()
    await again.close()


async def test_an_outside_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    server = Server(appendfsync="always")
    try:
        store = await open_store(server.url, data_dir=tmp_path, durability=EVERYSEC)
        for seed in range(20, 23):
            await play_through(store, seed, server.kill, server.start)
        await store.close()
    finally:
        server.stop()


async def test_a_frozen_server_cannot_apply_later_what_was_settled_as_missing(
    tmp_path: Path,
) -> None:
    """Its socket still holds our appends when it wakes; they arrive after the answer, or before."""
    server = Server()
    try:
        store = await open_store(server.url, data_dir=tmp_path, durability=EVERYSEC, timeout=0.2)
        for seed in range(30, 34):
            await play_through(
                store,
                seed,
                lambda: server.signal(signal.SIGSTOP),
                lambda: server.signal(signal.SIGCONT),
            )
        await store.close()
    finally:
        server.stop()


@pytest.mark.parametrize("applied", [0, 7, ROOMS])
async def test_the_memory_store_plays_an_outage_by_the_same_rules(applied: int) -> None:
    store = MemoryStore()

    class Slowly(Room):
        async def stands(self, lease: Lease, version: int, entry: bytes) -> bool:
            await asyncio.sleep(0)
            return await super().stands(lease, version, entry)

    rooms = [Slowly(store, f"r{number}") for number in range(ROOMS)]
    games = asyncio.gather(*(r.play(lambda: rooms[0].acknowledged.keys() >= {40}) for r in rooms))
    while len(rooms[0].acknowledged) < 20:
        await asyncio.sleep(0)
    store.fail("the test says so", applied=applied)
    while sum(room.doubts for room in rooms) < ROOMS:
        await asyncio.sleep(0)
    store.recover()
    await games
    assert sum(room.retries for room in rooms) == ROOMS - applied
    for room in rooms:
        await room.check()


async def test_while_the_store_is_away_callers_are_told_at_once_and_learn_of_its_return(
    tmp_path: Path,
) -> None:
    server = Server()
    try:
        store = await open_store(server.url, data_dir=tmp_path, durability=EVERYSEC)
        lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
        down, up = asyncio.Event(), asyncio.Event()
        store.on_state(lambda state: (up if state.up else down).set())
        server.kill()
        await down.wait()
        with pytest.raises(StoreUnavailable) as refusal:
            await store.append(lease, 2, b"2")
        assert refusal.value.sent is False
        with pytest.raises(StoreUnavailable):
            await store.read(BattleId("b1"))
        with pytest.raises(StoreUnavailable):
            await store.ping()
        assert not store.state.up
        server.start()
        await up.wait()
        await store.append(lease, 2, b"2")
        assert await store.renew([lease], ttl=60) == []
        await store.close()
    finally:
        server.stop()


async def test_callers_that_try_again_at_once_do_not_keep_the_loss_from_being_noticed(
    embedded: EmbeddedStore,
) -> None:
    """A refused local connection fails without a pause, so this loop could starve all others."""
    states: list[StoreState] = []
    embedded.on_state(states.append)
    pid = embedded.pid
    os.kill(pid, signal.SIGKILL)
    while alive(pid):
        pass  # the event loop must not learn of it here
    async with asyncio.timeout(60):
        while not states:
            try:
                await embedded.read(BattleId("b1"))
            except StoreUnavailable:
                await embedded.wait_up()
        await embedded.wait_up()
    assert not states[0].up
    assert await embedded.read(BattleId("b1")) == []
