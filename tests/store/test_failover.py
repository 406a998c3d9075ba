"""A primary that dies while it is written to: with replicas=1 nothing acknowledged is lost."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store import keys
from server.store.base import Store, StoreState
from server.store.durability import Durability
from server.store.errors import StoreRefused, StoreUnavailable
from server.store.open import open_store
from tests.store.cluster import SHARDS, Cluster
from tests.store.sentinels import SERVICE, Watched
from tests.store.servers import PASSWORD, Server, free_port
from tests.store.writers import PATIENCE, Writers

NOWHERE = Path("unused")
ONE_REPLICA = Durability.parse("replicas=1")
BATTLES = 12

pytestmark = pytest.mark.slow


async def opened(url: str) -> Store:
    return await open_store(url, data_dir=NOWHERE, durability=ONE_REPLICA)


@pytest.fixture
def watched() -> Iterator[Watched]:
    """A primary with two replicas and three sentinels."""
    running = Watched(replicas=2, down_after_ms=1500, password=PASSWORD)
    yield running
    running.stop()


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
    stop = store.fleet.follow("b0", heard.put_nowait)
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


async def test_a_primary_that_stands_still_is_left_for_the_next_one(watched: Watched) -> None:
    """Given a primary that is stopped and keeps its connections, when the sentinels have replaced
    it, then the writers leave it; when it wakes, what it had been told last counts nowhere."""
    store = await opened(watched.url)
    writers = await Writers.begin(store, BATTLES)
    old = watched.primary()
    try:
        await writers.go_on()
        old.signal(signal.SIGSTOP)
        await writers.go_on()
        old.signal(signal.SIGCONT)
        await writers.go_on()
        await writers.check(store)
    finally:
        old.signal(signal.SIGCONT)
        await writers.stop()
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
        victim = owners["b0"]
        others = [one for one, owner in owners.items() if owner is not victim]
        await asyncio.to_thread(victim.kill)
        stood = writers.acknowledged["b0"]
        await writers.go_on(5, *others)
        assert writers.acknowledged["b0"] <= stood + 1
        await writers.go_on()
        await writers.check(store)
        assert sorted(await store.battles()) == sorted(owners)
    finally:
        await writers.stop()
        await store.close()


async def test_sentinels_that_do_not_help_are_one_clear_sentence(clean_server: Server) -> None:
    port = free_port()
    with pytest.raises(StoreUnavailable, match=f"no sentinel of 127.0.0.1:{port} knows") as refusal:
        await opened(f"redis+sentinel://:hunter2@127.0.0.1:{port}/{SERVICE}")
    assert "hunter2" not in str(refusal.value)


async def test_the_sentinels_word_is_followed_for_the_service_that_is_named(
    watched: Watched,
) -> None:
    with pytest.raises(StoreUnavailable, match="a primary of another"):
        await opened(watched.url.replace(SERVICE, "another"))
    with pytest.raises(StoreRefused):
        await opened(watched.url.replace(watched.servers[0].word, ":wrong@"))
    store = await opened(watched.url + "/3")
    async with asyncio.timeout(PATIENCE):
        await store.create("b1", {}, b"1", owner="a", ttl=60)
    with watched.primary().client() as client:
        client.select(3)
        assert client.xlen("hw:{b1}:log") == 1
    await store.close()
