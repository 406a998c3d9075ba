"""The open connections to each primary of a store that is several servers."""

import signal
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from server.store.interface import StoreState, StoreUnavailable
from server.store.redis import Address
from server.store.routed.shards import Shards
from server.store.routed.topology import Topology
from tests.simulator.loop import Loop
from tests.store.sentinels import Watched
from tests.store.test_failover import BATTLES, opened
from tests.store.writers import Writers


@pytest.mark.slow
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


class Lost(Topology):
    """A primary that no look finds again. `looks` are the times at which there was one."""

    name = "lost"

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.looks: list[float] = []

    async def look(self) -> None:
        self.looks.append(self._loop.time())

    def primaries(self) -> dict[str, Address]:
        return {"a": Address.parse("redis://127.0.0.1:1")}

    def of(self, key: str) -> str:
        return "a"

    async def close(self) -> None: ...


class Server:
    """A server that is there once."""

    state = StoreState(up=True)

    def __init__(self, *, is_there: bool) -> None:
        self._is_there = is_there

    async def open(self) -> None:
        if not self._is_there:
            raise StoreUnavailable("refused", sent=False)

    def on_state(self, hear: Callable[[StoreState], None]) -> None:
        self.lose = partial(hear, StoreState(up=False, reason="gone"))

    async def close(self) -> None: ...


def test_a_lost_primary_is_looked_for_less_and_less_often() -> None:
    """Given a primary that is lost for good, then the pauses between two looks double, up to half a
    second."""
    loop, primary = Loop(), Server(is_there=True)
    topology, made = Lost(loop), [primary]
    create: Any = lambda _: made.pop() if made else Server(is_there=False)  # noqa: E731
    shards = Shards(topology, create, lambda _: None)
    loop.run_until(0.0, loop.create_task(shards.open()).done)
    loop.call_soon(lambda: primary.lose())
    topology.looks.clear()
    loop.run_until(loop.time() + 2.0)
    pauses = [round(after - before, 3) for before, after in pairwise(topology.looks)]
    assert pauses[:7] == [0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.5]
    loop.run_until(3.0, loop.create_task(shards.close()).done)
