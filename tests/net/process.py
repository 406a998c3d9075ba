"""A server process of its own, for tests that kill it."""

import asyncio
import os
import signal
import sys
from pathlib import Path


class ServerProcess:
    """`serve_micro` on one data directory, started and killed as often as a test likes."""

    def __init__(self, directory: Path, *flags: str) -> None:
        self.directory, self.flags = directory, flags
        self.port = 0
        self.log = directory / "server.log"
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> "ServerProcess":
        """Start it, on the port of before if there was one, and wait until it listens."""
        flags = ["--port", str(self.port), "--data", str(self.directory / "data"), *self.flags]
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-X", "faulthandler", "-m", "tests.net.serve_micro"),
                *flags,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            line = await self._process.stdout.readline()
        assert line, self.log.read_text()[-4000:]
        self.port = int(line)
        return self

    async def kill(self) -> None:
        """End it without warning."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end and give its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        async with asyncio.timeout(60):
            return await self._process.wait()

    def kill_store(self) -> int:
        """End the store's process without warning; gives its id."""
        pid = self.store_pid()
        os.kill(pid, signal.SIGKILL)
        return pid

    def store_pid(self) -> int:
        """The store program among the server's children."""
        for child in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split():
            if "valkey-server" in Path(f"/proc/{child}/cmdline").read_text():
                return int(child)
        raise LookupError("the server has no store process now")

    def errors(self) -> list[str]:
        """Lines of the log that tell of an unexpected failure."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if "Traceback" in line or '"level":"critical"' in line]
