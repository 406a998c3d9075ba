"""What these tests need beyond Python: said aloud where it is missing."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.process import Server

collect_ignore: list[str] = []
_left_out: list[str] = []

if os.environ.get("HEXWARDEN_BROWSER") != "1":
    collect_ignore.append("test_browser.py")
    _left_out.append("tests/web/test_browser.py: runs with HEXWARDEN_BROWSER=1 and a Chromium")

if shutil.which("node") is None:
    collect_ignore.append("test_fold.py")
    _left_out.append("tests/web/test_fold.py: node is not installed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _left_out:
        terminalreporter.write_line(f"not collected: {line}")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()
