"""One server process from start to stop: store, rooms, port.

Start: open the store (see `store_opening`), take the battles up again, listen. Stop (SIGTERM or
Ctrl-C): accept nobody, hand battles and tables over to other processes on the store, tell everybody
with `going_down` (one after the other where there are others, so that these are not all asked at
once), close the connections, stop the rooms that are left where they stand, give their leases back,
close the store. A second signal shortens the stop. Nothing that was acknowledged depends on a stop
being graceful.

Exit codes: 0 stopped as asked; 1 an unexpected failure; 2 settings that cannot be used; 3 the store
cannot be used; 4 the address cannot be listened on.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path

import structlog

from protocol.ids import BattleId
from protocol.refusals import BYES
from server.battles import Bots, Games, Resources, Setup, Unreadable
from server.net.admission import Admission, hidden_proxy, limits_of
from server.net.credentials import Operators, door_of
from server.net.http import Listener, Site, StoreAway, admin_of, certificate_of, share_pages_of
from server.net.telemetry import FreeSpace, Metrics, WorkerMetrics, check
from server.net.websocket import BoundedConnection, Framing, ServerSession
from server.players import Pay, Visitor
from server.process import logs, workers
from server.process.descriptors import Descriptors, shortage
from server.process.garbage import collecting
from server.process.identity import owner_of, version
from server.process.observing import observers_of
from server.process.signals import told_to_stop
from server.process.store_opening import FIRST_PAUSE, open_patiently
from server.runtime import Clock, Refusal, WallClock, hear
from server.service import GameService, shared_file
from server.settings import Settings
from server.store import Store, StoreError, StoreUnavailable
from server.store.memory import MemoryStore
from server.store.replay_storage import ReplayStorage, open_replay_storage

log = structlog.get_logger(__name__)

EXIT_OK, EXIT_FAILED, EXIT_SETTINGS, EXIT_STORE, EXIT_ADDRESS = range(5)  # see the head
PING_PATIENCE = 2.0  # seconds: who asks whether we are ready gives up soon after
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
        replay_storage: ReplayStorage | None = None,
    ) -> None:
        self.settings, self.store = settings, store
        setups = tuple(setups)
        self.metrics = Metrics()
        self.sessions: dict[ServerSession, None] = {}
        self.is_stopping = self.all_stop = False
        folder = Path(settings.data).expanduser()
        self._space = FreeSpace(store, folder, self.metrics, Descriptors().look)
        owner = owner_of(settings)
        self._observers = observers = observers_of(settings, owner, self.metrics)
        clock = clock or WallClock()
        self.service = GameService(
            Resources(
                store, clock, bots, settings.bot_delay, settings.bots_alone, observers=observers
            ),
            Games(setups),
            owner=owner,
            server=version(),
            lease=settings.lease,
            retention=settings.retention or None,
            replay_storage=replay_storage or _replay_storage(settings, store),
            limits=limits_of(settings, self.metrics),
            door=door_of(settings, clock),
        )
        self._housekeeping = self.service.housekeeping(settings.archive_after or None)
        self._unattended = self.service.unattended(settings.unattended_after)
        self._store_cut_off = self.service.store_cut_off(settings.lease, self._visitors)
        self._framing = Framing(self.metrics.traffic)
        self._admission = Admission(settings, asyncio.get_running_loop().time)
        words = next((one.words for one in setups if one.words is not None), dict)
        books = self._admission
        site = Site(settings, self.metrics, self._replay_file, self._not_ready, words, books)
        packs = self.service.packs
        site.lacking, site.differing = lambda: packs.lacking, packs.differing
        site.share = share_pages_of(settings, self.service, words)
        site.admin = admin_of(settings, self.service, self._admission)
        if (place := workers.place()) is not None:
            site.worker_metrics = WorkerMetrics(Path(place.folder), place.number, self.metrics.show)
        self._worker_metrics = site.worker_metrics
        self.listener = Listener(settings, self.metrics, books, site, self._converse, clock)
        self._count(self.metrics)

    def _count(self, gauges: Metrics) -> None:
        gauges.count_by(gauges.connections, lambda: len(self.sessions))
        gauges.count_by(gauges.rooms, lambda: len(self.service.rooms))
        gauges.count_by(gauges.watchers, self._watchers)
        gauges.count_by(gauges.store_up, lambda: float(self.store.state.up))

    async def start(self) -> None:
        """Take battles up and listen. Raises StoreError, OSError."""
        hear(lambda name: self.metrics.tasks_died.inc(label=name))
        # Battles before the port: whoever is let in finds theirs there.
        await self.service.open()
        if self._worker_metrics is not None:
            await self._worker_metrics.start()
        await self.listener.start()
        self._housekeeping.begin()
        self._space.begin()
        self._unattended.begin()
        self.service.campaign_progress.begin()
        self._store_cut_off.begin()

    async def stop(self) -> None:
        """End in good order; see the head of this file."""
        self.is_stopping = True
        self._housekeeping.stop()
        await self._space.stop()
        self._unattended.stop()
        self.service.campaign_progress.stop()
        self._store_cut_off.end()
        # First nobody new: whoever is sent away below must not come back to us.
        self.listener.close_door()
        if self.all_stop:
            self._send_away(tuple(self.sessions))
        else:
            await self._hand_over()
        await self.listener.stop()
        if self._worker_metrics is not None:
            await self._worker_metrics.stop()
        self.cut()
        # Last, as it gives the leases back: from then on others write to our battles.
        await self.service.close()
        await self._observers.close()

    async def _hand_over(self) -> None:
        try:
            # Half of it, a quarter for the connections: the rest is for what is left to be closed.
            async with asyncio.timeout(self.settings.stop_timeout / 2):
                await self.service.hand_over()
        except TimeoutError:
            log.warning("server.slow_hand_over", battles=len(self.service.rooms))
        sessions = random.sample(tuple(self.sessions), len(self.sessions))
        if self.service.is_draining and sessions:
            pause = min(SPREAD, self.settings.stop_timeout / 4) / len(sessions)
            loop = asyncio.get_running_loop()
            for number, session in enumerate(sessions):
                loop.call_later(number * pause, self._send_away, (session,))
            await asyncio.sleep(len(sessions) * pause)
        self._send_away(tuple(self.sessions))

    def _send_away(self, sessions: tuple[ServerSession, ...]) -> None:
        for session in sessions:
            if not session.is_parting:
                session.visitor.bye("going_down", BYES["going_down"][1])

    def stop_at_once(self) -> None:
        """End without handing anything over: all processes of this service end together."""
        self.all_stop = True

    def cut(self) -> None:
        """Close the remaining connections at once."""
        for session in tuple(self.sessions):
            session.link.cut("stopping")

    async def _converse(self, link: BoundedConnection) -> None:
        session = ServerSession(
            link,
            self.service,
            self.settings,
            self.metrics,
            self._admission,
            self._framing,
            self._observers,
        )
        self.sessions[session] = None
        self._store_cut_off.receive(session.visitor)
        try:
            await session.run()
        finally:
            del self.sessions[session]

    async def _replay_file(self, battle: BattleId, key: str, pay: Pay) -> bytes | None:
        try:
            return await shared_file(self.service.context, battle, key, pay)
        except Refusal:
            return None
        except StoreError as fault:
            raise StoreAway(str(fault)) from fault
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

    def _visitors(self) -> Iterable[Visitor]:
        return (session.visitor for session in self.sessions)

    def _watchers(self) -> int:
        return sum(1 for visitor in self._visitors() if visitor.show is not None)


@contextlib.asynccontextmanager
async def running(
    settings: Settings, store: Store, *, setups: Iterable[Setup], bots: Bots
) -> AsyncIterator[Server]:
    """Run a server on an open store, for as long as the block runs. Raises StoreError, OSError."""
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
    """Serve until told to stop, or until the file `life` can be read. Returns the exit code.

    If it cannot serve, it prints the reason in one line.
    """
    hear()
    try:
        open_replay_storage(settings.replays)  # said now, if it makes no sense
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
    """Return the exit code; None where the store went away before the server was there: open it
    again.
    """
    server = None
    try:
        async with running(settings, store, setups=setups, bots=bots) as server:
            port = server.listener.port
            log.info("server.listening", host=settings.host, port=port, store=store.name)
            if why := hidden_proxy(settings):
                hint = "name the proxy in --trust-proxy, or all players count as one address"
                log.warning("proxy.not_named", why=why, hint=hint)
            listening = partial(ready, port) if ready is not None else None
            with collecting(WallClock(), server.metrics.handled):
                reload = server.listener.reload_certificate if settings.tls_cert else None
                await told_to_stop(server, life, reload, listening)
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


def _replay_storage(settings: Settings, store: Store) -> ReplayStorage | None:
    """Return where replay files go. Battles in memory leave nothing behind, unless a place is
    named.
    """
    if settings.replays:
        return open_replay_storage(settings.replays)
    if isinstance(store, MemoryStore) and settings.data == Settings().data:
        return None
    return open_replay_storage(str(Path(settings.data) / "replays"))
