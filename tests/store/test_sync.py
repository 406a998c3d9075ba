"""Level everysec: the append-only files go to the disk once a second."""

import asyncio
from pathlib import Path

import pytest

from server.store import (
    EVERYSEC,
    open_store,
)
from server.store.embedded import EmbeddedStore, sync
from server.store.embedded.sync import sync_files


async def test_the_append_only_files_are_what_a_sync_reaches(embedded: EmbeddedStore) -> None:
    folder = embedded._data.path
    assert sync_files(folder) == len(list(folder.rglob("*.aof"))) > 0
    assert sync_files(folder / "nowhere") == 0


async def test_level_everysec_syncs_again_and_again_and_survives_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: asyncio.Queue[Path] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def failing(data: Path) -> int:
        loop.call_soon_threadsafe(calls.put_nowait, data)
        raise OSError(5, "the disk is ill")

    monkeypatch.setattr(sync, "PERIOD", 0.01)
    monkeypatch.setattr(sync, "sync_files", failing)
    store = await open_store(None, data_dir=tmp_path, durability=EVERYSEC)
    async with asyncio.timeout(60):
        assert [await calls.get() for _ in range(3)] == [tmp_path] * 3
    await store.close()
