"""A store whose connections are cut while everything is under way, and what comes out of it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvloop

from protocol.ids import BattleId
from server.store import EVERYSEC, Conflict, StoreError, StoreUnavailable
from server.store.redis import Address, RedisStore
from server.store.redis.client import StoreClient
from server.store.redis.link import StoreLink
from server.store.redis.mux import Mux
from tests.store.servers import Server
from tests.store.shears import Shears

CLOSED = RuntimeError("unable to perform operation on <TCPTransport closed=True>; ... is closed")


DROPPED = AttributeError("'NoneType' object has no attribute 'writelines'")


TICKS = 14  # of the event loop, in which one command over a new connection is done


Close = Callable[[Any], Awaitable[None]]


async def aborted(connection: Any) -> None:
    """As where the system has closed the socket: uvloop's transport takes nothing more."""
    if connection._writer is not None:
        connection._writer.transport.abort()


async def dropped(connection: Any) -> None:
    """As where another task of ours has just let the connection go."""
    await connection.disconnect(nowait=True)


async def closed_at_each_tick(server: Server, close: Close) -> list[StoreError]:
    """What a pool's caller is told, whose connection is closed so many ticks after it asked."""
    client = StoreClient(Address.parse(server.url), replicas=0, timeout=2.0)
    told: list[StoreError] = []
    for is_new in (False, True):
        for ticks in range(TICKS):
            await client.command("PING")
            if is_new:
                await client.refresh()
            asking = asyncio.create_task(client.command("PING"))
            for _ in range(ticks):
                await asyncio.sleep(0)
            for connection in tuple(client._pool._in_use_connections):
                await close(connection)
            try:
                await asking
            except StoreError as fault:
                told.append(fault)
            await client.refresh()
    await client.close()
    return told


@pytest.mark.parametrize(
    ("close", "raises"), [(aborted, "RuntimeError"), (dropped, "AttributeError")]
)
def test_a_connection_of_the_pool_that_is_closed_at_any_moment_means_that_the_store_is_away(
    clean_server: Server, close: Close, raises: str
) -> None:
    """Given a command that is under way, at whatever tick of uvloop's its connection is closed,
    then it is answered, or the store is unavailable; what the libraries raise is met on the way."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        told = runner.run(closed_at_each_tick(clean_server, close))
    assert {type(each) for each in told} == {StoreUnavailable}
    assert [each for each in told if raises in str(each)]


class Heard:
    """What an event loop is told because nobody else hears it."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, said: self.said.append(said))


async def write_on(store: RedisStore, battle: str, faults: list[Exception]) -> list[bytes]:
    """Append for ever as a room does, each entry settled where its fate is unknown."""
    written: list[bytes] = []
    lease = None
    while lease is None:
        with suppress(StoreUnavailable):
            try:
                lease = await store.create(BattleId(battle), {}, b"1", owner="a", ttl=60)
            except Conflict:
                lease = await store.acquire(BattleId(battle), owner="a", ttl=60)
        await store.wait_up()
    try:
        while True:
            entry = b"%d" % (len(written) + 2)
            try:
                await store.append(lease, len(written) + 2, entry)
            except Exception as fault:
                faults.append(fault)
                stands: bool | None = None
                while stands is None:
                    await store.wait_up()
                    try:
                        stands = await store.settle(lease, len(written) + 2, entry)
                    except Exception as again:
                        faults.append(again)
                if not stands:
                    continue
            written.append(entry)
    except asyncio.CancelledError:
        return written


async def ask_on(store: RedisStore, faults: list[Exception]) -> None:
    """Read, write documents and give signs of life for ever."""
    number = 0
    while True:
        number += 1
        for ask in (store.battles, store.ping, lambda: store.ids("table")):
            try:
                await ask()
                await store.fleet.heartbeat(f"p{number % 5}", 2.0)
                await store.put("table", f"t{number % 7}", b"x" * 50_000)
            except Exception as fault:
                faults.append(fault)
        await store.wait_up()


async def read_messages(store: RedisStore, faults: list[Exception]) -> None:
    """Wait for messages for ever."""
    while True:
        try:
            await store.fleet.messages("p1")
        except Exception as fault:
            faults.append(fault)
            await store.wait_up()
            await asyncio.sleep(0.01)


async def under_cuts(server: Server) -> None:
    heard, shears = Heard(), Shears(server.url)
    store = RedisStore(Address.parse(await shears.open()), EVERYSEC, timeout=2.0)
    await store.open()
    news: list[bytes | None] = []
    store.fleet.subscribe("hw:news", news.append)
    faults: list[Exception] = []
    writers = [asyncio.create_task(write_on(store, f"b{n}", faults)) for n in range(3)]
    askers = [asyncio.create_task(ask_on(store, faults)) for _ in range(6)]
    askers.append(asyncio.create_task(read_messages(store, faults)))
    async with asyncio.timeout(60):
        for cut in range(40):
            before = len(faults)
            while len(faults) == before:  # one that meets no connection has no effect
                await asyncio.sleep(0.01 + 0.002 * cut)  # in the middle of whatever it is
                shears.cut()
        for task in (*writers, *askers):
            task.cancel()
        ends: list[Any] = await asyncio.gather(*writers, *askers, return_exceptions=True)
        assert {type(fault) for fault in faults if not isinstance(fault, StoreError)} == set()
        assert [end for end in ends[3:] if not isinstance(end, asyncio.CancelledError)] == []
        await store.wait_up()
        for n in range(3):
            there = [entry for _, entry in await store.read(BattleId(f"b{n}"))][1:]
            # The last one may have been under way when its writer was told to stop.
            assert there[: len(ends[n])] == ends[n]
            assert len(there) <= len(ends[n]) + 1
        heard_before = len(news)
        await store.fleet.publish("hw:news", b"hello")
        while b"hello" not in news[heard_before:]:
            await asyncio.sleep(0.01)
            await store.fleet.publish("hw:news", b"hello")
    await store.close()
    await shears.close()
    assert heard.said == []


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_forty_cuts_raise_nothing_but_store_errors_and_leave_a_whole_store(
    clean_server: Server, loop: Any
) -> None:
    """Given writers, readers, signs of life and a listener on a store, when all its connections are
    cut forty times, then nothing is raised but StoreErrors, no task dies unheard, each entry that
    was acknowledged or settled stands once, and afterwards everything works."""
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(under_cuts(clean_server))


class Unreachable(StoreLink):
    """A link that reaches no server. `pauses` are the seconds between its attempts."""

    pauses: list[float]

    async def _connect(self) -> Mux:
        raise StoreUnavailable("refused", sent=False)

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) == 10:
            raise TimeoutError


async def test_a_store_that_stays_away_is_tried_less_and_less_often() -> None:
    """Given a server that is gone, then the pauses double, up to two seconds and a fifth more or
    less."""

    async def back() -> None: ...

    address = Address.parse("redis://127.0.0.1:1")
    link = Unreachable(address, replicas=0, timeout=1.0, on_up=back, on_down=lambda _: None)
    link.pauses = []
    with suppress(TimeoutError):
        await link._return()
    usual = [0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.0, 2.0, 2.0]
    assert all(0.8 <= taken / meant <= 1.2 for taken, meant in zip(link.pauses, usual, strict=True))
