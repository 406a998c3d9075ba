"""How long somebody who has missed many commits waits until the battle stands before them again."""

import asyncio
import time
from statistics import median
from typing import Any

from protocol import replies, requests
from protocol.codec import msgpack
from tests.bench.pace import closed
from tests.bench.processes import Bench
from tests.bench.scale import Scale
from tests.bench.seating import Host, micro_tables
from tests.bench.tables import COMMIT, SNAPSHOT, MicroTable
from tests.bench.wire import Socket, framed

TIMES = 7
PATIENCE = 60.0
REF = 1_000_000


async def measure(bench: Bench, store: str, scale: Scale) -> dict[str, Any]:
    """At the process that plays, at one that follows already, and at one that does not yet."""
    owner, other = [await bench.product("everysec", store=store) for _ in range(2)]
    ((host, table),) = await micro_tables(owner.port, 1, options={"goal": "1000000"})
    while table.updates < scale.missed + 10:
        await closed([table], 0.5)
    here = [await _resumed(host, table, owner.port, scale.missed) for _ in range(TIMES)]
    await host.watch_from(other.port, 1, lambda _socket, _commit: None)
    there = [await _resumed(host, table, other.port, scale.missed) for _ in range(TIMES)]
    first = []
    for _ in range(min(TIMES, 1 + scale.kills)):
        fresh = await bench.product("everysec", store=store)
        first.append(await _resumed(host, table, fresh.port, scale.missed))
    return {
        "here_ms": median(here),
        "here_longest_ms": max(here),
        "elsewhere_ms": median(there),
        "elsewhere_longest_ms": max(there),
        "first_there_ms": median(first),
        "first_there_longest_ms": max(first),
        "goals": "all of them <= 100",
    }


async def _resumed(host: Host, table: MicroTable, port: int, missed: int) -> float:
    """Milliseconds from the request to the last byte of what was missed."""
    version = table.updates + 1
    done: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def take(_socket: Socket, payload: bytes) -> None:
        if payload[1:3] != COMMIT and payload[1:10] != SNAPSHOT:
            return
        found = msgpack.reply(payload)
        assert isinstance(found, (replies.Commit, replies.Snapshot))
        if found.version == version and not done.done():
            done.set_result(time.perf_counter())

    socket = await host.come(port, take)
    began = time.perf_counter()
    watch = requests.Watch(REF, host.battle, version - missed)
    socket.send(framed(msgpack.encode(watch)))
    spent = await asyncio.wait_for(done, PATIENCE) - began
    socket.transport.abort()
    return 1e3 * spent
