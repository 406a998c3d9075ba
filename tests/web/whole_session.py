"""A whole session of a campaign by clicks: `python -m tests.web.whole_session [FOLDER]`.

One person on a phone, bots in the other seats, from the first page to the session's end: days,
towns, cards, battles. Takes minutes, so no test does it; writes a picture of each kind of page
and of each day, says each day how long it has taken, and at the end what the page complained about.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, Error, Locator

from tests.web import chromium
from tests.web.clicking import Clicker
from tests.web.people import NEXT_FRAME, begin, open_table, page_of
from tests.web.process import served

STALL = 300.0
"""Seconds without a change of the page after which it counts as stuck."""
LEASE = 60.0
"""Seconds: longer than a busy machine lets a server wait."""
NARROW = "() => document.documentElement.scrollWidth - innerWidth"
KIND = """() => {
  const days = document.querySelector(".campaign[data-screen]");
  const why = document.querySelector(".question")?.dataset.why ?? "";
  return days ? `days-${days.dataset.screen}` : why.split(".")[0] || "page";
}"""
STAND = """() => {
  const { battle } = globalThis.hexwarden.session;
  return [battle.state?.day ?? 0, battle.version ?? 0, battle.opening?.encounter ?? ""];
}"""


ON_ITS_WAY = """() => {
  const { questions } = globalThis.hexwarden.session.battle;
  return questions.find((one) => one.why === "overland.move")?.fallback.at(-1) ?? "";
}"""


class Traveller(Clicker):
    """Goes where the server suggests: the quest leads there. In a battle it seeks enemies."""

    seeks = True

    async def _answer(self, card: Locator) -> None:
        if await card.get_attribute("data-why") == "overland.move":
            to = await self.page.evaluate(ON_ITS_WAY)
            there = self.page.locator(f".hex.offered[data-hex='{to}']")
            if to and await there.count():
                try:
                    await self._click(there)
                except Error:  # It lies outside of the map's window: the list has it, too.
                    await self._click(card.locator(".routes summary"))
                    await self._click(card.locator(f".routes [data-key='{to}']"))
                await self._click(card.locator(".confirm:enabled"))
            else:
                await self._click(card.locator(".pass"))
            return
        await super()._answer(card)


class Walk:
    """Somebody's way through a session, and the pictures taken on it."""

    def __init__(self, one: Clicker, folder: Path) -> None:
        self.one, self._folder = one, folder
        self.seen: dict[str, int] = {}
        self.days: set[int] = set()
        self._began = self._moved = time.monotonic()
        self._stand: list[object] = []

    async def step(self) -> bool:
        """Take a picture of a new kind of page, and answer what is asked. Returns whether the
        session goes on.
        """
        await self._look()
        if await self._is_over():
            return False
        if await self.one.is_asked():
            await self.one.answer()
        else:
            await self.one.page.evaluate(NEXT_FRAME)
        return True

    async def picture(self, name: str) -> None:
        """Write the page as a picture."""
        await self.one.page.screenshot(path=str(self._folder / f"{name}.png"))

    async def _look(self) -> None:
        page = self.one.page
        stand = await page.evaluate(STAND)
        if stand != self._stand:
            if stand[:1] != self._stand[:1] or stand[2:] != self._stand[2:]:
                passed = time.monotonic() - self._began
                print(f"{passed:5.0f} s  day {stand[0]}  {stand[2]}", flush=True)
            if stand[0] and stand[0] not in self.days:
                self.days.add(stand[0])
                await self.picture(f"day-{stand[0]:02}")
            self._stand, self._moved = stand, time.monotonic()
        elif time.monotonic() - self._moved > STALL:
            await self.picture("stuck")
            raise AssertionError(f"nothing has happened for {STALL:.0f} s; {self._stand}")
        kind = str(await page.evaluate(KIND))
        self.seen[kind] = self.seen.get(kind, 0) + 1
        if self.seen[kind] == 1:
            await self.picture(f"{len(self.seen):02}-{kind}")
            if (wide := await page.evaluate(NARROW)) > 0:
                self.one.errors.append(f"{kind} is {wide} px wider than its window")

    async def _is_over(self) -> bool:
        ended = "() => globalThis.hexwarden.session.battle.state?.day_phase === 'over'"
        return bool(await self.one.page.evaluate(ended))


async def play(browser: Browser, url: str, folder: Path, seats: int) -> list[str]:
    """The session; what the page complained about."""
    one = Traveller(await page_of(browser, 390, 844, mobile=True, painted=True))
    await open_table(one, url, seats, tuple(range(2, seats + 1)), "black-marsh")
    await begin(one)
    walk = Walk(one, folder)
    try:
        while await walk.step():
            pass
    finally:
        await walk.picture("last")
        print(f"{len(one.answered)} answers; pages: {walk.seen}", flush=True)
    return one.real_errors


async def main(folder: Path, seats: int) -> int:
    """Play on a server of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    async with served("whole session", LEASE) as url, chromium.opened() as browser:
        faults = await play(browser, url, folder, seats)
    print(*faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no session: {reason}")
    parser = argparse.ArgumentParser(prog="python -m tests.web.whole_session", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(tempfile.mkdtemp()))
    parser.add_argument("--seats", type=int, default=2, choices=(1, 2, 3, 4))
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.folder, given.seats)))
