"""The pipelined connection: one write a tick, replies in order, nothing left hanging."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from server.store import NotReplicated, StoreUnavailable
from server.store.redis import ErrorReply, Mux

Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Wire:
    """A mux whose other end is in the test's hands; counts the writes."""

    def __init__(self, *, replicas: int = 0, timeout: float = 5.0) -> None:
        self.lost: list[str] = []
        self.mux = Mux(
            replicas=replicas,
            timeout=timeout,
            on_lost=lambda _mux, reason: self.lost.append(reason),
        )
        self.writes: list[bytes] = []
        self.transport = Recorder(self.writes)
        self.mux.connection_made(self.transport)

    def reply(self, data: bytes) -> None:
        self.mux.data_received(data)


class Recorder(asyncio.Transport):
    def __init__(self, writes: list[bytes]) -> None:
        super().__init__()
        self._writes = writes

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self._writes.append(data)

    def abort(self) -> None:
        self._writes.append(b"aborted")


class Closed(Recorder):
    """uvloop's transport once its socket is closed."""

    def write(self, data: object) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>")

    def abort(self) -> None:
        self.write(b"")


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    made = Wire()
    yield made
    made.mux.abort("the test is over")


async def tick() -> None:
    await asyncio.sleep(0)


async def test_commands_of_one_tick_leave_in_one_write(wire: Wire) -> None:
    futures = [wire.mux.call("ECHO", str(n)) for n in range(500)]
    assert wire.writes == []
    await tick()
    assert len(wire.writes) == 1
    assert wire.writes[0].count(b"ECHO") == 500
    wire.mux.call("ECHO", "later").cancel()
    await tick()
    assert len(wire.writes) == 2
    wire.reply(b"".join(b":%d\r\n" % n for n in range(500)))
    assert await asyncio.gather(*futures) == list(range(500))


async def test_replies_find_their_commands_however_they_are_cut(wire: Wire) -> None:
    first, second, third = (wire.mux.call("GET", key) for key in "abc")
    await tick()
    for byte in b"$3\r\none\r\n-ERR no\r\n$-1\r\n":
        wire.reply(bytes([byte]))
    assert await first == b"one"
    with pytest.raises(ErrorReply, match="ERR no"):
        await second
    assert await third is None


async def test_a_cancelled_caller_does_not_shift_the_replies(wire: Wire) -> None:
    first, second = wire.mux.call("A"), wire.mux.call("B")
    await tick()
    first.cancel()
    wire.reply(b":1\r\n:2\r\n")
    assert await second == 2


async def test_who_fails_when_told_a_reply_is_reported_and_the_others_are_told(wire: Wire) -> None:
    """Given two who are to be told of commands, when the first fails at its reply, and later at the
    loss of the connection, then the loop hears of that, and the second is told all the same."""
    reported: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, said: reported.append(said["exception"]))
    told: list[object] = []
    failing = ZeroDivisionError()

    def fail(_: object) -> None:
        raise failing

    for _ in ("reply", "loss"):
        wire.mux.send(b"A", fail)
        wire.mux.send(b"B", told.append)
    await tick()
    wire.reply(b":1\r\n:2\r\n")
    assert (reported, told) == ([failing], [2])

    wire.mux.connection_lost(None)
    assert reported == [failing, failing]
    assert isinstance(told[1], StoreUnavailable)


async def test_a_command_on_a_lost_connection_is_told_so_but_not_at_once(wire: Wire) -> None:
    told: list[object] = []
    wire.mux.connection_lost(None)
    wire.mux.send(b"A", told.append)
    assert told == []
    await tick()
    (fault,) = told
    assert isinstance(fault, StoreUnavailable)
    assert not fault.sent


async def test_durable_commands_that_were_never_written_are_told_so() -> None:
    """Given a write that waits for its replicas, when the connection is lost before the next one,
    then the durable command of that is certainly not written."""
    wire = Wire(replicas=1)
    first = wire.mux.call("ADD", durable=True)
    await tick()
    second = wire.mux.call("ADD", durable=True)
    wire.mux.connection_lost(None)
    for future, fate in ((first, True), (second, False)):
        with pytest.raises(StoreUnavailable) as lost:
            await future
        assert lost.value.sent is fate


