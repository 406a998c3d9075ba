"""Somebody at a terminal: `hexwarden join` or `watch` as a process, fed through pipes.

The driver knows no rule and reads no option. It waits for a prompt and types the next line of its
habit; where the same prompt comes again, the one after that.
"""

import asyncio
import contextlib
import re
from pathlib import Path

from tests.e2e.commands import HEXWARDEN, environment

PROMPT = re.compile(r"(?:^|\n)([\w ?-]{0,30}>) $")
CAREFUL = ("d", "1", "1 2", "ok", "p")
BOLD = ("1", "ok", "d", "1 2", "p")


class Terminal:
    """One process; `habit`: what is typed at the first, second, ... prompt of one kind in a row."""

    def __init__(self, *args: str, habit: tuple[str, ...] = CAREFUL) -> None:
        self.args, self.habit = args, habit
        self.shown = ""
        self.typed: list[str] = []
        self._last, self._times = "", 0
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[int] | None = None

    async def start(self, home: Path) -> "Terminal":
        """Start it and answer whatever it asks from now on."""
        self._process = await asyncio.create_subprocess_exec(
            str(HEXWARDEN),
            *self.args,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment(home),
        )
        self._reader = asyncio.create_task(self._talk())
        return self

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self._reader is not None and self._reader.done()

    async def ended(self, patience: float = 90) -> int:
        """Wait for its end; gives the exit code."""
        assert self._reader is not None
        async with asyncio.timeout(patience):
            return await self._reader

    async def kill(self) -> None:
        """End it, if it has not ended."""
        assert self._process is not None
        assert self._reader is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._reader

    async def _talk(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        while chunk := await self._process.stdout.read(65536):
            self.shown += chunk.decode()
            if found := PROMPT.search(self.shown[-100:]):
                self._type(self._next(found[1]))
        return await self._process.wait()

    def _next(self, prompt: str) -> str:
        self._times = self._times + 1 if prompt == self._last else 0
        self._last = prompt
        return self.habit[self._times % len(self.habit)]

    def _type(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self.typed.append(line)
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(f"{line}\n".encode())
