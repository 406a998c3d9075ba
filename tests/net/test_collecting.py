"""Cycles are looked for while nobody waits; what is found is measured here by one of our own."""

import asyncio
import gc
import os
import weakref
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from server.process.app import serve
from server.process.garbage import (
    QUIET,
    QUIET_FOR_ROUND,
    ROUND_AT_LAST,
    ROUND_EVERY,
    SLICE_AT_LAST,
    SLICE_EVERY,
    YOUNG,
    GarbageCollection,
)
from server.settings import Settings
from tests.net.serve_micro import MICRO
from tests.service.clocks import ManualClock

LOOKS = 2.0  # seconds in which it looks at least once more


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def knot() -> "weakref.ref[Knot]":
    return weakref.ref(Knot())


def idle() -> int:
    return 7


def busy() -> Callable[[], int]:
    """A count that never stands still."""
    return count().__next__


Begin = Callable[[Callable[[], int]], ManualClock]


@pytest.fixture
def begin() -> Iterator[Begin]:
    begun: list[GarbageCollection] = []

    def start(handled: Callable[[], int]) -> ManualClock:
        clock = ManualClock()
        begun.append(GarbageCollection(clock, handled))
        begun[0].begin()
        return clock

    yield start
    begun[0].end()


async def test_a_quiet_server_collects_soon(begin: Begin) -> None:
    clock = begin(idle)
    tied = knot()
    assert tied() is not None
    await clock.advance(SLICE_EVERY + QUIET + LOOKS)
    assert tied() is None


async def test_a_busy_server_waits_for_quiet_but_not_for_ever(begin: Begin) -> None:
    clock = begin(busy())
    tied = knot()
    await clock.advance(SLICE_EVERY + QUIET + LOOKS)
    assert tied() is not None
    await clock.advance(SLICE_AT_LAST - SLICE_EVERY)
    assert tied() is None


async def test_a_slice_looks_only_at_what_is_new(begin: Begin) -> None:
    """Given much that lives and has been looked at once, then a later slice leaves it aside: its
    pause does not grow with what lives."""
    clock = begin(idle)
    living = [[number] for number in range(1000)]
    await clock.advance(SLICE_EVERY + QUIET + LOOKS)
    assert not any(gc.is_tracked(one) and one in _looked_at() for one in living[:3])


async def test_a_round_finds_what_was_put_aside_while_it_was_in_use(begin: Begin) -> None:
    clock = begin(idle)
    used: Knot | None = Knot()
    tied = weakref.ref(used)
    await clock.advance(SLICE_EVERY + QUIET + LOOKS)
    used = None
    await clock.advance(SLICE_EVERY + QUIET + LOOKS)
    assert tied() is not None
    await clock.advance(ROUND_EVERY + QUIET_FOR_ROUND + LOOKS)
    assert tied() is None


async def test_a_round_comes_in_the_end_also_where_it_is_never_quiet(begin: Begin) -> None:
    clock = begin(busy())
    used: Knot | None = Knot()
    tied = weakref.ref(used)
    await clock.advance(SLICE_AT_LAST + QUIET + LOOKS)
    used = None
    await clock.advance(ROUND_AT_LAST + QUIET_FOR_ROUND + LOOKS)
    assert tied() is None


async def test_the_collector_is_left_as_it_was() -> None:
    before = gc.get_threshold()
    collecting = GarbageCollection(ManualClock(), idle)
    collecting.begin()
    assert gc.get_threshold() != before
    collecting.end()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def _looked_at() -> list[object]:
    return [one for number in range(3) for one in gc.get_objects(number)]


async def test_a_server_that_serves_looks_after_the_collector() -> None:
    """Given a server, from when it serves to its end what the start has made is put aside and old
    objects are looked at by us alone; afterwards the collector is as it was."""
    before, told = gc.get_threshold(), asyncio.get_running_loop().create_future()
    life, end = os.pipe()
    settings = Settings(store="memory://", port=0)
    work = serve(settings, setups=[MICRO], bots={}, ready=told.set_result, life=life)
    serving = asyncio.create_task(work)
    async with asyncio.timeout(30):
        await told
        while gc.get_threshold() != YOUNG:
            await asyncio.sleep(0)
        assert gc.get_freeze_count() > 0
        os.close(end)
        assert await serving == 0
    os.close(life)
    assert gc.get_threshold() == before
