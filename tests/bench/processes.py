"""Server processes of a benchmark, and what the system says of them."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PROFILE = "HEXWARDEN_BENCH_PROFILE"  # names the file that the server writes its profile to
UNBOUNDED = {
    "message_rate": "1e9",
    "message_burst": "1000000000",
    "player_rate": "1e9",
    "player_burst": "1000000000",
    "address_rate": "1e9",
    "address_burst": "1000000000",
    "table_rate": "1e9",
    "table_burst": "1000000000",
    "tables_per_player": "1000000000",
    "battles": "1000000000",
    "battles_per_player": "1000000000",
    "battles_per_address": "1000000000",
    "newcomer_rate": "1e9",
    "newcomer_burst": "1000000000",
    "connections": "100000",
    "connections_per_address": "100000",
}


class ServerProcess:
    """A process that prints its port. `data` is its store's directory, gone with `stop`."""

    def __init__(self, module: str, *arguments: str, data: Path, **environ: str) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._environ = {**os.environ, **environ}
        self._log = data.with_suffix(".log")
        self._process: asyncio.subprocess.Process
        self.data, self.port = data, 0

    async def start(self) -> "ServerProcess":
        """Start it and wait until it listens."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdout=asyncio.subprocess.PIPE, stderr=log, env=self._environ
            )
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, self._log.read_text()[-2000:]
        self.port = int(line)
        return self

    async def stop(self) -> None:
        """Ask it to end, and see to it."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._process.wait(), 30)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    def watch(self) -> None:
        """Let a product that was started with a `profile` begin it."""
        self._process.send_signal(signal.SIGUSR2)

    async def kill(self) -> None:
        """End it without warning."""
        self._process.kill()
        await self._process.wait()

    @property
    def rss(self) -> int:
        """Bytes of memory in use by the server's own process."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu(self) -> float:
        """Seconds of processor that the server's own process has used."""
        tasks = Path(f"/proc/{self._process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    @property
    def journal(self) -> int:
        """Bytes of the store's append-only files."""
        files = (self.data / "appendonlydir").glob("*")
        return sum(file.stat().st_size for file in files)

    async def metric(self, name: str) -> float:
        """One figure of the server's own `/metrics`."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        lines = (await reader.read()).decode().splitlines()
        writer.close()
        return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


class Bench:
    """Directories and processes of one run, ended together."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="hw-bench-")
        self._count = 0
        self._running: list[ServerProcess] = []

    async def __aenter__(self) -> "Bench":
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self._running:
            await process.stop()
        self._folder.cleanup()

    async def product(
        self,
        durability: str = "fsync",
        data: Path | None = None,
        store: str = "",
        profile: Path | None = None,
    ) -> ServerProcess:
        """The server on the embedded or another store, and no limits on what one address says."""
        data = data or self._data()
        environ = {f"HEXWARDEN_{name.upper()}": value for name, value in UNBOUNDED.items()}
        if profile is not None:
            environ[PROFILE] = str(profile)
        flags = ["--port", "0", "--data", str(data), "--durability", durability]
        if store:
            flags += ["--store", store]
        return await self._run(
            ServerProcess(
                "tests.bench.product", *flags, "--log-level", "warning", data=data, **environ
            )
        )

    async def bare(self, commit: bytes, durability: str = "fsync") -> ServerProcess:
        """The bare loop that answers `commit`."""
        data = self._data()
        return await self._run(
            ServerProcess("tests.bench.bare", str(data), durability, commit.hex(), data=data)
        )

    async def _run(self, process: ServerProcess) -> ServerProcess:
        self._running.append(process)
        return await process.start()

    def _data(self) -> Path:
        self._count += 1
        return Path(self._folder.name) / f"store-{self._count}"
