"""The `hexwarden` command as a process: run to its end, or kept running as a server."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.net.process import ServerProcess

HEXWARDEN = Path(sys.executable).with_name("hexwarden")
VERIFY_DICE = Path(__file__).parents[2] / "clients" / "verify_dice.py"
PATIENCE = 60.0
LONGEST_LINE = 1024 * 1024


class Outcome(NamedTuple):
    """How a process ended: its exit code and everything it said."""

    code: int
    out: str
    err: str


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing of the user's own is read or written."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HEXWARDEN")}
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    return {**kept, **places, "HEXWARDEN_STATE": str(home / "state"), "COLUMNS": "100", **more}


async def run(
    home: Path,
    *args: str,
    stdin: str = "",
    program: tuple[str, ...] = (str(HEXWARDEN),),
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Run `hexwarden` with these arguments to its end."""
    process = await asyncio.create_subprocess_exec(
        *program,
        *args,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(home, **(env or {})),
    )
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return Outcome(process.returncode, out.decode(), err.decode())


async def verify_dice(home: Path, replay: Path) -> Outcome:
    """Run the dice script on a replay file."""
    return await run(home, str(VERIFY_DICE), str(replay), program=(sys.executable, "-I"))


class HexwardenServer(ServerProcess):
    """`hexwarden serve` on its own embedded store; it says in its log which port it listens on."""

    def __init__(self, directory: Path, *flags: str) -> None:
        super().__init__(directory, *flags)
        self._follower: asyncio.Task[None] | None = None

    @property
    def site(self) -> str:
        """The address for people."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> "HexwardenServer":
        """Start it, on the port of before if there was one, and wait until it listens."""
        flags = ("--port", str(self.port), "--data", str(self.directory / "data"), "--log", "json")
        self._process = await asyncio.create_subprocess_exec(
            *(str(HEXWARDEN), "serve", "--micro-game", "on", *flags, *self.flags),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=environment(self.directory),
            limit=LONGEST_LINE,
        )
        listening: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        assert self._process.stderr is not None
        self._follower = asyncio.create_task(self._follow(self._process.stderr, listening))
        async with asyncio.timeout(PATIENCE):
            self.port = await listening
        return self

    async def _follow(self, stream: asyncio.StreamReader, listening: asyncio.Future[int]) -> None:
        """Keep the log, and learn the port from it."""
        with self.log.open("ab", buffering=0) as log:
            async for line in stream:
                log.write(line)
                said = _line(line)
                if said.get("event") == "server.listening" and not listening.done():
                    listening.set_result(said["port"])
        if not listening.done():
            listening.set_exception(AssertionError(self.log.read_text()[-4000:]))

    async def end(self) -> None:
        """End it however it is; for the end of a test."""
        with contextlib.suppress(ProcessLookupError):
            await self.stop()
        if self._follower is not None:
            await self._follower


def _line(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
