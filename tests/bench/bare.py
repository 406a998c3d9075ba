"""The bare loop: websockets, uvloop, grouped plain XADD, and no game. The limit for the server.

    python -m tests.bench.bare DIRECTORY DURABILITY COMMIT      DURABILITY "none": no store at all

Connections of one path are a group. Whatever one of them sends is answered to the whole group with
COMMIT (hex), once the store has it. Prints its port.
"""

import asyncio
import gc
import signal
import sys
from collections import defaultdict
from pathlib import Path

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.typing import Subprotocol

from protocol.codec import MSGPACK
from server.app import COLLECT_AFTER
from server.store.address import Address
from server.store.durability import Durability
from server.store.embedded import EmbeddedStore
from server.store.mux import Mux


class Groups:
    """Connections by path, and the store's connection."""

    def __init__(self, mux: Mux | None, commit: bytes) -> None:
        self._mux, self._commit = mux, commit
        self._groups: dict[str, set[ServerConnection]] = defaultdict(set)

    async def serve(self, connection: ServerConnection) -> None:
        """One connection, from its start to its end."""
        assert connection.request is not None
        path = connection.request.path
        group = self._groups[path]
        group.add(connection)
        try:
            async for _ in connection:
                if self._mux is not None:
                    await self._mux.call("XADD", path, "*", "e", self._commit)
                broadcast(group, self._commit)
        finally:
            group.discard(connection)


async def main(directory: str, durability: str, commit: str) -> None:
    mux = store = None
    if durability != "none":
        store = await EmbeddedStore.start(Path(directory), Durability.parse(durability))
        mux = Mux(replicas=0, timeout=10, on_lost=lambda _mux, _reason: None)
        await Address.of_socket(store._data.socket).connect(mux)
    groups = Groups(mux, bytes.fromhex(commit))
    options = {"compression": None, "subprotocols": [Subprotocol(MSGPACK)], "backlog": 1024}
    async with serve(groups.serve, "127.0.0.1", 0, **options) as server:  # type: ignore[arg-type]
        told = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await told.wait()
    if mux is not None and store is not None:
        mux.abort("the benchmark is over")
        await store.close()


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    uvloop.run(main(*sys.argv[1:4]))
