"""One server process from start to stop: store, rooms, port.

Start: open the store (see `opening`), take the battles up again, listen. Stop (SIGTERM or Ctrl-C):
accept nobody, hand battles and tables over to other processes on the store, tell everybody with
`going_down` (one after the other where there are others, so that these are not all asked at once),
close the connections, stop the rooms that are left where they stand, give their leases back, close
the store. A second signal shortens the stop. Nothing that was acknowledged depends on a stop being
graceful.

Exit codes: 0 stopped as asked; 1 an unexpected failure; 2 settings that cannot be used; 3 the store
cannot be used; 4 the address cannot be listened on.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

import structlog

from protocol.refusals import BYES
from server import logs, workers
from server.collecting import collecting
from server.descriptors import shortage
from server.known_as import owner_of, version
from server.net.admin import admin_of
from server.net.admission import Admission, limits_of
from server.net.link import Link
from server.net.listener import Listener
from server.net.metering import meter
from server.net.metrics import Metrics
from server.net.operators import Operators
from server.net.outbox import Framing
from server.net.proxies import hidden_proxy
from server.net.session import Session
from server.net.siblings import Siblings
from server.net.sign_in import door_of
from server.net.site import Away, Site
from server.net.space import Space
from server.net.tls import certificate_of
from server.net.tracing import check, traces_to
from server.opening import FIRST_PAUSE, open_patiently
from server.rooms.caretaker import Caretaker
from server.rooms.clock import Clock, WallClock
from server.rooms.effort import Pay
from server.rooms.games import Games, Setup
from server.rooms.hall import Hall
from server.rooms.isolation import Isolation
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.room import Services
from server.rooms.seating import Bots
from server.rooms.sharing import shared_file
from server.rooms.unattended import Unattended
from server.rooms.visitor import Visitor
from server.settings import Settings
from server.signals import told_to_stop
from server.store.base import Store
from server.store.errors import StoreError, StoreUnavailable
from server.store.memory import MemoryStore
from server.store.replay_shelf import Shelf, open_shelf
from server.tasks import hear

log = structlog.get_logger(__name__)

EXIT_OK, EXIT_FAILED, EXIT_SETTINGS, EXIT_STORE, EXIT_ADDRESS = range(5)
PING_PATIENCE = 2.0
SPREAD = 1.0  # seconds over which connections are sent away, where they may come back elsewhere

Ready = Callable[[int], None]
"""Called with the port once the server listens."""


class Server:
    """The parts of one running server."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        setups: Iterable[Setup],
        bots: Bots,
        clock: Clock | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.settings, self.store = settings, store
        setups = tuple(setups)
        self.metrics = Metrics()
        self.sessions: dict[Session, None] = {}
        self.is_stopping = self.all_stop = False
        meter(store, self.metrics)
        self._space = Space(store, Path(settings.data).expanduser(), self.metrics)
        self.hall = Hall(
            Services(store, clock or WallClock(), bots, settings.bot_delay, settings.bots_alone),
            Games(setups),
            owner=owner_of(settings),
            server=version(),
            lease=settings.lease,
            retention=settings.retention or None,
            shelf=shelf or _shelf(settings, store),
            limits=limits_of(settings, self.metrics),
            door=door_of(settings, clock or WallClock()),
        )
        names = {"service.name": "hexwarden", "service.version": self.hall.server}
        names["service.instance.id"] = self.hall.owner
        self._traces = traces_to(settings.otlp, settings.otlp_share, names)
        if self._traces is not None:
            self._traces.follow(self.hall, store)
        self._caretaker = Caretaker(self.hall, settings.archive_after or None)
        self._unattended = Unattended(self.hall, settings.unattended_after)
        self._isolation = Isolation(self.hall, settings.lease, self._visitors)
        self._framing = Framing()
        self._admission = Admission(settings, asyncio.get_running_loop().time)
        words = next((one.words for one in setups if one.words is not None), dict)
        books = self._admission
        site = Site(settings, self.metrics, self._replay_file, self._not_ready, words, books)
        site.lacking, site.differing = self._lacking, self.hall.packs.differing
        site.admin = admin_of(settings, self.hall, self._admission)
        if (place := workers.place()) is not None:
            site.siblings = Siblings(Path(place.folder), place.number, self.metrics.show)
        self._siblings = site.siblings
        self.listener = Listener(settings, self.metrics, self._admission, site, self._converse)
        self._count(self.metrics)

    def _count(self, gauges: Metrics) -> None:
        gauges.count_by(gauges.connections, lambda: len(self.sessions))
        gauges.count_by(gauges.rooms, lambda: len(self.hall.rooms))
        gauges.count_by(gauges.watchers, self._watchers)
        gauges.count_by(gauges.store_up, lambda: float(self.store.state.up))

    async def start(self) -> None:
        """Take battles up and listen. Raises StoreError, OSError."""
        hear(lambda name: self.metrics.tasks_died.inc(label=name))
        await self.hall.open()
        if self._siblings is not None:
            await self._siblings.start()
        await self.listener.start()
        self._caretaker.begin()
        self._space.begin()
        self._unattended.begin()
        self._isolation.begin()

    async def stop(self) -> None:
        """End in good order; see the head of this file."""
        self.is_stopping = True
        self._caretaker.stop()
        await self._space.stop()
        self._unattended.stop()
        self._isolation.end()
        self.listener.close_door()
        if self.all_stop:
            self._send_away(tuple(self.sessions))
        else:
            await self._hand_over()
        await self.listener.stop()
        if self._siblings is not None:
            await self._siblings.stop()
        self.cut()
        await self.hall.close()
        if self._traces is not None:
            await self._traces.close()

    async def _hand_over(self) -> None:
        try:
            async with asyncio.timeout(self.settings.stop_timeout / 2):
                await self.hall.hand_over()
        except TimeoutError:
            log.warning("server.slow_hand_over", battles=len(self.hall.rooms))
        sessions = random.sample(tuple(self.sessions), len(self.sessions))
        if self.hall.is_draining and sessions:
            pause = min(SPREAD, self.settings.stop_timeout / 4) / len(sessions)
            loop = asyncio.get_running_loop()
            for number, session in enumerate(sessions):
                loop.call_later(number * pause, self._send_away, (session,))
            await asyncio.sleep(len(sessions) * pause)
        self._send_away(tuple(self.sessions))

    def _send_away(self, sessions: tuple[Session, ...]) -> None:
        for session in sessions:
            if not session.is_parting:
                session.visitor.bye("going_down", BYES["going_down"][1])

    def cut(self) -> None:
        """Do not wait for peers any longer."""
        for session in tuple(self.sessions):
            session.link.cut("stopping")

    async def _converse(self, link: Link) -> None:
        session = Session(
            link, self.hall, self.settings, self.metrics, self._admission, self._framing
        )
        self.sessions[session] = None
        self._isolation.receive(session.visitor)
        try:
            await session.run()
        finally:
            del self.sessions[session]

    async def _replay_file(self, battle: str, key: str, pay: Pay) -> bytes | None:
        try:
            return await shared_file(self.hall, battle, key, pay)
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
        if few := shortage():
            return few
        try:
            async with asyncio.timeout(PING_PATIENCE):
                await self.store.ping()
        except TimeoutError:
            return "the store does not answer"
        except StoreError as fault:
            return str(fault)
        return ""

    def _lacking(self) -> Iterable[str]:
        return self.hall.packs.lacking

    def _visitors(self) -> Iterable[Visitor]:
        return (session.visitor for session in self.sessions)

    def _watchers(self) -> int:
        return sum(1 for visitor in self._visitors() if visitor.show is not None)


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
    settings: Settings,
    *,
    setups: Iterable[Setup],
    bots: Bots,
    ready: Ready | None = None,
    life: int | None = None,
) -> int:
    """Serve until told to stop, or until the file `life` can be read; gives the exit code.

    Says in one line why, where it cannot.
    """
    hear()
    try:
        open_shelf(settings.replays)  # said now, if it makes no sense
        certificate_of(settings)
        check(settings.otlp)
        door_of(settings, WallClock())
        if settings.operators:
            Operators(settings.operators)
    except ValueError as fault:
        return _failed(EXIT_SETTINGS, fault)
    setups, code = tuple(setups), None
    while code is None:
        try:
            store = await open_patiently(settings, life)
        except ValueError as fault:
            return _failed(EXIT_SETTINGS, fault)
        except StoreError as fault:
            return _failed(EXIT_STORE, fault)
        except OSError as fault:
            return _failed(EXIT_ADDRESS, _no_address(settings, fault))
        code = EXIT_OK
        if store is not None:
            code = await _serve_on(store, settings, setups, bots, ready, life)
    if code == EXIT_OK:
        log.info("server.stopped")
    return code


