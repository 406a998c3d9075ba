"""Going on when the store is back: the one way in which rooms wait for it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.rooms.clock import Clock
from server.store.base import Store
from server.store.errors import PASSING, StoreUnavailable

T = TypeVar("T")

AGAIN_AFTER = 0.1  # seconds; a store may refuse at once what it refused before, as a full one does

SHORT = 2.0  # seconds that an outage may last for `outlast_briefly`; a cut connection takes a tenth
TRIES = 50


async def until_back(store: Store, clock: Clock, pause: float = AGAIN_AFTER) -> None:
    """Return when it is worth trying again what the store could not do a moment ago."""
    await store.wait_up()
    await clock.sleep(pause)


async def outlast(
    store: Store,
    clock: Clock,
    work: Callable[[], Awaitable[T]],
    *,
    again: tuple[type[Exception], ...] = PASSING,
) -> T:
    """Do something however long the store is away: again after each error of `again`.

    Raises every other error of `work`.
    """
    while True:
        try:
            return await work()
        except again:
            await until_back(store, clock)


async def outlast_briefly(store: Store, clock: Clock, work: Callable[[], Awaitable[T]]) -> T:
    """Do something at a server's start, again after each short outage of the store.

    Raises StoreUnavailable where an outage lasts, or nothing comes of it however often it is tried:
    the start is then begun anew, by who listens to orders to stop meanwhile. Raises every other
    error of `work`.
    """
    for _ in range(TRIES - 1):
        try:
            return await work()
        except StoreUnavailable as fault:
            try:
                async with asyncio.timeout(SHORT):
                    await until_back(store, clock)
            except TimeoutError:
                raise fault from None
    return await work()
