"""The pipelined connection to a store: a `Mux`, replaced by a new one when it is lost.

A connection is only used after its handshake: password, database, format number, append script.
The handshake is where a wrong password and a newer format show, at the start and later alike.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable

from server.runtime import Tasks
from server.store.interface import KeysMoved, StoreError, StoreFailed, StoreFormat, StoreUnavailable
from server.store.interface.keys import FORMAT, FORMAT_KEY
from server.store.redis.address import Address
from server.store.redis.faults import translated
from server.store.redis.mux import ErrorReply, Mux, Part, Reply, Told
from server.store.redis.replies import error
from server.store.redis.scripts import APPEND

FIRST_DELAY = 0.02
LONGEST_DELAY = 2.0
"""Seconds before connecting again, doubled each time: a cut connection is back at once, and a store
that is down is not asked more than every two seconds by each process.
"""


class StoreLink:
    """Keeps one connection to a store, reconnecting with back-off (0.02 s up to 2 s).

    After `open`, `on_down(reason)` is called when the connection is lost and `on_up()` when there
    is one again.
    """

    def __init__(
        self,
        address: Address,
        *,
        replicas: int,
        timeout: float,
        on_up: Callable[[], Awaitable[None]],
        on_down: Callable[[str], None],
    ) -> None:
        self.address = address
        self._replicas = replicas
        self._timeout = timeout
        self._on_up = on_up
        self._on_down = on_down
        self._mux: Mux | None = None
        self._lost = asyncio.Event()
        self._hurry = asyncio.Event()
        self._tasks = Tasks()

    async def open(self) -> None:
        """Connect, and keep connected from then on. Raises the first handshake's error."""
        mux = await self._connect()
        if mux.lost:  # in the moment after its handshake, when nobody looked
            raise StoreUnavailable("the connection was lost at once", sent=False)
        self._mux = mux
        self._tasks.keep(self._keep, "store link")

    async def close(self) -> None:
        """Stop reconnecting and drop the connection."""
        await self._tasks.close()
        if self._mux is not None:
            mux, self._mux = self._mux, None
            mux.abort("we have closed it")

    def call(self, *parts: Part, durable: bool = False) -> asyncio.Future[Reply]:
        """Queue a command and return its future, see `Mux.call`. Without a connection the future
        fails at once with StoreUnavailable, unsent.
        """
        if self._mux is None:
            return _unsent("there is no connection")
        return self._mux.call(*parts, durable=durable)

    def send(self, command: bytes, told: Told) -> None:
        """Queue a packed command, see `Mux.send`. Without a connection `told` is told so, later."""
        if self._mux is None:
            fault = StoreUnavailable("there is no connection", sent=False)
            asyncio.get_running_loop().call_soon(told, fault)
        else:
            self._mux.send(command, told)

    @property
    def connected(self) -> bool:
        """Return whether there is a connection whose handshake is finished."""
        return self._mux is not None

    def hurry(self) -> None:
        """Try to reconnect now rather than after the current delay."""
        self._hurry.set()

    def reconnect(self, reason: str) -> None:
        """Drop the present connection, and connect again to what is the primary by now (after a
        failover).
        """
        if self._mux is not None:
            self._mux.abort(reason)

    def _mux_lost(self, mux: Mux, reason: str) -> None:
        if mux is self._mux:
            self._mux = None
            self._lost.set()
            self._on_down(reason)

    async def _keep(self) -> None:
        while True:
            while self._mux is not None:
                await self._watch()
            await self._return()

    async def _watch(self) -> None:
        """Wait until the connection is lost, and send a PING now and then, which shows a loss."""
        try:
            async with asyncio.timeout(self._timeout):
                await self._lost.wait()
        except TimeoutError:
            self.call("PING").add_done_callback(_ignore)

    async def _return(self) -> None:
        delay = FIRST_DELAY
        while self._mux is None:
            self._hurry.clear()
            # Before connecting: the loss of the connection that is being made must not be cleared
            # away.
            self._lost.clear()
            try:
                mux = await self._connect()
            except StoreError as found:
                self._on_down(reason_of(found))
                # Not in step with the other processes, which have lost the store at the same
                # moment.
                await self._pause(delay * random.uniform(0.8, 1.2))
                delay = min(delay * 2, LONGEST_DELAY)
                continue
            self._mux = mux
            if mux.lost:
                self._mux = None
                continue
            await self._on_up()

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        except TimeoutError:
            return

    async def _connect(self) -> Mux:
        mux = Mux(replicas=self._replicas, timeout=self._timeout, on_lost=self._mux_lost)
        await introduce(mux, self.address, self._timeout)
        return mux


async def introduce(mux: Mux, address: Address, timeout: float) -> None:
    """Connect a mux to a server and shake hands. Raises a StoreError; the connection is closed
    then.
    """
    try:
        async with asyncio.timeout(timeout):
            await address.connect(mux)
            await _shake_hands(mux, address)
    except TimeoutError:
        mux.abort("it does not answer")
        raise StoreUnavailable(f"{address} does not answer", sent=False) from None
    except StoreError:
        mux.abort("the handshake failed")
        raise
    except Exception as found:
        mux.abort("it cannot be reached")
        error = translated(found, sent=False)
        if isinstance(error, StoreUnavailable):
            error = StoreUnavailable(f"{address}: {error.reason}", sent=False)
        raise error from None
    # Cancelled in the middle: nobody would know of this connection, and it would stay open.
    except BaseException:
        mux.abort("the handshake was broken off")
        raise


async def _shake_hands(mux: Mux, where: Address) -> None:
    try:
        if where.password:
            user = (where.username,) if where.username else ()
            await mux.call("AUTH", *user, where.password)
        if where.database:
            await mux.call("SELECT", where.database)
        await _check_mark(mux, where)
        await mux.call("SCRIPT", "LOAD", APPEND.source)
    except ErrorReply as reply:
        raise _as_store_error(reply) from None


async def _check_mark(mux: Mux, where: Address) -> None:
    """Check the store's format number, at the server of a cluster that has its key. Raises what
    `check_format` does.
    """
    try:
        await check_format(mux)
    except ErrorReply as reply:
        if not where.shard or not isinstance(error(str(reply)), KeysMoved):
            raise


async def check_format(mux: Mux) -> None:
    """Refuse a store of a newer format before anything is written; mark an empty one as ours.

    The marking is tried on a marked store too: it changes nothing there, and a store that is full
    or a read-only replica shows itself by refusing it. Raises StoreFormat, ErrorReply.
    """
    # Read again after marking: another release may have marked the store in between.
    for step in ("before", "after"):
        found: bytes | None = await mux.call("GET", FORMAT_KEY)
        text = (found or b"0").decode(errors="replace")
        if not text.isdecimal() or int(text) > FORMAT:
            raise StoreFormat(text, FORMAT)
        if step == "before":
            await mux.call("SET", FORMAT_KEY, FORMAT, "NX")


def _as_store_error(reply: ErrorReply) -> StoreError:
    found = error(str(reply))
    return found if isinstance(found, StoreError) else StoreFailed(str(reply))


def reason_of(found: BaseException) -> str:
    """Return an error's cause, for a sentence that says itself that the store is away."""
    return found.reason if isinstance(found, StoreUnavailable) else str(found)


def _ignore(future: asyncio.Future[Reply]) -> None:
    if not future.cancelled():
        future.exception()


def _unsent(reason: str) -> asyncio.Future[Reply]:
    future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    future.set_exception(StoreUnavailable(reason, sent=False))
    return future