async def _serve_on(
    store: Store,
    settings: Settings,
    setups: Iterable[Setup],
    bots: Bots,
    ready: Ready | None,
    life: int | None,
) -> int | None:
    """The exit code; None where the store went away before the server was there: open it again."""
    server = None
    try:
        async with running(settings, store, setups=setups, bots=bots) as server:
            port = server.listener.port
            log.info("server.listening", host=settings.host, port=port, store=store.name)
            if why := hidden_proxy(settings):
                hint = "name the proxy in --trust-proxy, or all players count as one address"
                log.warning("proxy.not_named", why=why, hint=hint)
            if ready is not None:
                ready(port)
            with collecting(WallClock(), server.metrics.handled):
                await told_to_stop(server, life)
            log.info("server.stopping", connections=len(server.sessions))
    except StoreUnavailable as fault:
        if server is not None:
            return _failed(EXIT_STORE, fault)
        log.warning("store.lost_at_start", reason=str(fault))
        await asyncio.sleep(FIRST_PAUSE)
        return None
    except StoreError as fault:
        return _failed(EXIT_STORE, fault)
    except OSError as fault:
        return _failed(EXIT_ADDRESS, _no_address(settings, fault))
    finally:
        await store.close()
    return EXIT_OK


def run(
    settings: Settings, *, setups: Iterable[Setup], bots: Bots, ready: Ready | None = None
) -> int:
    """`serve` in an event loop of its own, uvloop where there is one; starts the logs.

    With several workers this process runs none itself, but looks after those.
    """
    logs.start(settings.log, settings.log_level)
    place = workers.place()
    life = None
    with contextlib.ExitStack() as last, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        if place is not None:
            settings, ready, life = place.of(settings), place.listens, place.life
            last.callback(place.ends)
        try:
            if settings.workers > 1:
                return runner.run(_look_after_workers(settings, ready))
            work = serve(settings, setups=setups, bots=bots, ready=ready, life=life)
            return runner.run(work)
        except KeyboardInterrupt:
            return _failed(EXIT_FAILED, "interrupted")
        except Exception:
            log.exception("server.failed")
            return EXIT_FAILED


async def _look_after_workers(settings: Settings, ready: Ready | None) -> int:
    hear()
    try:
        return await workers.serve(settings, ready)
    except ValueError as fault:
        return _failed(EXIT_SETTINGS, fault)
    except StoreError as fault:
        return _failed(EXIT_STORE, fault)
    except OSError as fault:
        return _failed(EXIT_ADDRESS, _no_address(settings, fault))


def _no_address(settings: Settings, fault: OSError) -> str:
    reason = fault.strerror or str(fault)
    return f"cannot listen on {settings.host}:{settings.port}: {reason}"


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


def _shelf(settings: Settings, store: Store) -> Shelf | None:
    """Where replay files go. Battles in memory leave nothing behind, unless a place is named."""
    if settings.replays:
        return open_shelf(settings.replays)
    if isinstance(store, MemoryStore) and settings.data == Settings().data:
        return None
    return open_shelf(str(Path(settings.data) / "replays"))
