"""How much room there is still, as `/metrics` tells it."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from server.net.telemetry import FreeSpace, Metrics
from server.net.telemetry.free_space import free_share
from server.net.telemetry.worker_metrics import together
from server.store import EVERYSEC, Store, StoreUnavailable, open_store
from server.store.memory import MemoryStore
from tests.net.conftest import Serve
from tests.net.test_admin import ask
from tests.store.servers import Server as StoreServer

MIB = 1 << 20


class Usage(NamedTuple):
    total: int
    used: int
    free: int


async def looked(store: Store, folder: Path) -> Metrics:
    metrics = Metrics()
    await FreeSpace(store, folder, metrics).look()
    return metrics


async def test_the_share_of_the_stores_memory_that_is_free_falls_as_it_fills(
    tmp_path: Path,
) -> None:
    """Given a store with a limit, when most of it is filled, then the figure that the alert goes by
    says so; a store without a limit has all its room."""
    server = StoreServer(maxmemory=str(32 * MIB), appendonly="no", maxmemory_policy="noeviction")
    store = await open_store(server.url, data_dir=tmp_path, durability=EVERYSEC)
    before = (await looked(store, tmp_path)).value("store_memory_free_ratio")
    with server.client() as client:
        for number in range(26):
            client.set(f"filler-{number}", b"x" * MIB)
    after = (await looked(store, tmp_path)).value("store_memory_free_ratio")
    with server.client() as client:
        client.config_set("maxmemory", 0)
    boundless = (await looked(store, tmp_path)).value("store_memory_free_ratio")
    await store.close()
    server.stop()
    assert 0.6 < before < 1
    assert 0 <= after < 0.2
    assert boundless == 1


async def test_the_share_of_the_disk_that_is_free_is_that_of_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk with a tenth free, then that is told, also before the directory is made; a
    directory that cannot be asked has no room."""
    asked = []

    def usage(place: Path) -> Usage:
        asked.append(place)
        if not place.exists():
            raise FileNotFoundError(place)
        return Usage(1000, 900, 100)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    metrics = await looked(MemoryStore(), tmp_path / "not" / "yet")
    assert metrics.value("data_free_ratio") == 0.1
    assert asked[-1] == tmp_path

    def broken(place: Path) -> Usage:
        raise PermissionError(place)

    monkeypatch.setattr(shutil, "disk_usage", broken)
    assert free_share(tmp_path) == 0


async def test_a_store_that_is_away_leaves_the_last_figure(tmp_path: Path) -> None:
    class Away(MemoryStore):
        async def memory(self) -> tuple[int, int]:
            raise StoreUnavailable("away")

    metrics = Metrics()
    metrics.store_memory_free.set(0.5)
    await FreeSpace(Away(), tmp_path, metrics).look()
    assert metrics.value("store_memory_free_ratio") == 0.5


async def test_a_server_shows_both_figures_and_of_several_workers_the_smallest(
    serve: Serve, tmp_path: Path
) -> None:
    server = await serve(data=str(tmp_path))
    shown = (await ask(server, "/metrics")).body
    for name in (b"hexwarden_store_memory_free_ratio", b"hexwarden_data_free_ratio"):
        assert b"\n" + name + b" " in shown
    texts = []
    for share in (0.75, 0.25):
        metrics = Metrics()
        metrics.store_memory_free.set(share)
        texts.append(metrics.show())
    assert b"\nhexwarden_store_memory_free_ratio 0.25\n" in together(texts)
