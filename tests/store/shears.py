"""A way to a store that cuts whatever goes over it, again and again."""

import asyncio
import random
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit


class Shears:
    """Carries connections to a store on the loopback; `cut` ends all of them in the middle."""

    def __init__(self, url: str, seed: int = 1) -> None:
        self._to = urlsplit(url)
        self._chance = random.Random(seed)
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts = 0
        self._cuts_at = b""
        self.has_cut = asyncio.Event()
        self.is_open = True
        self.cut_every = 0  # pieces carried from one cut to the next; 0 for no such cuts
        self._carried = 0

    def cut_at(self, word: bytes) -> None:
        """Cut everything as soon as this is said, and let nobody through before `is_open`."""
        self._cuts_at = word

    async def open(self) -> str:
        """The store's address over this way."""
        self._door = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._door.sockets[0].getsockname()[1]
        place = self._to.netloc.replace(str(self._to.port), str(port))
        return urlunsplit(self._to._replace(netloc=place))

    def cut(self) -> None:
        """End every connection at once, some of them with a reset."""
        self.cuts += 1
        self.has_cut.set()
        for end in tuple(self._ends):
            if self._chance.random() < 0.5:
                end.transport.abort()
            else:
                end.close()

    async def keep_cutting(self, least: float = 0.2, most: float = 0.4) -> None:
        """Cut every few hundred milliseconds, until cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(least, most))
            self.cut()

    async def close(self) -> None:
        self._door.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._to.port is not None
        if not self.is_open:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to.port)
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, far_writer}
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError, RuntimeError):
            while data := await source.read(65536):
                if self._cuts_at and self._cuts_at in data:
                    self._cuts_at, self.is_open = b"", False
                    self.cut()
                sink.write(data)
                self._carried += 1
                if self.cut_every and self._carried % self.cut_every == 0:
                    self.cut()
        sink.close()
        self._ends.discard(sink)
