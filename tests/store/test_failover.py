"""A primary that dies while it is written to: with replicas=1 nothing acknowledged is lost."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    Durability,
    Store,
    StoreState,
    keys,
    open_store,
)
from tests.store.cluster import SHARDS, Cluster
from tests.store.sentinels import Watched
from tests.store.writers import Writers

NOWHERE = Path("unused")


ONE_REPLICA = Durability.parse("replicas=1")


BATTLES = 12


pytestmark = pytest.mark.slow


async def opened(url: str) -> Store:
    return await open_store(url, data_dir=NOWHERE, durability=ONE_REPLICA)


@pytest.fixture
def replicated() -> Iterator[Cluster]:
    """A cluster whose three shards have two replicas each."""
    running = Cluster(replicas=2, node_timeout_ms=2000)
    yield running
    running.stop()


class States:
    """What a store said of itself."""

    def __init__(self, store: Store) -> None:
        self.all = [True]
        store.on_state(self._heard)

    def _heard(self, state: StoreState) -> None:
        if state.up != self.all[-1]:
            self.all.append(state.up)


async def test_the_next_primary_has_everything_when_sentinels_replace_one_killed_under_load(
    watched: Watched,
) -> None:
    """Given battles that are written and followed, when the primary is killed with kill -9, then
    the writers go on at the next one by themselves, and every journal has each acknowledged entry
    once; the old primary, come back as a stale one, changes nothing."""
    store = await opened(watched.url)
    states, heard = States(store), asyncio.Queue[bytes | None]()
    stop = store.fleet.follow(BattleId("b0"), heard.put_nowait)
    writers = await Writers.begin(store, BATTLES)
    try:
        await writers.go_on()
        old = watched.primary()
        await asyncio.to_thread(old.kill)
        await writers.go_on()
        await asyncio.to_thread(old.start)
        await writers.go_on()
        assert watched.failovers() > 0
        await writers.check(store)
        assert states.all[:3] == [True, False, True]
        told = [heard.get_nowait() for _ in range(heard.qsize())]
        assert told.count(None) >= 2, "who follows is told that something may be missing"
    finally:
        await writers.stop()
        stop()
        await store.close()


async def test_one_shard_fails_over_while_the_others_go_on(replicated: Cluster) -> None:
    """Given battles in all shards, when one shard's primary is killed, then the battles of the
    others are written on at once, its own after its replica has taken over, and nothing is lost."""
    store = await opened(replicated.url)
    writers = await Writers.begin(store, BATTLES)
    try:
        await writers.go_on()
        owners = {one: replicated.owner(keys.of(one, "log")) for one in writers.acknowledged}
        assert len({owner.port for owner in owners.values()}) == SHARDS
        victim = owners[BattleId("b0")]
        others = [one for one, owner in owners.items() if owner is not victim]
        await asyncio.to_thread(victim.kill)
        stood = writers.acknowledged[BattleId("b0")]
        await writers.go_on(5, *others)
        assert writers.acknowledged[BattleId("b0")] <= stood + 1
        await writers.go_on()
        await writers.check(store)
        assert sorted(await store.battles()) == sorted(owners)
    finally:
        await writers.stop()
        await store.close()
