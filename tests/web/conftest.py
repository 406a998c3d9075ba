"""What these tests need beyond Python: said aloud where it is missing."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.web import chromium, node
from tests.web.process import Server

if TYPE_CHECKING:
    from playwright.async_api import Browser

HERE = Path(__file__).parent
DRIVEN = sorted(
    path.name for path in HERE.glob("test_*.py") if "from playwright" in path.read_text("utf-8")
)
"""The tests in which a browser is driven."""

collect_ignore: list[str] = []
_left_out: list[str] = []

if reason := chromium.why_not():
    if chromium.is_required():
        raise pytest.UsageError(f"browser tests are asked for, but {reason}")
    collect_ignore.extend(DRIVEN)
    _left_out.append(f"tests/web/{{{','.join(DRIVEN)}}}: {reason}")

if reason := node.why_not():
    collect_ignore.append("test_fold.py")
    _left_out.append(f"tests/web/test_fold.py: {reason}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in _left_out:
        terminalreporter.write_line(f"not collected: {line}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever drives the browser does so in the loop that the browser was started in."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def dice_of(request: pytest.FixtureRequest) -> str:
    """What the dice of a test follow from: its name, and HEXWARDEN_DICE to see it with others."""
    return str(request.node.name) + os.environ.get("HEXWARDEN_DICE", "")


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    server = Server(tmp_path / "data", seeds=dice_of(request))
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def lasting(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A server whose tables outlive it."""
    server = Server(tmp_path / "data", "embedded", dice_of(request))
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def only_browser() -> AsyncIterator["Browser"]:
    """The browser of all tests of a process: to start one takes longer than many a test."""
    async with chromium.opened() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(only_browser: "Browser") -> AsyncIterator["Browser"]:
    """A browser without a page; everybody has a profile of their own, gone with the test."""
    yield only_browser
    for context in only_browser.contexts:
        # What still answers for a server now would complain of its closed page in the next test.
        for page in context.pages:
            await page.unroute_all(behavior="ignoreErrors")
        await context.unroute_all(behavior="ignoreErrors")
        await context.close()
