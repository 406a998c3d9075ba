"""The list of public tables of all processes: read from the store once, then kept up to date by
announcements.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec
import structlog

from protocol.ids import TableId
from protocol.tables import TableLine
from server.runtime import Clock, Timer
from server.store import Conflict, Store, StoreError, keys, outlast, outlast_briefly
from server.tables.documents import KIND, decode, line_of, lists_of, write
from server.tables.seats import TableDoc

CHANNEL = keys.news("tables")
PATIENCE = 1.0  # seconds; what is said before is found when the list is read, only later

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[TableId, TableLine | None]).decode

log = structlog.get_logger(__name__)


class Lobby:
    """The lines of public tables by table id, as spectators may see them."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store, self._clock, self._spawn = store, clock, spawn
        self.lines: dict[TableId, TableLine] = {}
        self._is_read = self._is_reading = self._look_again = False
        self._listens = asyncio.Event()
        self._looks: dict[TableId, Timer] = {}  # one for each table that holds something back
        self._stop: Callable[[], None] | None = None

    async def open(self) -> None:
        """Subscribe to announcements, then read the public tables' documents. Raises StoreError."""
        self._stop = self._store.fleet.subscribe(CHANNEL, self._hear)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._listens.wait()
        except TimeoutError:
            log.warning("tables.not_heard")
        await list_once(self._store, self._clock)
        await self._read()
        self._is_read = True

    def close(self) -> None:
        """Unsubscribe, and stop all timers."""
        for timer in self._looks.values():
            timer.cancel()
        self._looks.clear()
        if self._stop is not None:
            self._stop()

    def changed(self, doc: TableDoc) -> None:
        """Announce a table to all processes if its line in the list has changed."""
        table, now = doc.state.table, self._clock.unix_ms()
        line = line_of(doc, now)
        self._look_later(doc, now)
        if self.lines.get(table) == line:
            return
        self._keep(table, line)
        self._spawn(self._announce(table))

    def _look_later(self, doc: TableDoc, now: int) -> None:
        """Set a timer for the time at which the next held state of the table is due, as its line
        may change then. That look sets the timer for the one after.
        """
        table = doc.state.table
        if (timer := self._looks.pop(table, None)) is not None:
            timer.cancel()
        if ahead := [held.until for held in doc.held if held.until > now]:
            wait = (min(ahead) - now) / 1000
            self._looks[table] = self._clock.call_later(wait, partial(self._spawn_look, table))

    def _spawn_look(self, table: TableId) -> None:
        self._looks.pop(table, None)
        self._spawn(self._look(table))

    async def _look(self, table: TableId) -> None:
        try:
            work = partial(self._store.get, KIND, table)
            found = await outlast(self._store, self._clock, work)
        except StoreError as fault:
            log.error("table.not_announced", table=table, error=str(fault))
            return
        if found is not None:
            self.changed(decode(found[1]))

    async def _announce(self, table: TableId) -> None:
        async def announce() -> None:
            await self._store.fleet.publish(CHANNEL, _encode((table, self.lines.get(table))))

        try:
            await outlast(self._store, self._clock, announce)
        except StoreError as fault:
            log.error("table.not_announced", table=table, error=str(fault))

    def _hear(self, told: bytes | None) -> None:
        if told is not None:
            self._keep(*_decode(told))
            return
        self._listens.set()
        if self._is_read:
            self._spawn(self._read_again())

    def _keep(self, table: TableId, line: TableLine | None) -> None:
        if line is not None:
            self.lines[table] = line
        else:
            self.lines.pop(table, None)

    async def _read(self) -> None:
        for doc in await docs_in(self._store, self._clock, "public"):
            now = self._clock.unix_ms()
            self._keep(doc.state.table, line_of(doc, now))
            self._look_later(doc, now)

    async def _read_again(self) -> None:
        self._look_again = True
        if self._is_reading:
            return
        self._is_reading = True
        try:
            while self._look_again:
                self._look_again = False
                await outlast(self._store, self._clock, self._read)
        except StoreError as fault:
            log.error("tables.not_read", error=str(fault))
        finally:
            self._is_reading = False


async def docs_in(store: Store, clock: Clock, within: str) -> list[TableDoc]:
    """Return the documents of the tables in one of the store's lists, with short outages of the
    store waited out.

    Raises StoreError.
    """
    ids = await outlast_briefly(store, clock, partial(store.ids, KIND, within))
    found = [await outlast_briefly(store, clock, partial(store.get, KIND, each)) for each in ids]
    return [decode(one[1]) for one in found if one is not None]


async def list_once(store: Store, clock: Clock) -> None:
    """Put the tables of a store that an early release has written into the store's lists, once.
    Raises StoreError.
    """
    work = partial(store.get, "index", KIND)
    if await outlast_briefly(store, clock, work) is not None:
        return
    for table in await outlast_briefly(store, clock, partial(store.ids, KIND)):
        await outlast_briefly(store, clock, partial(put_in_lists, store, TableId(table)))
    with contextlib.suppress(Conflict):  # our own write, where the answer to it was lost
        await outlast_briefly(store, clock, partial(store.put, "index", KIND, b"1"))


async def list_again(store: Store) -> int:
    """Correct the lists for tables that a process of an early release has written since, as those
    releases do not know of lists. Return how many tables were corrected. Raises StoreError.
    """
    standing = {within: set(await store.ids(KIND, within)) for within in keys.LISTS}
    count = 0
    for table in await store.ids(KIND):
        found = await store.get(KIND, table)
        if found is None:
            continue
        wanted = lists_of(decode(found[1]))
        if any((table in standing[within]) != is_in for within, is_in in wanted.items()):
            await put_in_lists(store, TableId(table))
            count += 1
    return count


async def put_in_lists(store: Store, table: TableId) -> None:
    """Write a table's document unchanged, together with its lists. Raises StoreError."""
    found = await store.get(KIND, table)
    if found is not None:
        with contextlib.suppress(Conflict):  # whoever has written it meanwhile has listed it
            await write(store, decode(found[1]), found[0])
