"""A server process for a browser to look at."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any


@contextlib.asynccontextmanager
async def served(seeds: str = "", lease: float = 2.0) -> AsyncIterator[str]:
    """The address of a server for as long as it is needed; what it writes goes with it."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "data", seeds=seeds, lease=lease)
        await server.start()
        try:
            yield server.url
        finally:
            await server.stop()


class Server:
    """A server process; `stop` and `start` keep its port. `seeds` names its dice, else chance.

    `lease`: the seconds for which a process may not answer before its battles are another's.
    """

    def __init__(
        self, data: Path, store: str = "memory://", seeds: str = "", lease: float = 2.0
    ) -> None:
        self.data, self.port, self.store, self.seeds = data, 0, store, seeds
        self.lease = lease
        self._process: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._process, self.port = await _ask(
            data=str(self.data),
            port=self.port,
            store=self.store,
            seeds=self.seeds,
            lease=self.lease,
        )
        assert self.port, "the server did not come to listen"

    def stand_still(self) -> None:
        """Stop it like a machine that swaps: nothing is closed."""
        assert self._process is not None
        os.kill(self._process, signal.SIGSTOP)

    def go_on(self) -> None:
        """End the standing still."""
        assert self._process is not None
        os.kill(self._process, signal.SIGCONT)

    async def stop(self) -> None:
        """Stop it as an operator does; it may have ended by itself."""
        if self._process is not None:
            await _ask(stop=self._process)
            self._process = None


_starter: tuple[asyncio.AbstractEventLoop, asyncio.subprocess.Process] | None = None


async def _ask(**what: Any) -> list[int]:
    """Ask the process that starts the servers of this loop."""
    global _starter
    loop = asyncio.get_running_loop()
    if _starter is None or _starter[0] is not loop:
        command = (sys.executable, "-m", "tests.web.serving")
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        started = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=nowhere
        )
        _starter = loop, started
    starter = _starter[1]
    assert starter.stdin is not None
    assert starter.stdout is not None
    starter.stdin.write(json.dumps(what).encode() + b"\n")
    async with asyncio.timeout(60):
        line = await starter.stdout.readline()
    return [int(one) for one in line.split()]
