"""Coroutines run to their end, one after the other, in one event loop for the whole process."""

import asyncio
import atexit
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def _runner() -> asyncio.Runner:
    # Made in the process that fuzzes, after the fork that it is: a loop belongs to one process.
    found = asyncio.Runner(loop_factory=asyncio.new_event_loop)
    atexit.register(found.close)
    return found


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine comes to."""
    return _runner().run(coroutine)
