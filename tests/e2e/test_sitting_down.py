"""`hexwarden play` in a terminal: Enter sits down there, or whoever follows the link plays."""

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from clients.sdk import connect
from tests.e2e.commands import HEXWARDEN, PATIENCE, environment
from tests.e2e.terminal import CAREFUL, PROMPT

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
LINK = re.compile(r"^  seat 1 +(http\S+)", re.MULTILINE)
OFFER = "Press Enter to play seat 1 here, or open its link in a browser."
END = "/#replay="


class Window:
    """`hexwarden play` in a terminal window of its own: what it shows, what is typed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.shown = ""
        self.news = asyncio.Event()
        self._screen = -1
        self._process: asyncio.subprocess.Process | None = None

    async def open(self, *flags: str) -> None:
        self._screen, keyboard = os.openpty()
        asyncio.get_running_loop().add_reader(self._screen, self._read)
        where = ("--port", "0", "--data", str(self.home / "data"), "--bot-delay", "0")
        self._process = await asyncio.create_subprocess_exec(
            *(str(HEXWARDEN), "play", *where, *flags),
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard,
            env=environment(self.home, TERM="dumb"),
        )
        os.close(keyboard)

    def _read(self) -> None:
        try:
            chunk = os.read(self._screen, 65536)
        except OSError:
            chunk = b""
        if not chunk:
            asyncio.get_running_loop().remove_reader(self._screen)
        self.shown += CONTROL.sub("", chunk.decode(errors="replace"))
        self.news.set()

    def type(self, line: str) -> None:
        os.write(self._screen, f"{line}\n".encode())

    async def sees(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown:
                self.news.clear()
                await self.news.wait()

    async def plays_on(self, lines: Iterator[str]) -> None:
        """Answer every prompt with the next line, until the battle is over."""
        answered = 0
        async with asyncio.timeout(PATIENCE * 2):
            while END not in self.shown:
                self.news.clear()
                if PROMPT.search(self.shown[answered:][-100:]):
                    answered = len(self.shown)
                    self.type(next(lines))
                await self.news.wait()

    async def exit_code(self) -> int:
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    def interrupt(self) -> None:
        assert self._process is not None
        self._process.terminate()

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        asyncio.get_running_loop().remove_reader(self._screen)
        os.close(self._screen)


def careful() -> Iterator[str]:
    """What somebody types who tries one thing after the other."""
    while True:
        yield from CAREFUL


@pytest.fixture
async def window(tmp_path: Path) -> AsyncIterator[Window]:
    window = Window(tmp_path)
    await window.open()
    yield window
    await window.close()


async def test_enter_sits_down_and_the_battle_is_played_to_its_end_there(window: Window) -> None:
    await window.sees(OFFER)
    window.type("")
    await window.sees("(you)")
    await window.plays_on(careful())
    assert "Take an adventurer who stands ready" in window.shown
    assert "played elsewhere" not in window.shown
    window.type("/quit")
    assert await window.exit_code() == 0


async def test_who_follows_the_link_plays_and_the_terminal_keeps_the_server(
    window: Window,
) -> None:
    await window.sees(OFFER)
    link = LINK.search(window.shown)
    assert link is not None
    async with connect(link[1], name="Ann") as ann:
        await ann.join()
        await window.sees("Seat 1 is played elsewhere; this terminal keeps the server.")
        await ann.ready()
        await ann.until(lambda: bool(ann.questions()))
        assert ann.seats == ("1",)
    window.interrupt()
    assert await window.exit_code() == 0
    assert "Choose a race." not in window.shown
