"""Servers with real sockets for the clients' tests."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import Server as Sockets
from websockets.asyncio.server import serve as serve_sockets
from websockets.typing import Subprotocol

import clients.sdk.backoff
import clients.sdk.client
from protocol import codec
from server.commands.bots import bots
from server.commands.setups import setups
from server.process.app import Server, running
from server.settings import Settings
from server.store import Store
from server.store.memory import MemoryStore
from tests.clients.stage import Stage

Serve = Callable[..., Awaitable[Server]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Servers of every game on the loopback; settings by name, a memory store if none is given."""
    async with AsyncExitStack() as stack:

        async def started(store: Store | None = None, **settings: Any) -> Server:
            wish = {"port": 0, "close_timeout": 1.0, **settings}
            chosen = Settings(**wish)
            work = running(chosen, store or MemoryStore(), setups=setups(), bots=bots())
            return await stack.enter_async_context(work)

        yield started


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody waits long, and no test touches the user's own files."""
    monkeypatch.setattr(clients.sdk.backoff, "FIRST", 0.01)
    monkeypatch.setattr(clients.sdk.backoff, "MOST", 0.05)
    monkeypatch.setattr(clients.sdk.client, "AGAIN", 0.02)
    monkeypatch.setenv("HEXWARDEN_STATE", str(tmp_path / "state"))


def site_of(server: Server) -> str:
    """A server's address for people."""
    return f"http://127.0.0.1:{server.listener.port}"


@pytest.fixture
async def stage() -> AsyncIterator[tuple[Stage, str]]:
    """A server that a test plays, and a link to it."""
    found = Stage()
    formats = [Subprotocol(codec.MSGPACK)]
    server: Sockets = await serve_sockets(found.handle, "127.0.0.1", 0, subprotocols=formats)
    port = next(iter(server.sockets)).getsockname()[1]
    yield found, f"http://127.0.0.1:{port}/join/CODE"
    server.close()
    await server.wait_closed()
