"""A store whose connections are cut while everything is under way, and what comes out of it."""

import asyncio
import ssl
from contextlib import suppress
from typing import Any

import hiredis
import pytest
import redis.exceptions
import uvloop

from server.store.address import Address
from server.store.durability import EVERYSEC
from server.store.errors import Conflict, StoreError, StoreFailed, StoreRefused, StoreUnavailable
from server.store.faults import translated
from server.store.mux import ErrorReply
from server.store.redis_store import RedisStore
from tests.store.servers import Server
from tests.store.shears import Shears

CLOSED = RuntimeError("unable to perform operation on <TCPTransport closed=True>; ... is closed")
DROPPED = AttributeError("'NoneType' object has no attribute 'writelines'")


@pytest.mark.parametrize(
    "raised",
    [
        CLOSED,
        DROPPED,
        EOFError(),
        asyncio.IncompleteReadError(b"$5", 7),
        ConnectionResetError(104, "reset"),
        ssl.SSLError(1, "application data after close notify"),
        TimeoutError(),
        hiredis.ProtocolError("cut in the middle"),
        redis.exceptions.ConnectionError("Connection closed by server."),
        redis.exceptions.TimeoutError("too slow"),
        redis.exceptions.InvalidResponse("garbage"),
        KeyError("what nobody has thought of"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_whatever_a_closing_connection_raises_means_that_the_store_is_away(
    raised: Exception,
) -> None:
    """Given something that a connection raises while it closes, then the store is unavailable, and
    what was under way has an unknown fate, unless it is known that nothing was sent."""
    unknown, unsent = translated(raised), translated(raised, sent=False)
    assert isinstance(unknown, StoreUnavailable)
    assert unknown.sent
    assert isinstance(unsent, StoreUnavailable)
    assert not unsent.sent


def test_what_the_store_says_is_no_loss_of_its_connection() -> None:
    assert isinstance(translated(redis.exceptions.ResponseError("WRONGTYPE")), ErrorReply)
    assert isinstance(translated(redis.exceptions.AuthenticationError("no")), StoreRefused)
    assert isinstance(translated(redis.exceptions.DataError("not bytes")), StoreFailed)
    own = Conflict("b", 1, 2)
    assert translated(own) is own


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
                lease = await store.create(battle, {}, b"1", owner="a", ttl=60)
            except Conflict:
                lease = await store.acquire(battle, owner="a", ttl=60)
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
                await store.fleet.sign(f"p{number % 5}", 2.0)
                await store.put("table", f"t{number % 7}", b"x" * 50_000)
            except Exception as fault:
                faults.append(fault)
        await store.wait_up()


async def read_letters(store: RedisStore, faults: list[Exception]) -> None:
    """Wait for letters for ever."""
    while True:
        try:
            await store.fleet.letters("p1")
        except Exception as fault:
            faults.append(fault)
            await store.wait_up()
            await asyncio.sleep(0.01)


async def under_cuts(server: Server) -> None:
    heard, shears = Heard(), Shears(server.url)
    store = RedisStore(Address.parse(await shears.open()), EVERYSEC, timeout=2.0)
    await store.open()
    news: list[bytes | None] = []
    store.fleet.listen("hw:news", news.append)
    faults: list[Exception] = []
    writers = [asyncio.create_task(write_on(store, f"b{n}", faults)) for n in range(3)]
    askers = [asyncio.create_task(ask_on(store, faults)) for _ in range(6)]
    askers.append(asyncio.create_task(read_letters(store, faults)))
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
            there = [entry for _, entry in await store.read(f"b{n}")][1:]
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
