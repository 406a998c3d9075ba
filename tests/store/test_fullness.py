"""A full store is told of once, and probed until it has room again."""

import asyncio

import pytest

from server.store import StoreUnavailable
from server.store.redis.fullness import Fullness
from server.store.redis.mux import ErrorReply

FULL = ErrorReply("OOM command not allowed when used memory > 'maxmemory'.")


class Probed:
    """A store that answers probes with these errors, one after the other, and then takes writes."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.probes = list(errors), 0
        self.told: list[str] = []
        self.over = asyncio.Event()
        self.fullness = Fullness(self.write, self.changed)

    async def write(self) -> None:
        self.probes += 1
        if self.errors:
            raise self.errors.pop(0)

    def changed(self, why: str) -> None:
        self.told.append(why)
        if not why:
            self.over.set()

    async def has_room_again(self) -> None:
        async with asyncio.timeout(10):
            await self.over.wait()
        await self.fullness.close()


async def test_a_store_that_fills_up_is_told_of_once_and_again_when_it_has_room() -> None:
    store = Probed()
    for _ in range(3):
        store.fullness.note("no space left")
    assert store.fullness.why == "the store cannot write any more: no space left"
    assert store.told == [store.fullness.why]
    await store.has_room_again()
    assert (store.told[-1], store.fullness.why, store.probes) == ("", "", 1)


@pytest.mark.parametrize(
    ("error", "probes"),
    [
        (FULL, 2),
        (StoreUnavailable("it is away"), 2),
        (ErrorReply("MOVED 42 10.0.0.1:6379"), 1),
        (ErrorReply("ERR something else"), 1),
    ],
    ids=["full", "away", "moved", "other"],
)
async def test_it_is_probed_until_its_answer_says_nothing_against_room(
    error: Exception, probes: int
) -> None:
    """Given that answer to the first probe, then so many are made."""
    store = Probed(error)
    store.fullness.note("no space left")
    await store.has_room_again()
    assert store.probes == probes


async def test_what_is_closed_probes_no_more() -> None:
    store = Probed(*[FULL] * 9)
    store.fullness.note("no space left")
    await store.fullness.close()
    assert store.told == [store.fullness.why]
