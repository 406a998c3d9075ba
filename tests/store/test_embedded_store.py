"""The embedded store's process: private, one per data directory, ended with its parent."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    EVERYSEC,
    FSYNC,
    Durability,
    StoreFailed,
    StoreFormat,
    open_store,
)
from server.store.embedded import EmbeddedStore
from tests.store.servers import alive


async def test_everything_is_found_again_at_the_next_start(tmp_path: Path) -> None:
    first = await open_store(None, data_dir=tmp_path)
    lease = await first.create(BattleId("b1"), {"seed": b"s"}, b"1", owner="a", ttl=3600)
    await first.append(lease, 2, b"2")
    await first.put_snapshot(lease, 2, b"state")
    await first.put("table", "t1", b"a table")
    await first.close()

    second = await open_store(None, data_dir=tmp_path)
    assert await second.battles() == ["b1"]
    assert await second.read(BattleId("b1")) == [(1, b"1"), (2, b"2")]
    assert await second.meta(BattleId("b1")) == {"seed": b"s"}
    assert await second.snapshot(BattleId("b1")) == (2, b"state")
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


async def test_a_newer_format_is_refused_and_the_data_stay(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    assert isinstance(store, EmbeddedStore)
    await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await store._client.command("SET", "hw:format", "7")
    await store.close()
    with pytest.raises(StoreFormat, match="format 7"):
        await open_store(None, data_dir=tmp_path)
    with pytest.raises(StoreFormat, match="format 7"):
        await open_store(None, data_dir=tmp_path)


async def test_damaged_data_are_named_and_left_alone(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
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
    assert len(await again.read(BattleId("b1"))) == 49
    await again.close()


async def test_a_torn_last_write_costs_only_what_was_never_acknowledged(tmp_path: Path) -> None:
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"acknowledged")
    await store.close()
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as tail:
        tail.write(b"*5\r\n$4\r\nXADD\r\n$11\r\nhw:{b1}:lo")
    again = await open_store(None, data_dir=tmp_path)
    assert await again.read(BattleId("b1")) == [(1, b"1"), (2, b"acknowledged")]
    await again.close()


@pytest.mark.parametrize("torn", [b"", b"*5\r\n$4\r\nXADD\r\n$11\r\nhw:{b1}:lo"], ids=["", "torn"])
@pytest.mark.parametrize("zeros", [1, 200_000])
async def test_zeros_behind_the_end_after_a_power_loss_are_cut_and_a_copy_is_kept(
    tmp_path: Path, torn: bytes, zeros: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a file that ends in zeros, as a loss of power leaves it, then the store starts with all
    that was acknowledged, says what was cut, and keeps a copy of the file as it was."""
    store = await open_store(None, data_dir=tmp_path)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=3600)
    await store.append(lease, 2, b"acknowledged")
    await store.close()
    [file] = (tmp_path / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as tail:
        tail.write(torn + bytes(zeros))
    damaged = file.read_bytes()
    again = await open_store(None, data_dir=tmp_path)
    assert await again.read(BattleId("b1")) == [(1, b"1"), (2, b"acknowledged")]
    await again.append(lease, 3, b"and on")
    await again.close()
    [copy] = (tmp_path / "damaged").iterdir()
    assert copy.read_bytes() == damaged
    said = [line for line in capsys.readouterr().out.splitlines() if "store.file_" in line]
    assert f"zeros_cut={zeros}" in said[0]
    assert len(said) == (2 if torn else 1)  # the torn entry is the program's to cut, and said, too
    last = await open_store(None, data_dir=tmp_path)
    assert len(await last.read(BattleId("b1"))) == 3
    await last.close()


async def test_a_file_that_is_shortened_under_the_running_program_is_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a store in use, when somebody shortens its file, then that is said, and everything is
    written anew from memory: nothing is missing at the next start."""
    store = await EmbeddedStore.start(tmp_path, EVERYSEC)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=3600)
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
    assert len(await again.read(BattleId("b1"))) == 60
    await again.close()


async def test_it_has_no_replicas(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no replicas"):
        await open_store(None, data_dir=tmp_path, durability=Durability.parse("replicas=1"))
