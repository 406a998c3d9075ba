"""The bare loop: websockets, uvloop and the store's own append, and no game. The limit to beat.

    python -m tests.bench.bare DIRECTORY DURABILITY COMMIT      DURABILITY "none": no store at all

Connections of one path are a group with a journal of its own. Whatever one of them sends is
answered to the whole group with COMMIT (hex), once the store has it. Prints its port.
"""

import asyncio
import gc
import signal
import sys
from pathlib import Path

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.typing import Subprotocol

from protocol.codec import MSGPACK
from protocol.ids import BattleId
from server.process.garbage import YOUNG
from server.store import Durability, Lease, Store
from server.store.embedded import EmbeddedStore


class Group:
    """The connections of one path. Only one of them says something at a time."""

    def __init__(self, commit: bytes) -> None:
        self.connections: set[ServerConnection] = set()
        self._commit = commit
        self._lease: Lease | None = None
        self._version = 1

    async def open(self, store: Store, battle: str) -> None:
        """Begin the journal."""
        self._lease = await store.create(BattleId(battle), {}, self._commit, owner="bare", ttl=3600)

    async def echo(self, store: Store | None) -> None:
        """Append, then show."""
        if store is not None and self._lease is not None:
            self._version += 1
            await store.append(self._lease, self._version, self._commit)
        broadcast(self.connections, self._commit)


class Groups:
    """All groups, each begun by the first connection of its path."""

    def __init__(self, store: Store | None, commit: bytes) -> None:
        self._store, self._commit = store, commit
        self._groups: dict[str, Group] = {}

    async def serve(self, connection: ServerConnection) -> None:
        """One connection, from its start to its end."""
        assert connection.request is not None
        path = connection.request.path
        group = self._groups.get(path)
        if group is None:
            group = self._groups[path] = Group(self._commit)
            # Before the journal is opened: another of the group may move in the meantime.
            group.connections.add(connection)
            if self._store is not None:
                await group.open(self._store, f"bare{path.strip('/')}")
        group.connections.add(connection)
        try:
            async for _ in connection:
                await group.echo(self._store)
        finally:
            group.connections.discard(connection)


async def main(directory: str, durability: str, commit: str) -> None:
    store = None
    if durability != "none":
        store = await EmbeddedStore.start(Path(directory), Durability.parse(durability))
    groups = Groups(store, bytes.fromhex(commit))
    options = {"compression": None, "subprotocols": [Subprotocol(MSGPACK)], "backlog": 1024}
    async with serve(groups.serve, "127.0.0.1", 0, **options) as server:  # type: ignore[arg-type]
        told = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await told.wait()
    if store is not None:
        await store.close()


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(*YOUNG)
    uvloop.run(main(*sys.argv[1:4]))
