"""Whole matches by clicks: `python -m tests.web.whole_match [FOLDER]`.

Two people in two browsers, and one on a phone against a bot, each from the first page to the end.
Takes some minutes, so no test does it; writes a picture of each end, and says how long it took.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect

from tests.web import chromium
from tests.web.people import page_of
from tests.web.process import Server
from tests.web.rivals import ALLEY, Warrior, begin_together, choose_match, fight_on

LONGEST = 1800.0
LEASE = 60.0
"""Seconds: a way that does not exist is sought for a second, on a busy machine for far longer."""


async def two(browser: Browser, url: str) -> tuple[Warrior, ...]:
    """A rated match in two browsers, begun."""
    people = Warrior(await page_of(browser)), Warrior(await page_of(browser))
    await choose_match(people[0], url, "Ann", rated=True)
    await begin_together(*people, "Ben")
    return people


async def phone(browser: Browser, url: str) -> tuple[Warrior, ...]:
    """A match on a phone against a bot, begun."""
    one = Warrior(await page_of(browser, 390, 844, mobile=True))
    await one.page.goto(url)
    await one.page.fill("#name", "Ann")
    await one.page.click(ALLEY)
    for press in ("#create", "#ready", "#start"):
        await one.page.click(press)
    await expect(one.page.locator(".match")).to_be_visible()
    return (one,)


async def play(browser: Browser, url: str, folder: Path) -> list[str]:
    """Both matches; what the pages complained about."""
    faults = []
    for begin in (two, phone):
        began = time.monotonic()
        people = await begin(browser, url)
        await fight_on(people, LONGEST)
        answers = sum(len(one.answered) for one in people)
        print(f"{begin.__name__}: {answers} answers, {time.monotonic() - began:.0f} s", flush=True)
        for at, one in enumerate(people, 1):
            await one.page.screenshot(path=str(folder / f"match-{begin.__name__}-{at}.png"))
            faults += one.real_errors
    return faults


async def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "data", seeds="whole match", lease=LEASE)
        await server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.executable(), args=chromium.FLAGS
                )
                faults = await play(browser, server.url, folder)
                await browser.close()
        finally:
            await server.stop()
    print(*faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no match: {reason}")
    sys.exit(asyncio.run(main(Path((*sys.argv[1:], "screenshots")[0]))))
