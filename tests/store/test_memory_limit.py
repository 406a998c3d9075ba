"""The embedded store has a limit of memory, and throws nothing away to stay below it."""

import os
from pathlib import Path
from typing import Any

from server.store import EVERYSEC
from server.store.embedded import EmbeddedStore
from server.store.embedded.memory_limit import LEAST, half_of_memory


async def test_the_embedded_store_may_take_half_of_the_memory_and_gives_nothing_up(
    tmp_path: Path,
) -> None:
    """Given no setting, then the limit is half of what there is, at least 256 MiB, and a store at
    its limit refuses writes."""
    store = await EmbeddedStore.start(tmp_path / "data", EVERYSEC)
    limit, policy = await said(store, "maxmemory"), await said(store, "maxmemory-policy")
    await store.close()
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert int(limit) == half_of_memory()
    assert LEAST <= int(limit) <= max(LEAST, whole // 2)
    assert policy == "noeviction"


async def said(store: EmbeddedStore, setting: str) -> str:
    found: Any = await store._client.command("CONFIG GET", setting)
    value = found.popitem()[1]
    return value.decode() if isinstance(value, bytes) else value
