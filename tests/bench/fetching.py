"""What each plain HTTP request takes: a real server in this process, asked from a thread of its
own, whose time is not counted.
"""

import asyncio
import socket
import threading
import time
from pathlib import Path

from server.app import Server, running
from server.commands.bots import bots
from server.commands.setups import setups
from server.net.costs import PAGES, bytes_a_token
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.bench.worst import Cost

WORST = {
    "": "/",
    "join": "/join/t0.s.0123456789abcdef01234567",
    "static": "/static/app.js",
    "operator": "/operator",
    "catalogue.json": "/catalogue.json",
    "metrics": "/metrics",
    "ws": "/ws",
    "replay": "/replay/b00000000000000000000000000000000",
}
"""The path to ask for, of each that costs anything."""


def _fetch(port: int, path: str) -> int:
    """Ask once; the length of the answer."""
    with socket.create_connection(("127.0.0.1", port), 20) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        length = 0
        while found := link.recv(1 << 16):
            length += len(found)
    return length


class _Client(threading.Thread):
    def __init__(self, port: int, path: str, times: int) -> None:
        super().__init__()
        self._port, self._path, self._times = port, path, times
        self.seconds, self.length = 0.0, 0

    def run(self) -> None:
        """Ask so many times."""
        for _ in range(self._times):
            self.length = _fetch(self._port, self._path)
        self.seconds = time.thread_time()


async def fetched(folder: Path, times: int = 10, rounds: int = 6) -> dict[str, Cost]:
    """What each page takes."""
    settings = Settings(port=0, data=str(folder), address_rate=1e9, address_burst=10**9)
    found: dict[str, Cost] = {}
    store = MemoryStore(time.monotonic)
    async with running(settings, store, setups=setups(), bots=bots()) as server:
        for page in PAGES:
            costs = [await _measured(server, page, times) for _ in range(rounds)]
            found[page] = min(costs, key=lambda cost: cost.ms)
    return found


async def _measured(server: Server, page: str, times: int) -> Cost:
    client = _Client(server.listener.port, WORST[page], times)
    began = time.process_time()
    client.start()
    while client.is_alive():
        await asyncio.sleep(0.005)
    client.join()
    ms = 1000 * (time.process_time() - began - client.seconds) / times
    return Cost(ms, PAGES[page] + client.length // bytes_a_token(page))
