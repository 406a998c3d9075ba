"""An outside server that a test may maltreat, and what it says."""

from pathlib import Path

from server.store import (
    EVERYSEC,
    Durability,
    Store,
    StoreError,
    open_store,
)

NOWHERE = Path("unused")


async def opened(url: str, durability: Durability = EVERYSEC, timeout: float = 10) -> Store:
    return await open_store(url, data_dir=NOWHERE, durability=durability, timeout=timeout)


def one_line(error: StoreError, *words: str) -> None:
    text = str(error)
    assert "\n" not in text
    assert len(text) < 200
    for word in words:
        assert word in text
