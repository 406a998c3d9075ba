"""Which store a setting opens."""

from pathlib import Path

import pytest

from server.store import StoreUnavailable, open_store
from server.store.embedded import EmbeddedStore
from server.store.memory import MemoryStore
from server.store.redis import RedisStore
from tests.store.servers import Server, free_port


async def test_memory_is_opened_by_its_name(tmp_path: Path) -> None:
    assert isinstance(await open_store("memory://", data_dir=tmp_path), MemoryStore)


@pytest.mark.parametrize("setting", [None, "", "embedded"])
async def test_without_a_setting_the_private_store_in_the_data_directory_is_opened(
    setting: str | None, tmp_path: Path
) -> None:
    store = await open_store(setting, data_dir=tmp_path / "data")
    assert isinstance(store, EmbeddedStore)
    assert (tmp_path / "data" / "lock").exists()
    await store.close()


async def test_an_address_opens_the_server_there_and_no_data_directory(
    clean_server: Server, tmp_path: Path
) -> None:
    store = await open_store(clean_server.url, data_dir=tmp_path / "data")
    assert isinstance(store, RedisStore)
    assert not (tmp_path / "data").exists()
    await store.close()


@pytest.mark.parametrize("setting", ["memory", "http://x", "memory://more"])
async def test_a_setting_that_makes_no_sense_is_refused(setting: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a store is embedded, memory://"):
        await open_store(setting, data_dir=tmp_path)


@pytest.mark.parametrize("kind", ["redis", "redis+sentinel", "redis+cluster"])
async def test_a_server_that_is_not_there_is_said_to_be_away(kind: str, tmp_path: Path) -> None:
    setting = f"{kind}://127.0.0.1:{free_port()}" + ("/main" if "sentinel" in kind else "")
    with pytest.raises(StoreUnavailable):
        await open_store(setting, data_dir=tmp_path, timeout=1)
