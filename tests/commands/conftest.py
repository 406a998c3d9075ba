"""A pack for a test."""

from pathlib import Path

import pytest

from tests.commands.packs import Pack


@pytest.fixture
def pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Pack:
    return Pack(tmp_path / "ours", capsys)
