"""One server process from start to stop: store, rooms, port.

Start: open the store, take the battles up again, listen. Stop (SIGTERM or Ctrl-C): accept nobody,
tell everybody with `going_down`, close the connections, stop the rooms where they stand, give the
leases back so that another process can go on at once, close the store. A second signal shortens
the stop. Nothing that was acknowledged depends on a stop being graceful.

Exit codes: 0 stopped as asked; 1 an unexpected failure; 2 settings that cannot be used; 3 the store
cannot be used; 4 the address cannot be listened on.
"""

import asyncio
import contextlib
import gc
import importlib.metadata
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

import structlog

from protocol.refusals import BYES
from server import logs
from server.net.admission import Admission
from server.net.link import Link
from server.net.listener import Listener
from server.net.metering import meter
from server.net.metrics import Metrics
from server.net.outbox import Framing
from server.net.session import Session
from server.net.site import Away, Site
from server.rooms.clock import WallClock
from server.rooms.games import Games, Setup
from server.rooms.hall import Hall
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Services
from server.rooms.seating import Bots
from server.settings import Settings
from server.store.base import Store
from server.store.durability import Durability
from server.store.errors import StoreError
from server.store.memory import MemoryStore
from server.store.open import open_store
from server.store.replay_folder import ReplayFolder

log = structlog.get_logger(__name__)

EXIT_OK, EXIT_FAILED, EXIT_SETTINGS, EXIT_STORE, EXIT_ADDRESS = range(5)
REPLAYS_AT_ONCE = 2
COLLECT_AFTER = (50_000, 20, 20)
PING_PATIENCE = 2.0

Ready = Callable[[int], None]
"""Called with the port once the server listens."""


class Server:
    """The parts of one running server."""

    def __init__(
        self, settings: Settings, store: Store, setups: Iterable[Setup], bots: Bots
    ) -> None:
        self.settings, self.store = settings, store
        self.metrics = Metrics()
        self.sessions: set[Session] = set()
        self.is_stopping = False
        meter(store, self.metrics)
        self.hall = Hall(
            Services(store, WallClock(), bots, settings.bot_delay),
            Games(setups),
            owner=_owner(settings),
            server=_version(),
            lease=settings.lease,
            retention=settings.retention or None,
            shelf=_shelf(settings, store),
        )
        self._framing = Framing()
        self._admission = Admission(settings, asyncio.get_running_loop().time)
        self._replays = asyncio.Semaphore(REPLAYS_AT_ONCE)
        site = Site(settings, self.metrics, self._replay_file, self._not_ready)
        self.listener = Listener(settings, self.metrics, self._admission, site, self._converse)
        gauges = self.metrics
        gauges.count_by(gauges.connections, lambda: len(self.sessions))
        gauges.count_by(gauges.rooms, lambda: len(self.hall.rooms))
        gauges.count_by(gauges.watchers, self._watchers)
        gauges.count_by(gauges.store_up, lambda: float(store.state.up))

    async def start(self) -> None:
        """Take battles up and listen. Raises StoreError, OSError."""
        await self.hall.open()
        await self.listener.start()

    async def stop(self) -> None:
        """End in good order; see the head of this file."""
        self.is_stopping = True
        self.listener.close_door()
        for session in tuple(self.sessions):
            session.visitor.bye("going_down", BYES["going_down"][1])
        await self.listener.stop()
        self.cut()
        await self.hall.close()

    def cut(self) -> None:
        """Do not wait for peers any longer."""
        for session in tuple(self.sessions):
            session.link.cut("stopping")

    async def _converse(self, link: Link) -> None:
        session = Session(
            link, self.hall, self.settings, self.metrics, self._admission, self._framing
        )
        self.sessions.add(session)
        try:
            await session.run()
        finally:
            self.sessions.discard(session)

    async def _replay_file(self, battle: str) -> bytes | None:
        try:
            async with self._replays:
                return await self.hall.replay_file(battle)
        except Refusal:
            return None
        except StoreError as fault:
            raise Away(str(fault)) from fault
        except Unreadable as fault:
            log.error("replay.unreadable", battle=battle, error=str(fault))
            return None

    async def _not_ready(self) -> str:
        if self.is_stopping:
            return "the server is stopping"
        if not self.store.state.up:
            return self.store.state.reason or "the store is away"
        try:
            async with asyncio.timeout(PING_PATIENCE):
                await self.store.ping()
        except TimeoutError:
            return "the store does not answer"
        except StoreError as fault:
            return str(fault)
        return ""

    def _watchers(self) -> int:
        return sum(1 for session in self.sessions if session.visitor.show is not None)


