"""The embedded store's directories: one process at a time, a private folder for the socket."""

import asyncio
import os
import shutil
import signal
import stat
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    EVERYSEC,
    DataInUse,
    StoreFailed,
    StoreFull,
    StoreUnavailable,
    open_store,
)
from server.store.embedded import EmbeddedStore
from server.store.embedded import store as store_module
from server.store.embedded.data_directory import DataDir
from tests.store.holding import finish, holder


async def test_a_second_process_on_the_same_data_is_refused(tmp_path: Path) -> None:
    child, pid, runtime = holder(tmp_path)
    try:
        with pytest.raises(DataInUse) as refusal:
            await open_store(None, data_dir=tmp_path)
        assert str(tmp_path) in str(refusal.value)
        assert str(child.pid) in str(refusal.value)
    finally:
        await finish(child, pid, runtime)


async def test_a_second_process_is_refused_even_where_the_lock_file_was_deleted(
    tmp_path: Path,
) -> None:
    """Given a store in use, when somebody deletes its lock file, and its holder is killed as well,
    then as long as its program lives no second one writes the same append-only file."""
    child, pid, runtime = holder(tmp_path)
    os.kill(pid, signal.SIGSTOP)  # the program outlives its parent for as long as we like
    try:
        (tmp_path / "lock").unlink()
        with pytest.raises(DataInUse, match=str(tmp_path)):
            await open_store(None, data_dir=tmp_path)
        child.kill()
        child.communicate()
        (tmp_path / "lock").unlink()
        with pytest.raises(DataInUse, match=str(tmp_path)):
            await open_store(None, data_dir=tmp_path)
    finally:
        os.kill(pid, signal.SIGCONT)
        await finish(child, pid, runtime)
    store = await open_store(None, data_dir=tmp_path)
    assert await store.battles() == ["held"]
    await store.close()


async def test_it_comes_back_when_its_socket_folder_was_swept(tmp_path: Path) -> None:
    """Given a store in use, when its socket's folder is deleted, as by whatever cleans temporary
    files, then it comes back by itself with everything, its folder as private as before."""
    store = await EmbeddedStore.start(tmp_path, EVERYSEC)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=60)
    for version in (2, 3):
        shutil.rmtree(store._data.runtime)
        async with asyncio.timeout(30):
            while not Path(store._data.socket).exists():
                await asyncio.sleep(0.01)
            while True:
                await store.wait_up()
                try:
                    if not await store.settle(lease, version, b"%d" % version):
                        await store.append(lease, version, b"%d" % version)
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.01)
        assert stat.S_IMODE(store._data.runtime.stat().st_mode) == 0o700
    assert [entry for _, entry in await store.read(BattleId("b1"))] == [b"1", b"2", b"3"]
    await store.close()


async def test_a_folder_of_somebody_else_in_the_place_of_the_swept_one_is_not_used(
    tmp_path: Path,
) -> None:
    data = DataDir.claim(tmp_path)
    shutil.rmtree(data.runtime)
    data.runtime.mkdir(mode=0o700)
    data.runtime.chmod(0o777)
    with pytest.raises(StoreFailed, match="not ours alone"):
        data.make_place()
    data.release()


async def test_a_disk_without_room_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "LEAST_ROOM", 1 << 60)
    with pytest.raises(StoreFull, match="KiB left"):
        await open_store(None, data_dir=tmp_path / "data")
    monkeypatch.undo()
    store = await open_store(None, data_dir=tmp_path / "data")
    await store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_directory_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreFailed, match="Permission denied"):
        await open_store(None, data_dir=tmp_path / "data")


async def test_a_file_in_the_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a directory")
    with pytest.raises(StoreFailed, match="cannot be used"):
        await open_store(None, data_dir=tmp_path / "data")
