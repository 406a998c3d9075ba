"""From the command to the first accepted socket, beside what its parts take by themselves."""

import asyncio
import socket
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.pace import ratio
from tests.bench.report import Report
from tests.bench.scale import Scale
from tests.bench.wire import Socket

PARTS = """
import asyncio, sys
from pathlib import Path
import hiredis, msgspec, prometheus_client, redis.asyncio, structlog, uvloop
import websockets.asyncio.server
from server.store.interface.durability import FSYNC
from server.store.embedded import EmbeddedStore
async def main():
    store = await EmbeddedStore.start(Path(sys.argv[1]), FSYNC)
    print("up", flush=True)
    await store.close()
uvloop.run(main())
"""


async def run(report: Report, scale: Scale) -> None:
    """Starts in turn, each with an empty data directory."""
    ours, parts = [], []
    for _ in range(scale.starts):
        with TemporaryDirectory(prefix="hw-bench-") as folder:
            parts.append(await _parts(Path(folder) / "parts"))
            ours.append(await _serve(Path(folder) / "serve"))
    report.add(
        "start-up: serve to first socket",
        s=min(ours),
        s_median=median(ours),
        imports_and_store_s=min(parts),
        times_parts=ratio(ours, parts),
    )


async def _parts(data: Path) -> float:
    """A bare interpreter that imports the libraries and starts the same store."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARTS, str(data)), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"up\n"
    spent = time.perf_counter() - began
    await process.wait()
    return spent


async def _serve(data: Path) -> float:
    port = _free_port()
    flags = ("--port", str(port), "--data", str(data), "--log-level", "warning")
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server.cli", "serve", *flags)
    )
    while True:
        try:
            # From another address than the server's: while nobody listens on a port of the range
            # that the system gives away, a socket can be given that port, and connects to itself.
            link = await Socket.connect(port, "/ws", lambda _socket, _payload: None, "127.0.0.2")
            break
        except ConnectionRefusedError:
            assert process.returncode is None, "the server has not started"
            await asyncio.sleep(0.002)
    spent = time.perf_counter() - began
    link.transport.abort()
    process.terminate()
    await process.wait()
    return spent


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
