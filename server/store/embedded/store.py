"""The default store: a private Valkey that we start, watch over and end.

It listens on a unix socket that only this user can reach, keeps an append-only file in a data
directory of its own, and is found again with all its battles at the next start. When it dies, it
is started again with growing delays; meanwhile the store is down and says why.
"""

import asyncio
import shutil
import time
from functools import partial
from pathlib import Path

import structlog

from server.runtime import Tasks
from server.store.embedded.aof import Lengths, repair
from server.store.embedded.data_directory import FILES, DataDir
from server.store.embedded.memory_limit import half_of_memory
from server.store.embedded.process import StoreProcess
from server.store.embedded.program import find_program
from server.store.embedded.sync import sync_every_second
from server.store.interface import (
    Durability,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreState,
    StoreUnavailable,
)
from server.store.redis import TIMEOUT, Address, ErrorReply, Mux, RedisStore, translated

log = structlog.get_logger(__name__)

FIRST_DELAY = 0.05  # seconds before the program is started again, doubled each time
LONGEST_DELAY = 1.0  # a whole table waits; and one start a second harms nobody
STEADY_AFTER = 10.0  # seconds of running after which an end is a new one, and no repetition
TRUNCATED = "Truncating the AOF"
LOOK_EVERY = 0.5  # seconds between two looks at the program's socket and files
STARTS = 10  # tries at the first start, where somebody ends the program meanwhile
ENDED_WITHIN = 1.0  # seconds from the loss of a connection to the news that the program is dead
LEAST_ROOM = 8 * 1024 * 1024  # bytes that must be free on the disk for the program to start


