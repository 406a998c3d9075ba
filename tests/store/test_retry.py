"""Work that is repeated until the store is back."""

import asyncio

import pytest

from server.store import Conflict, StoreUnavailable, outlast, outlast_briefly
from server.store.interface.retry import SHORT, TRIES
from server.store.memory import MemoryStore
from tests.service.clocks import ManualClock, breathe


class Failing:
    """Work that fails so many times, each time by this error."""

    def __init__(self, times: int, fault: Exception) -> None:
        self.left, self.fault, self.tries = times, fault, 0

    async def __call__(self) -> str:
        self.tries += 1
        if self.left:
            self.left -= 1
            raise self.fault
        return "done"


AWAY = StoreUnavailable("away")


async def test_work_is_done_again_after_a_pause_each_time() -> None:
    clock = ManualClock()
    work = Failing(2, AWAY)
    task = asyncio.ensure_future(outlast(MemoryStore(clock.now), clock, work, pause=0.5))
    await breathe()
    assert work.tries == 1
    await clock.advance(0.4)
    assert work.tries == 1
    await clock.advance(0.7)
    assert (work.tries, await task) == (3, "done")


async def test_an_error_that_does_not_pass_is_raised_at_once() -> None:
    clock = ManualClock()
    work = Failing(1, Conflict("table t1", 1, 2))
    with pytest.raises(Conflict):
        await outlast(MemoryStore(clock.now), clock, work)
    assert work.tries == 1


async def test_errors_that_the_caller_names_are_outlasted_too() -> None:
    clock = ManualClock()
    work = Failing(1, Conflict("table t1", 1, 2))
    task = asyncio.ensure_future(
        outlast(MemoryStore(clock.now), clock, work, again=(Conflict,), pause=0.1)
    )
    await clock.advance(0.2)
    assert await task == "done"


async def test_a_start_gives_up_on_a_store_that_comes_and_goes() -> None:
    clock = ManualClock()
    work = Failing(TRIES + 5, AWAY)
    task = asyncio.ensure_future(outlast_briefly(MemoryStore(clock.now), clock, work))
    for _ in range(TRIES):
        await clock.advance(0.1)
    with pytest.raises(StoreUnavailable):
        await task
    assert work.tries == TRIES
    assert SHORT > 0
