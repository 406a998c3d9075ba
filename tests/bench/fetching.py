"""What each plain HTTP request takes: a real server in this process, asked from a thread of its
own, whose time is not counted. What it costs is read off the address's own bucket.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

from protocol import requests
from protocol.ids import BattleId
from protocol.replies import Joined
from server.commands.bots import bots
from server.commands.setups import setups
from server.net.admission import UPGRADE, Bucket
from server.process.app import Server, running
from server.replays.replay_files import filed
from server.settings import Settings
from server.store.memory import MemoryStore
from server.store.replay_storage import open_replay_storage
from tests.bench import longest
from tests.bench.worst import Cost, Somebody, Stage


def _largest() -> str:
    """The largest file of the browser client; before it is built, one that is not there."""
    built = (Path(Settings().web) / "assets").glob("*.js")
    name = max(((each.stat().st_size, each.name) for each in built), default=(0, "none.js"))[1]
    return f"/static/assets/{name}"


WORST = {
    "": "/",
    "join": "/join/t0.s.0123456789abcdef01234567",
    "static": _largest(),
    "operator": "/operator",
    "catalogue.json": "/catalogue.json",
    "metrics": "/metrics",
    "ws": "/ws",
    "replay": "/replay/b00000000000000000000000000000000",
    "t": "/t/t00000000000000000000000000000000",
    "b": "/b/b00000000000000000000000000000000",
    "picture": "/picture/b/b00000000000000000000000000000000",
}
"""The path to ask for, of each that costs anything."""
OPENING = "ws, opened"
REPLAYS = ("replay, running", "replay, delayed", "replay, finished", "replay, again")
"""Files of the longest battle: made and read by who comes first, and what the next one takes."""
ENOUGH = 10**9
UPGRADED = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: hexwarden.v1.json\r\n"


def _fetch(port: int, path: str) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        while link.recv(1 << 16):
            pass


def _open(port: int, _path: str) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as link:
        link.sendall(f"GET /ws HTTP/1.1\r\nHost: x\r\n{UPGRADED}{KEY}\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += link.recv(1 << 16)
    assert b" 101 " in answer, answer


class _Client(threading.Thread):
    def __init__(self, port: int, path: str, times: int, ask: Callable[[int, str], None]) -> None:
        super().__init__()
        self._port, self._path, self._times, self._ask = port, path, times, ask
        self.seconds = 0.0

    def run(self) -> None:
        """Ask so many times."""
        for _ in range(self._times):
            self._ask(self._port, self._path)
        self.seconds = time.thread_time()


async def fetched(folder: Path, times: int = 10, rounds: int = 6) -> dict[str, Cost]:
    """What each page takes."""
    # What an address has does not come back while it is watched.
    settings = Settings(
        port=0,
        data=str(folder),
        replays=str(folder / "shelf"),
        address_rate=1e-9,
        address_burst=ENOUGH,
    )
    found: dict[str, Cost] = {}
    store = MemoryStore(time.monotonic)
    async with running(settings, store, setups=setups(), bots=bots()) as server:
        for page, path in WORST.items():
            costs = [await _measured(server, page, path, times) for _ in range(rounds)]
            found[page] = min(costs, key=lambda cost: cost.ms)
        costs = [await _measured(server, "ws", "", times, _open) for _ in range(rounds)]
        found[OPENING] = Cost(min(cost.ms for cost in costs), UPGRADE)
        found.update(await _replays(server, settings))
    return found


async def _replays(server: Server, settings: Settings) -> dict[str, Cost]:
    found: dict[str, Cost] = {}
    for delay, page in ((0, REPLAYS[0]), (1, REPLAYS[1])):
        battle, journal = await _long_battle(server, delay)
        longest.put(server.service, battle, journal)
        found[page] = await _measured(server, "replay", f"/replay/{battle}", 1)
        for each, path in (("b", f"/b/{battle}"), ("picture", f"/picture/b/{battle}")):
            found[f"{each}, {page}"] = await _measured(server, each, path, 1)
    battle, journal = await _long_battle(server, 0, over=True)
    await open_replay_storage(settings.replays).put(BattleId(battle), filed(journal))
    for page in REPLAYS[2:]:
        found[page] = await _measured(server, "replay", f"/replay/{battle}", 1)
    return found


async def _long_battle(
    server: Server, delay: int, *, over: bool = False
) -> tuple[str, list[bytes]]:
    stage = Stage(server.service, await Somebody(server.service).come(), [])
    stage.delay, stage.times = delay, 1
    joined = await stage.one_reply(requests.Create, stage.settings)
    assert isinstance(joined, Joined), joined
    await stage.one.ask(requests.Claim, "1")
    await stage.play(20)
    await stage.undone()
    return stage.battle, longest.of(longest.earlier(stage.frames), over=over)


async def _measured(
    server: Server, page: str, path: str, times: int, ask: Callable[[int, str], None] = _fetch
) -> Cost:
    purse = _purse(server, page)
    client, before = _Client(server.listener.port, path, times, ask), purse._level
    began = time.process_time()
    client.start()
    while client.is_alive():
        await asyncio.sleep(0.005)
    client.join()
    ms = 1000 * (time.process_time() - began - client.seconds) / times
    return Cost(ms, (before - _purse(server, page)._level) / times)


def _purse(server: Server, page: str) -> Bucket:
    return server._admission.fetching("127.0.0.1", page)
