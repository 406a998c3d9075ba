"""Repeat work until the store is back: the one way in which everything waits for it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.runtime import Clock
from server.store.interface.errors import PASSING, StoreUnavailable
from server.store.interface.store import Store

T = TypeVar("T")

AGAIN_AFTER = 0.1
"""Seconds between two tries. Without a pause a store that is up but full, which refuses at once,
would be asked in a tight loop.
"""

SHORT = 2.0
"""Seconds that an outage may last for `outlast_briefly`; a cut connection is back after 0.1 s."""
TRIES = 50
"""Tries of `outlast_briefly`: a store that comes and goes must not keep a start for ever."""


async def until_back(store: Store, clock: Clock, pause: float = AGAIN_AFTER) -> None:
    """Wait until the store can be reached and `pause` seconds more; then the caller tries again."""
    await store.wait_up()
    await clock.sleep(pause)


async def outlast(
    store: Store,
    clock: Clock,
    work: Callable[[], Awaitable[T]],
    *,
    again: tuple[type[Exception], ...] = PASSING,
    pause: float = AGAIN_AFTER,
) -> T:
    """Return what `work` returns, however long the store is away.

    `work` is run again after each error of `again`, `pause` seconds after the store is back, so it
    must be harmless to run twice. Raises every other error of `work`.
    """
    while True:
        try:
            return await work()
        except again:
            await until_back(store, clock, pause)


async def outlast_briefly(store: Store, clock: Clock, work: Callable[[], Awaitable[T]]) -> T:
    """Return what `work` returns, at a server's start, waiting out outages of up to SHORT s.

    Raises StoreUnavailable after a longer outage, or after TRIES tries: the caller begins the start
    anew, and obeys an order to stop meanwhile. Raises every other error of `work`.
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
