"""Whole matches by clicks: `python -m tests.web.whole_match [FOLDER [PART ...]]`.

`two` people in two browsers, one on a `phone` against a bot, and one with a `keyboard` alone
against a bot, each from the first page to the end. Takes some minutes, so no test does it; writes
pictures now and then and of each end, and says how long it took.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Browser, expect

from tests.web import chromium
from tests.web.people import page_of
from tests.web.process import served
from tests.web.rivals import (
    ALLEY,
    Finger,
    Look,
    Typist,
    Warrior,
    begin_together,
    choose_match,
    fight_on,
)

LONGEST = 1800.0
EVERY = 20  # answers between two pictures
LEASE = 60.0
"""Seconds: a way that does not exist is sought for a second, on a busy machine for far longer."""


async def two(browser: Browser, url: str) -> tuple[Warrior, ...]:
    """A rated match in two browsers, begun."""
    people = tuple([Warrior(await page_of(browser, painted=True)) for _ in range(2)])
    await choose_match(people[0], url, "Ann", rated=True)
    await begin_together(people[0], people[1], "Ben")
    return people


async def phone(browser: Browser, url: str) -> tuple[Warrior, ...]:
    """A match on a phone against a bot, begun."""
    one = Finger(await page_of(browser, 390, 844, mobile=True, painted=True))
    await one.page.goto(url)
    await one.page.fill("#name", "Ann")
    for press in (ALLEY, "#create", "#ready", "#start"):
        await one.page.tap(press)
    await expect(one.page.locator(".match")).to_be_visible()
    return (one,)


async def keyboard(browser: Browser, url: str) -> tuple[Warrior, ...]:
    """A match by keyboard alone against a bot, begun."""
    one = Typist(await page_of(browser, painted=True))
    await one.begin(url)
    return (one,)


def pictures(one: Warrior, begins: Path) -> Look:
    """Return what takes a picture of a page now and then, each with the number of answers."""

    async def take(answers: int) -> None:
        if answers % EVERY == 0:
            await one.page.screenshot(path=f"{begins}-{answers:03}.png")

    return take


PARTS = {"two": two, "phone": phone, "keyboard": keyboard}


async def play(browser: Browser, url: str, folder: Path, parts: Sequence[str]) -> list[str]:
    """Play the matches that are named; return what the pages complained about."""
    faults = []
    for begin in [PARTS[part] for part in parts]:
        began = time.monotonic()
        people = await begin(browser, url)
        await fight_on(people, LONGEST, pictures(people[-1], folder / begin.__name__))
        answers = sum(len(one.answered) for one in people)
        print(f"{begin.__name__}: {answers} answers, {time.monotonic() - began:.0f} s", flush=True)
        for at, one in enumerate(people, 1):
            await one.page.screenshot(path=str(folder / f"match-{begin.__name__}-{at}.png"))
            faults += one.real_errors
    return faults


async def main(folder: Path, parts: Sequence[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    async with served("whole match", LEASE) as url, chromium.opened() as browser:
        faults = await play(browser, url, folder, parts)
    print(*faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no match: {reason}")
    folder, *named = sys.argv[1:] or ["screenshots"]
    sys.exit(asyncio.run(main(Path(folder), named or list(PARTS))))
