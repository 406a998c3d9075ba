"""A disk without room, played by a limit on the size of the program's files."""

import asyncio
import resource
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import EVERYSEC, FSYNC, Lease, StoreFull, StoreState, StoreUnavailable, open_store
from server.store.embedded import EmbeddedStore
from server.store.embedded import store as embedded_module
from server.store.embedded.program import find_program

pytestmark = pytest.mark.skipif(
    not hasattr(resource, "prlimit"),
    reason="limits of another process cannot be set here",
)
ENTRY = b"e" * 500


@pytest.fixture
def switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """While this file exists, a store program that starts may write 8 KiB to a file, not more."""
    flag = tmp_path / "full"
    flag.touch()
    program = tmp_path / "limited-server"
    program.write_text(
        f"#!/bin/sh\n[ -e {flag} ] && ulimit -S -f 16 && trap '' XFSZ\n"
        f'exec {find_program()} "$@"\n'
    )
    program.chmod(0o700)
    monkeypatch.setattr(embedded_module, "find_program", lambda: program)
    return flag


async def fill(store: EmbeddedStore, lease: Lease) -> tuple[int, Exception]:
    """Append until the store takes no more: the last acknowledged version, and the refusal."""
    for version in range(2, 200):
        try:
            await store.append(lease, version, ENTRY)
        except (StoreFull, StoreUnavailable) as refusal:
            return version - 1, refusal
    raise AssertionError("the store never filled up")


async def test_a_full_disk_refuses_appends_and_takes_them_again_when_there_is_room(
    tmp_path: Path, switch: Path
) -> None:
    store = await open_store(None, data_dir=tmp_path / "data", durability=EVERYSEC)
    assert isinstance(store, EmbeddedStore)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=600)
    last, refusal = await fill(store, lease)
    assert isinstance(refusal, StoreFull)
    assert "No space left on device" in str(refusal)
    assert len(await store.read(BattleId("b1"))) == last

    resource.prlimit(store.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    async with asyncio.timeout(60):
        while True:  # the program looks again at its file once a second
            try:
                await store.append(lease, last + 1, ENTRY)
                break
            except StoreFull:
                await asyncio.sleep(0.05)
    await store.close()

    again = await open_store(None, data_dir=tmp_path / "data", durability=EVERYSEC)
    assert len(await again.read(BattleId("b1"))) == last + 1
    await again.close()


async def test_under_fsync_a_full_disk_pauses_play_says_why_and_loses_nothing(
    tmp_path: Path, switch: Path
) -> None:
    """This program rather ends than leave an acknowledged write unsynced; we start it again."""
    store = await open_store(None, data_dir=tmp_path / "data", durability=FSYNC)
    assert isinstance(store, EmbeddedStore)
    explained = asyncio.Event()
    reasons: list[str] = []

    def listen(state: StoreState) -> None:
        reasons.append(state.reason)
        if "AOF write error" in state.reason:
            explained.set()

    store.on_state(listen)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=600)
    last, refusal = await fill(store, lease)
    assert isinstance(refusal, StoreUnavailable)
    async with asyncio.timeout(60):
        await explained.wait()
        switch.unlink()
        version = last + 1
        while True:
            await store.wait_up()
            try:
                if await store.settle(lease, version, ENTRY):
                    break
                await store.append(lease, version, ENTRY)
                break
            except StoreUnavailable:
                await asyncio.sleep(0.01)
    assert [number for number, _ in await store.read(BattleId("b1"))] == list(range(1, version + 1))
    await store.close()