class EmbeddedStore(RedisStore):
    """A `RedisStore` on a program that it starts itself, in the claimed data directory `data`."""

    def __init__(
        self,
        data: DataDir,
        program: Path,
        durability: Durability,
        *,
        timeout: float = TIMEOUT,
        memory: int = 0,
    ) -> None:
        super().__init__(Address.of_socket(data.socket), durability, timeout=timeout)
        self.name = f"embedded ({data.path})"
        self._data = data
        self._command = _command(program, data, durability, memory or half_of_memory())
        self._loop = asyncio.get_running_loop()
        self._process: StoreProcess | None = None
        self._exited = asyncio.Event()
        self._tasks = Tasks()
        self._why, self._lengths = "", Lengths(data.path)

    @classmethod
    async def start(
        cls, path: Path, durability: Durability, *, timeout: float = TIMEOUT, memory: int = 0
    ) -> "EmbeddedStore":
        """Claim the data directory, start the program, connect, and return the open store.

        With `memory` bytes in use (0: half of what the machine has) the store takes no more writes;
        it drops nothing.

        Raises ValueError for a durability by replicas, and NoStoreProgram, DataInUse, StoreFull,
        StoreFormat, StoreFailed (with the program's own words).
        """
        if durability.replicas:
            raise ValueError("the embedded store has no replicas: use fsync or everysec")
        program = find_program()
        data = await asyncio.to_thread(DataDir.claim, path.absolute())
        store = None
        try:
            store = cls(data, program, durability, timeout=timeout, memory=memory)
            await store.open()
        except BaseException:
            if store is None:
                data.release()
            raise
        return store

    @property
    def pid(self) -> int:
        """Return the process id of the running store program, 0 while there is none."""
        return self._process.pid if self._process and self._process.running else 0

    @property
    def url(self) -> str:
        """Return the URL by which other processes of this user reach the store while it runs."""
        return f"unix://{self._data.socket}"

    async def open(self) -> None:
        """Start the program and connect; see `start`.

        A program that somebody ends meanwhile is started again, a few times.
        """
        for left in reversed(range(STARTS)):
            try:
                await self._launch()
                await self._link.open()
                break
            except BaseException as found:
                if not (left and isinstance(found, StoreError) and await self._was_ended()):
                    await self.close()
                    raise
                log.warning("store.ended_at_start", reason=str(found))
                await asyncio.sleep(FIRST_DELAY)
        self._tasks.keep(self._supervise, "store supervisor")
        if self.durability.level == "everysec":
            work = partial(sync_every_second, self._data.path)
            self._tasks.keep(work, "store sync")

    async def _was_ended(self) -> bool:
        """Return whether somebody else has ended the program: a start is worth another try then, as
        what it dies of by itself would come again.
        """
        await self._pause(ENDED_WITHIN)
        return self._process is not None and self._process.was_ended

    async def close(self) -> None:
        """Stop the program in good order and free the data directory."""
        await self._tasks.close()
        await super().close()
        if self._process is not None:
            process, self._process = self._process, None
            await asyncio.to_thread(process.stop)
        self._data.release()

    def _went_away(self, reason: str) -> None:
        super()._went_away(self._why or reason)

    async def _came_back(self) -> None:
        self._why = ""
        await super()._came_back()

    def _process_exit(self, process: StoreProcess) -> None:
        """Wake the loop when the program has ended. Called from the process's own thread."""
        try:
            self._loop.call_soon_threadsafe(self._exited.set)
        except RuntimeError:
            return  # the loop is closed: nobody is left to tell

    async def _launch(self) -> None:
        """Start the program and wait until its data are loaded. Raises StoreFull, StoreFailed."""
        free = shutil.disk_usage(self._data.path).free
        if free < LEAST_ROOM:
            raise StoreFull(f"the disk that holds {self._data.path} has {free // 1024} KiB left")
        self._exited.clear()
        self._data.make_place()
        try:
            await asyncio.to_thread(repair, self._data.path)
        except OSError as found:
            raise StoreFailed(f"its damaged file cannot be repaired: {found}") from None
        self._lengths = Lengths(self._data.path)
        process = StoreProcess(self._command, self._data, self._process_exit)
        self._process = process
        while not await self._ready():
            if self._exited.is_set():
                raise StoreFailed(f"the store program does not start: {process.last_words()}")
        for line in process.said(TRUNCATED):
            log.error("store.file_shortened", words=line)

    async def _ready(self) -> bool:
        """Return whether the program answers. If it does not, this pauses for 5 ms, or until it has
        ended.
        """
        mux = Mux(replicas=0, timeout=self._timeout, on_lost=lambda _mux, _reason: None)
        try:
            await Address.of_socket(self._data.socket).connect(mux)
            await mux.call("PING")
            return True
        except Exception as found:
            if not isinstance(translated(found), (ErrorReply, StoreUnavailable)):
                raise
            await self._pause(0.005)
            return False
        finally:
            mux.abort("")

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._exited.wait()
        except TimeoutError:
            return

    async def _supervise(self) -> None:
        """Start the program again whenever it has ended."""
        delay = FIRST_DELAY
        while True:
            begun = time.monotonic()
            while not self._exited.is_set():
                await self._pause(LOOK_EVERY)
                await self._look_after_socket()
                await self._look_after_files()
            if time.monotonic() - begun > STEADY_AFTER:
                delay = FIRST_DELAY
            words = self._process.last_words() if self._process else ""
            log.error("store.ended", words=words)
            self._tell(f"the store program has ended ({words}) and is being started again")
            started = False
            while not started:
                await asyncio.sleep(delay)
                delay = min(delay * 2, LONGEST_DELAY)
                started = await self._restart()
            self._link.hurry()

    async def _look_after_socket(self) -> None:
        """Stop the program if its socket was removed, as nobody reaches it any more; `_supervise`
        starts it again on a new one.
        """
        process = self._process
        if process is None or not process.running or Path(self._data.socket).exists():
            return
        log.error("store.socket_swept", path=self._data.socket)
        await asyncio.to_thread(process.stop)

    async def _look_after_files(self) -> None:
        """Let the program rewrite its files if somebody has shortened one: it still has all data in
        memory. The store is down until that is done.
        """
        if not (file := self._lengths.shrunk()):
            return
        log.error("store.file_shortened", words=f"{file} was shortened; it is written anew")
        self._why = f"its file {file} was shortened from outside and is written anew"
        self._set_state(StoreState(up=False, reason=self._why))
        try:
            await self._client.command("BGREWRITEAOF")
            while not self._exited.is_set() and (self._data.path / FILES / file).exists():
                await self._pause(0.05)
            log.info("store.file_whole")
        except (ErrorReply, StoreError) as found:
            log.error("store.not_rewritten", reason=str(found))
            return
        self._why = ""
        if self._link.connected:
            self._room_changed(self._full.why)

    async def _restart(self) -> bool:
        try:
            await self._launch()
        except Exception as found:
            known = isinstance(found, (StoreError, OSError))
            log.error("store.restart_failed", reason=str(found), exc_info=not known)
            self._tell(str(found))
            return False
        return True

    def _tell(self, why: str) -> None:
        self._why = why
        if not self._link.connected:
            self._set_state(StoreState(up=False, reason=why))


def _command(program: Path, data: DataDir, durability: Durability, memory: int) -> list[str]:
    """Return the command line of the program, with settings that every Redis since 6.2 and every
    Valkey knows.
    """
    settings = {
        "port": "0",
        "unixsocket": data.socket,
        "unixsocketperm": "700",
        "dir": str(data.path),
        "appendonly": "yes",
        "appendfsync": "always" if durability.level == "fsync" else "no",
        "save": "",
        "maxmemory": str(memory),
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "loglevel": "notice",
    }
    return [
        str(program),
        *(part for name, value in settings.items() for part in (f"--{name}", value)),
    ]
