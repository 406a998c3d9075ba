"""Pictures of every page at three widths: `python -m tests.web.screenshots [FOLDER] [light|dark]`.

Plays a Jailbreak with bots by clicks on a server of its own; writes PNG files.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.web import chromium
from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, person, play_on
from tests.web.process import Server

SIZES = ((1280, 800), (2560, 1300), (360, 740))
SETTLED = "() => new Promise((done) => setTimeout(done, 350))"

Shoot = Callable[[str], Awaitable[None]]


def camera(page: Page, folder: Path) -> Shoot:
    """Takes a page's picture in every size."""

    async def shoot(name: str) -> None:
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await page.evaluate(SETTLED)
            await page.screenshot(path=str(folder / f"{name}-{width}.png"))
        width, height = SIZES[0]
        await page.set_viewport_size({"width": width, "height": height})

    return shoot


async def to_the_battle(ann: Clicker, url: str, shoot: Shoot) -> None:
    """Lobby, table, and the steps of creating an adventurer."""
    page = ann.page
    await page.goto(url)
    await page.locator("#create").wait_for()
    await shoot("lobby")
    await open_table(ann, url, 4, (2, 3, 4))
    await shoot("table")
    await begin(ann)
    for step in ("race", "line", "rows"):
        await page.locator(asked(f"create.{step}")).wait_for()
        await page.mouse.move(5, 5)
        await shoot(f"create-{step}")
        await ann.answer()


async def the_battle(ann: Clicker, shoot: Shoot, folder: Path) -> None:
    """A turn with somebody in reach, an enemy looked at, the phone's other parts, the end."""
    page = ann.page
    await play_on((ann,), ".told.t-damage")
    await play_on((ann,), asked("turn.engage"))
    await page.mouse.move(5, 5)
    await shoot("battle")
    if await page.locator(".unit.enemy").count():
        await page.locator(".unit.enemy").first.hover()
        await page.locator("#card:not([hidden])").wait_for()
        await page.screenshot(path=str(folder / "enemy-1280.png"))
    await page.mouse.move(5, 5)
    await page.set_viewport_size({"width": 360, "height": 740})
    for tab in ("mat", "log", "board"):
        await page.locator(f".tabs [data-tab={tab}]").click()
        await page.evaluate(SETTLED)
        await page.screenshot(path=str(folder / f"{tab}-360.png"))
    await page.set_viewport_size({"width": 1280, "height": 800})
    await play_on((ann,), ".battle[data-over=true]")
    await shoot("end")


async def the_replay(ann: Clicker, shoot: Shoot) -> None:
    """The recording in its middle, its dice verified."""
    page = ann.page
    await page.locator(".ending").get_by_role("button", name="Replay").click()
    await page.locator(".playback .replay").wait_for()
    last = int(str(await page.locator("#scrub").get_attribute("max")))
    await page.locator("#scrub").fill(str(last * 2 // 3))
    await page.click("#verify")
    await page.locator(".checked.good").wait_for()
    await shoot("replay")


async def tour(browser: Browser, url: str, folder: Path, scheme: str) -> list[str]:
    """All pages; what they complained about."""
    ann = await person(browser)
    await ann.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    shoot = camera(ann.page, folder)
    await to_the_battle(ann, url, shoot)
    await the_battle(ann, shoot, folder)
    await the_replay(ann, shoot)
    return ann.real_errors


async def main(folder: Path, scheme: str) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "data")
        await server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.executable(), args=chromium.FLAGS
                )
                faults = await tour(browser, server.url, folder, scheme)
                await browser.close()
        finally:
            await server.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}", *faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no pictures: {reason}")
    arguments = [one for one in sys.argv[1:] if one not in ("light", "dark")]
    scheme = "dark" if "dark" in sys.argv[1:] else "light"
    sys.exit(asyncio.run(main(Path((*arguments, "screenshots")[0]), scheme)))
