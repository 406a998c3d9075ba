"""The store program as our child: it ends with its parent, and with nobody else."""

import os
import signal
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import (
    open_store,
)
from server.store.embedded import store as store_module
from server.store.embedded.program import find_program
from tests.store.holding import finish, gone, holder
from tests.store.servers import alive


@pytest.mark.parametrize("end", ["kill -KILL $$", "exit 0"])
async def test_a_program_that_is_ended_again_and_again_at_its_start_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """Given a program that is killed three times before it serves, or told to end, then the fourth
    one serves."""
    count, program = tmp_path / "count", tmp_path / "mortal-server"
    program.write_text(
        f"#!/bin/sh\necho >> {count}\n[ $(wc -l < {count}) -le 3 ] && {end}\n"
        f'exec {find_program()} "$@"\n'
    )
    program.chmod(0o700)
    monkeypatch.setattr(store_module, "find_program", lambda: program)
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
    assert await store.read(BattleId("held")) == [(1, b"by a process that will be killed")]
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
        await store.expire(BattleId("held"), 0)
        await store.close()


async def test_ctrl_c_does_not_reach_the_program(tmp_path: Path) -> None:
    child, pid, runtime = holder(tmp_path)
    try:
        assert os.getpgid(pid) != os.getpgid(child.pid)
        assert os.getsid(pid) != os.getsid(child.pid)
        os.killpg(child.pid, signal.SIGINT)
        assert alive(pid)
        child.communicate(timeout=60)
    finally:
        await finish(child, pid, runtime)