async def test_a_lost_connection_tells_what_was_sent_and_what_was_not(wire: Wire) -> None:
    sent = wire.mux.call("A")
    await tick()
    queued = wire.mux.call("B")
    wire.mux.connection_lost(ConnectionResetError(104, "reset"))
    after = wire.mux.call("C")
    for future, fate in ((sent, True), (queued, False), (after, False)):
        with pytest.raises(StoreUnavailable, match="reset") as lost:
            await future
        assert lost.value.sent is fate
    assert len(wire.lost) == 1
    wire.mux.connection_lost(None)
    assert len(wire.lost) == 1


async def test_something_that_is_not_a_store_is_dropped(wire: Wire) -> None:
    future = wire.mux.call("A")
    await tick()
    wire.reply(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    with pytest.raises(StoreUnavailable, match="Redis protocol"):
        await future
    assert wire.writes[-1] == b"aborted"


async def test_a_reply_that_nobody_asked_for_ends_the_connection(wire: Wire) -> None:
    wire.reply(b":1\r\n")
    assert wire.mux.lost


async def test_a_silent_store_is_given_up(wire: Wire) -> None:
    quiet = Wire(timeout=0.05)
    with pytest.raises(StoreUnavailable, match="has not answered"):
        await quiet.mux.call("A")
    assert quiet.writes[-1] == b"aborted"
    assert quiet.lost


async def test_one_wait_closes_each_write_and_the_next_write_waits_for_it() -> None:
    wire = Wire(replicas=2)
    first = [wire.mux.call("ADD", str(n), durable=True) for n in range(3)]
    await tick()
    assert wire.writes[0].count(b"WAIT") == 1
    second = wire.mux.call("ADD", "late", durable=True)
    await tick()
    assert len(wire.writes) == 1
    wire.reply(b":1\r\n-FENCED 9\r\n:1\r\n")
    await tick()
    assert not any(future.done() for future in first)
    wire.reply(b":2\r\n")
    assert await first[0] == 1
    with pytest.raises(ErrorReply, match="FENCED"):
        await first[1]
    assert await first[2] == 1
    assert len(wire.writes) == 2
    wire.reply(b":1\r\n:1\r\n")
    with pytest.raises(NotReplicated, match="1 of 2 replicas"):
        await second
    wire.mux.abort("the test is over")


async def test_a_connection_lost_before_the_acknowledgement_leaves_the_fate_open() -> None:
    wire = Wire(replicas=1)
    added = wire.mux.call("ADD", durable=True)
    refused = wire.mux.call("ADD", durable=True)
    await tick()
    wire.reply(b":1\r\n-CONFLICT 3\r\n")
    wire.mux.connection_lost(None)
    with pytest.raises(StoreUnavailable) as lost:
        await added
    assert lost.value.sent
    with pytest.raises(ErrorReply, match="CONFLICT"):
        await refused


async def test_commands_that_need_no_replica_carry_no_wait() -> None:
    wire = Wire(replicas=1)
    future = wire.mux.call("PING")
    await tick()
    assert b"WAIT" not in wire.writes[0]
    wire.reply(b"+PONG\r\n")
    assert await future == b"PONG"
    wire.mux.abort("the test is over")


async def test_a_closed_transport_means_that_the_connection_is_lost() -> None:
    """Given a transport that raises rather than say that it is lost, when a command is written to
    it, then that fails as on any lost connection, and the loss is told once."""
    told: list[str] = []
    mux = Mux(replicas=0, timeout=5.0, on_lost=lambda _mux, reason: told.append(reason))
    mux.connection_made(Closed([]))
    with pytest.raises(StoreUnavailable, match="its connection is closed"):
        async with asyncio.timeout(2):
            await mux.call("PING")
    assert len(told) == 1
    assert mux.lost