@contextlib.asynccontextmanager
async def running(
    settings: Settings, store: Store, *, setups: Iterable[Setup], bots: Bots
) -> AsyncIterator[Server]:
    """A server on an open store, for as long as the block runs. Raises StoreError, OSError."""
    server = Server(settings, store, setups, bots)
    try:
        await server.start()
        yield server
    finally:
        try:
            async with asyncio.timeout(settings.stop_timeout):
                await server.stop()
        except TimeoutError:
            log.warning("server.slow_stop")
            server.cut()


async def serve(
    settings: Settings, *, setups: Iterable[Setup], bots: Bots, ready: Ready | None = None
) -> int:
    """Serve until told to stop; gives the exit code. Says in one line why, where it cannot."""
    try:
        store = await open_store(
            settings.store,
            data_dir=Path(settings.data).expanduser(),
            durability=Durability.parse(settings.durability),
        )
    except ValueError as fault:
        return _failed(EXIT_SETTINGS, fault)
    except StoreError as fault:
        return _failed(EXIT_STORE, fault)
    try:
        async with running(settings, store, setups=setups, bots=bots) as server:
            port = server.listener.port
            log.info("server.listening", host=settings.host, port=port, store=store.name)
            if ready is not None:
                ready(port)
            await _told_to_stop(server)
            log.info("server.stopping", connections=len(server.sessions))
    except StoreError as fault:
        return _failed(EXIT_STORE, fault)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        return _failed(EXIT_ADDRESS, f"cannot listen on {settings.host}:{settings.port}: {reason}")
    finally:
        await store.close()
    log.info("server.stopped")
    return EXIT_OK


def run(
    settings: Settings, *, setups: Iterable[Setup], bots: Bots, ready: Ready | None = None
) -> int:
    """`serve` in an event loop of its own, uvloop where there is one; starts the logs."""
    logs.start(settings.log, settings.log_level)
    _spare_collections()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(serve(settings, setups=setups, bots=bots, ready=ready))
        except KeyboardInterrupt:
            return _failed(EXIT_FAILED, "interrupted")
        except Exception:
            log.exception("server.failed")
            return EXIT_FAILED


def _spare_collections() -> None:
    """Let the cyclic garbage collector look seldom, and never at what the start has made.

    A battle keeps its latest versions for undo, so most of what is new lives for a while and is no
    cycle: with Python's own thresholds an eighth of the server's time went into looking at it.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def _told_to_stop(server: Server) -> None:
    """Wait for SIGTERM or SIGINT; from then on a second one cuts whoever is still connected."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell() -> None:
        if told.is_set():
            server.cut()
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform == "win32":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(tell))
        else:
            loop.add_signal_handler(number, tell)
    await told.wait()


def _failed(code: int, reason: object) -> int:
    log.error("server.cannot_start", reason=str(reason))
    return code


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _owner(settings: Settings) -> str:
    """Who holds the leases.

    A private store has one owner for ever: its data directory is locked, so whoever opens it next
    may go on at once, without waiting until the leases of a crashed process run out.
    """
    return "private" if settings.store in ("", "embedded") else secrets.token_hex(8)


def _shelf(settings: Settings, store: Store) -> ReplayFolder | None:
    """Where replay files go. Battles in memory leave nothing behind, unless a place is named."""
    if isinstance(store, MemoryStore) and settings.data == Settings().data:
        return None
    return ReplayFolder(Path(settings.data).expanduser() / "replays")


def _version() -> str:
    try:
        return importlib.metadata.version("hexwarden")
    except importlib.metadata.PackageNotFoundError:
        return "unpackaged"
