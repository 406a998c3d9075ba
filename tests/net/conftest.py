import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import structlog

from server.process.app import Server, running
from server.settings import Settings
from server.store import Store
from server.store.memory import MemoryStore
from tests.net.serve_micro import MICRO

Serve = Callable[..., Awaitable[Server]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Servers of the micro-game on the loopback; settings by name, a memory store by default."""
    async with AsyncExitStack() as stack:

        async def started(store: Store | None = None, **settings: Any) -> Server:
            wish = {"port": 0, "close_timeout": 1.0, **settings}
            work = running(Settings(**wish), store or MemoryStore(), setups=[MICRO], bots={})
            return await stack.enter_async_context(work)

        yield started


@pytest.fixture
def failures() -> Iterator[list[Any]]:
    """Everything that is logged as an error or with a traceback while the test runs."""
    seen: list[Any] = []

    class Watch(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR or record.exc_info:
                seen.append(record.getMessage())

    def watch(_logger: Any, method: str, line: Any) -> Any:
        if method in ("error", "exception", "critical") or line.get("exc_info"):
            seen.append(dict(line))
        raise structlog.DropEvent

    handler = Watch()
    logging.getLogger().addHandler(handler)
    structlog.configure(processors=[watch])
    yield seen
    structlog.reset_defaults()
    logging.getLogger().removeHandler(handler)


def url_of(server: Server) -> str:
    """Where a server's sockets are."""
    return f"ws://127.0.0.1:{server.listener.port}/ws"
