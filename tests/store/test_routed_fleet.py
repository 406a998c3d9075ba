"""The mailbox of a process whose primary is replaced: no message is passed over."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from server.store.interface import StoreUnavailable
from server.store.memory import MemoryStore
from server.store.routed.fleet import RoutedFleet


async def test_a_new_primary_is_asked_for_everything_even_if_its_first_answer_is_lost() -> None:
    """Given a primary whose marks lie behind the old one's, and that is away at the first read,
    then the next read still asks it for everything."""
    old, new = MemoryStore(), MemoryStore()
    here = [old]

    async def at(_key: str, ask: Callable[[Any], Awaitable[Any]]) -> Any:
        return await ask(here[-1])

    fleet = RoutedFleet(shards=None, at=at)  # type: ignore[arg-type]
    for message in (b"1", b"2"):
        await old.fleet.send("a", message)
    mark = (await fleet.messages("a"))[-1][0]
    await new.fleet.send("a", b"3")
    here.append(new)
    new.fail()
    with pytest.raises(StoreUnavailable):
        await fleet.messages("a", mark)
    new.recover()
    assert [message for _, message in await fleet.messages("a", mark)] == [b"3"]
