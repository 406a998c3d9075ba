"""Several server processes that share one port and one store: one machine's cores, one service.

The parent holds the embedded store, if that is the store, and serves nobody itself. It starts the
workers with its own command line, starts one that has died again, kills one that hangs (the kernel
would lead new connections to it for ever), and ends them all when told to. A worker finds its place
in the environment; from there on it is a server like any other.

Between parent and worker run two pipes: on one the worker says that it listens, and from then on
that it lives (see `worker_heartbeat`); on the other it reads the parent's end, however it comes.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import structlog
from msgspec import Struct

from server.process.worker_heartbeat import SLICE, WorkerHeartbeat, WorkerWatch, doing
from server.runtime import Tasks
from server.settings import Settings
from server.store import Durability

log = structlog.get_logger(__name__)

VARIABLE = "HEXWARDEN_WORKER"
# Seconds before a worker that has died is started again: at once after one death, seldom where it
# dies at every start. One that has lived for STEADY_AFTER counts as new.
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
STEADY_AFTER = 10.0

_HOPELESS = (2, 3, 4)  # exit codes that another try would end with as well: see `app`


class WorkerPlace(Struct, frozen=True):
    """A worker's place, its `number` among them. `life` is readable once the parent has ended or
    wants an end; what is written to `word` says that the worker listens, and lives (file
    descriptors). In `folder` the workers tell each other their figures.
    """

    store: str
    port: int
    life: int
    word: int
    folder: str
    number: int

    def of(self, settings: Settings) -> Settings:
        """Return the settings as this worker has them."""
        return msgspec.structs.replace(
            settings, store=self.store, port=self.port, workers=1, reuse_port=True
        )

    def listens(self, _port: int) -> None:
        """Tell the parent, and from now on that our event loop lives."""
        WorkerHeartbeat(self.word).beat()

    def ends(self) -> None:
        """Tell the parent that this worker ends on purpose and sends no further heartbeat."""
        os.close(self.word)


def place() -> WorkerPlace | None:
    """Return this process's place among the workers; None if it is not a worker."""
    found = os.environ.get(VARIABLE)
    return msgspec.json.decode(found, type=WorkerPlace) if found else None


class Workers:
    """The workers of one parent. `store`, `port` and `folder` are what they share."""

    def __init__(self, count: int, store: str, port: int, folder: str) -> None:
        self._count, self._store, self._port = count, store, port
        self._folder = folder
        self._running: dict[int, asyncio.subprocess.Process] = {}
        self._lives: dict[int, int] = {}
        self._tasks = Tasks()
        self._stopping = asyncio.Event()
        self._code = 0

    def stop(self) -> None:
        """Ask all workers to stop gracefully; a second call ends them at once."""
        if self._stopping.is_set():
            for process in self._running.values():
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
        self._stopping.set()
        for number in tuple(self._lives):
            os.close(self._lives.pop(number))

    def reload(self) -> None:
        """Tell all workers to read their certificate again."""
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGHUP)

    async def run(self, ready: Callable[[], None]) -> int:
        """Keep the workers running until told to stop. Calls `ready` once all of them listen."""
        waiting = [asyncio.Event() for _ in range(self._count)]
        keepers = [
            self._tasks.share(self._keep(number, event)) for number, event in enumerate(waiting)
        ]
        listen = self._tasks.share(_all(waiting))
        stopped = self._tasks.share(self._stopping.wait())
        await asyncio.wait([listen, stopped], return_when=asyncio.FIRST_COMPLETED)
        if listen.done():
            ready()
        await asyncio.gather(*keepers)
        listen.cancel()
        stopped.cancel()
        return self._code

    async def _keep(self, number: int, listens: asyncio.Event) -> None:
        delay = FIRST_DELAY
        while not self._stopping.is_set():
            begun = time.monotonic()
            code = await self._once(number, listens)
            if self._stopping.is_set():
                self._code = max(self._code, code)
            elif code in _HOPELESS and not listens.is_set():
                self._code = code
                self.stop()
            else:
                log.error("worker.ended", worker=number, code=code)
                if time.monotonic() - begun > STEADY_AFTER:
                    delay = FIRST_DELAY
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(delay):
                        await self._stopping.wait()
                delay = min(delay * 2, LONGEST_DELAY)

    async def _once(self, number: int, listens: asyncio.Event) -> int:
        """Run a worker until it ends. Returns its exit code."""
        (life, hold), (word, say) = os.pipe(), os.pipe()
        where = WorkerPlace(self._store, self._port, life, say, self._folder, number)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *sys.orig_argv[1:],
            env={**os.environ, VARIABLE: msgspec.json.encode(where).decode()},
            pass_fds=(life, say),
            start_new_session=True,
        )
        os.close(life)
        os.close(say)
        self._running[number], self._lives[number] = process, hold
        if self._stopping.is_set():
            os.close(self._lives.pop(number))
        watch = WorkerWatch(partial(doing, process.pid))
        reader = asyncio.get_running_loop()

        def hear() -> None:
            if not os.read(word, 256):  # bytes: a minute of beats that we have not read
                reader.remove_reader(word)
                os.close(word)
                watch.end()
                return
            if not watch.is_judged:
                listens.set()
                log.info("worker.listening", worker=number, pid=process.pid)
            watch.heard()

        reader.add_reader(word, hear)
        watching = self._tasks.start(_kill_if_hung(number, process, watch))
        code = await process.wait()
        watching.cancel()
        self._running.pop(number, None)
        if (kept := self._lives.pop(number, None)) is not None:
            os.close(kept)
        return code


async def _kill_if_hung(
    number: int, process: asyncio.subprocess.Process, watch: WorkerWatch
) -> None:
    """Watch a worker for as long as it lives."""
    while not (why := watch.judge()):
        await asyncio.sleep(SLICE)
    log.error("worker.hung", worker=number, pid=process.pid, why=why)
    with contextlib.suppress(ProcessLookupError):
        process.kill()


async def _all(events: list[asyncio.Event]) -> None:
    for event in events:
        await event.wait()


async def serve(settings: Settings, ready: Callable[[int], None] | None) -> int:
    """Run the workers until told to stop. Raises ValueError, StoreError, OSError."""
    if settings.store == "memory://":
        raise ValueError("workers need a store that they can share: embedded, or a redis:// one")
    with _reserved(settings) as port:
        async with contextlib.AsyncExitStack() as stack:
            url = settings.store
            if url in ("", "embedded"):
                from server.store.embedded import EmbeddedStore

                durability = Durability.parse(settings.durability)
                store = await EmbeddedStore.start(Path(settings.data).expanduser(), durability)
                stack.push_async_callback(store.close)
                url = store.url
            folder = stack.enter_context(TemporaryDirectory(prefix="hw-workers-"))
            workers = Workers(settings.workers, url, port, folder)
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, workers.stop)
            if settings.tls_cert:
                loop.add_signal_handler(signal.SIGHUP, workers.reload)

            def all_listen() -> None:
                log.info("server.listening", host=settings.host, port=port, store=url)
                if ready is not None:
                    ready(port)

            return await workers.run(all_listen)


@contextlib.contextmanager
def _reserved(settings: Settings) -> Iterator[int]:
    """Return a port that stays ours, though nobody listens on it before the workers do."""
    family, kind, _, _, address = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind) as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        kept.bind(address)
        yield kept.getsockname()[1]
