"""Somebody at a terminal whose lines a test types, and a table to sit down at."""

import asyncio
import io
import os
from typing import Any

from clients.sdk import Client, Tokens, parse_link
from clients.terminal import Lines, Screen, play, watch
from protocol.ids import SeatId
from protocol.tables import Settings

PATIENCE = 60.0


class Paper(io.StringIO):
    """A text file that says when something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


class Person:
    """Somebody at a terminal whose lines a test types; `screen` is everything that was shown."""

    def __init__(self, *, types: bool = True) -> None:
        self.out = Paper()
        read, self._write = os.pipe()
        self.lines = Lines(os.fdopen(read, "r", encoding="utf-8"))
        self.lines.is_terminal = types
        self.task: asyncio.Task[int] | None = None

    def sit(self, link: str, name: str) -> "Person":
        screen = Screen(self.out)
        self.task = asyncio.create_task(play(link, name, screen=screen, lines=self.lines))
        return self

    def look(self, link: str) -> "Person":
        screen = Screen(self.out)
        self.task = asyncio.create_task(watch(link, screen=screen, lines=self.lines))
        return self

    def type(self, *lines: str) -> None:
        os.write(self._write, "".join(line + "\n" for line in lines).encode())

    def hang_up(self) -> None:
        os.close(self._write)

    @property
    def screen(self) -> str:
        return self.out.getvalue()

    async def sees(self, text: str) -> None:
        """Wait until a text has been shown since this was asked last, as long as it takes."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.screen[self._seen :]:
                self.out.written.clear()
                await self.out.written.wait()
        self._seen = self.screen.index(text, self._seen) + len(text)

    _seen = 0

    async def leaves(self) -> int:
        assert self.task is not None
        async with asyncio.timeout(PATIENCE):
            return await self.task


async def den(client: Client, party: int = 1, **fields: Any) -> list[str]:
    """A table that asks everything; gives the links of its seats, and last the spectators'."""
    asks = {"options": {"asks": "all"}, **fields}
    await client.create(Settings("jailbreak", party=party, **asks), "Den")
    seats = [str(number) for number in range(1, party + 1)]
    return [await client.invite(SeatId(seat)) for seat in (*seats, "")]


def _table(client: Client) -> Any:
    assert client.table is not None
    return client.table


def _ready(client: Client) -> bool:
    return all(chair.ready for chair in _table(client).chairs)


async def sits_as(token: str, person: Person, link: str) -> None:
    """Sit somebody down who is known to the server already."""
    parsed = parse_link(link)
    Tokens().keep(f"{parsed.site} {parsed.code}", token)
    person.sit(link, "Ann")
