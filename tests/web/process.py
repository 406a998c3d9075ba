"""A server process for a browser to look at."""

import asyncio
import contextlib
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path


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
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        command = (
            sys.executable,
            "-m",
            "tests.web.serving",
            str(self.data),
            f"--port={self.port}",
            f"--store={self.store}",
            f"--seeds={self.seeds}",
            f"--lease={self.lease}",
        )
        self._process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            self.port = int(await self._process.stdout.readline())

    def stand_still(self) -> None:
        """Stop it like a machine that swaps: nothing is closed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End the standing still."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    async def stop(self) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            await self._process.wait()
