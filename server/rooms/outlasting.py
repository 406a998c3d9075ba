"""Going on when the store is back: the one way in which rooms wait for it."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.rooms.clock import Clock
from server.store.base import Store
from server.store.errors import PASSING

T = TypeVar("T")

AGAIN_AFTER = 0.1  # seconds; a store may refuse at once what it refused before, as a full one does


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
