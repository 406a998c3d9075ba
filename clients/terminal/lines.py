"""What comes in: lines of standard input, read by a thread so that the event loop never waits.

The thread reads one line for each that is asked for. What a script has piped in stays in the pipe
until the game asks for it, however much it is.
"""

import asyncio
import sys
import threading
from queue import SimpleQueue
from typing import IO


class Lines:
    """The lines of a text file. `is_terminal`: somebody types them."""

    def __init__(self, file: IO[str] | None = None) -> None:
        self._file = file or sys.stdin
        self.is_terminal = self._file.isatty()
        self._wanted: SimpleQueue[asyncio.Future[str | None]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def read(self) -> str | None:
        """Return the next line without its end; None after the last one."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="stdin", daemon=True)
            self._thread.start()
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._wanted.put(future)
        return await future

    def _serve(self) -> None:
        while True:
            future = self._wanted.get()
            try:
                line: str | None = self._file.readline() or None
            except (OSError, ValueError):
                line = None
            text = line.strip() if line is not None else None
            try:
                future.get_loop().call_soon_threadsafe(_deliver, future, text)
            except RuntimeError:
                return


def _deliver(future: asyncio.Future[str | None], line: str | None) -> None:
    if not future.done():
        future.set_result(line)
