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

AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"
OVER = ".battle[data-over=true]"
LATER = f"{asked('turn.move')}:has(.t-damage), {OVER}"

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
    """Table, and the steps of creating an adventurer."""
    page = ann.page
    await open_table(ann, url, 4, (2, 3, 4), "jailbreak")
    await shoot("table")
    await begin(ann)
    for step in ("create.race", "create.line", "create.rows"):
        await play_on((ann,), asked(step))
        await page.mouse.move(5, 5)
        await shoot(step)


async def the_battle(ann: Clicker, shoot: Shoot, folder: Path) -> None:
    """An engage that is planned, an enemy looked at, the phone's other parts, the end."""
    page = ann.page
    await play_on((ann,), AIMED)
    for slot in ("target", "dice"):
        free = page.locator(f"[data-slot={slot}] .option:not(.picked):not(.off)")
        while await free.count() and (slot == "dice" or not await picked(page, slot)):
            await free.first.click()
    await page.locator(".odds").wait_for()
    await page.mouse.move(5, 5)
    await shoot("battle")
    await page.locator(".unit.enemy").first.hover()
    await page.locator("#card:not([hidden])", has_text="Next turn").wait_for()
    await page.screenshot(path=str(folder / "enemy-1280.png"))
    await page.mouse.move(5, 5)
    await page.keyboard.press("t")
    await shoot("threats")
    await page.keyboard.press("t")
    await page.set_viewport_size({"width": 360, "height": 740})
    for tab in ("mat", "log", "board"):
        await page.locator(f".tabs [data-tab={tab}]").click()
        await page.evaluate(SETTLED)
        await page.screenshot(path=str(folder / f"{tab}-360.png"))
    await page.set_viewport_size({"width": 1280, "height": 800})
    await play_on((ann,), f"{asked('jailbreak.class')}, {OVER}")
    await shoot("class")
    await play_on((ann,), OVER)
    await shoot("end")


async def picked(page: Page, slot: str) -> int:
    """How many options of a part of the plan are picked."""
    return await page.locator(f"[data-slot={slot}] .option.picked").count()


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


async def the_lobby(browser: Browser, ann: Clicker, url: str, shoot: Shoot) -> None:
    """The lobby of somebody who has played, while others wait for company."""
    for name, encounter in (("Dee", "smugglers-warren"), ("Cem", "watch-hill")):
        other = await person(browser)
        await other.page.goto(url)
        await other.page.fill("#name", name)
        await other.page.locator("#name").blur()
        listed = "(one) => Object.assign(globalThis.hexwarden.ui.forms, one)"
        await other.page.evaluate(
            listed, {"encounter": encounter, "listed": True, "others": "friends"}
        )
        await other.page.click("#create")
        await other.page.locator(".seats .seat").first.wait_for()
    await ann.page.goto("about:blank")
    await ann.page.goto(url)
    await ann.page.locator(".card", has_text="Dee").wait_for()
    await shoot("lobby")


async def elsewhere(browser: Browser, url: str, scheme: str, folder: Path) -> list[str]:
    """A delve and a dungeon, well under way; the table has a clock, which counts down."""
    faults = []
    for encounter in ("smugglers-warren", "blackmire-gaol"):
        ann = await person(browser)
        ann.seeks = True
        await ann.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        await ann.page.goto(url)
        await ann.page.evaluate("() => { globalThis.hexwarden.ui.forms.clock = '300'; }")
        await open_table(ann, "", 4, (2, 3, 4), encounter)
        await begin(ann)
        await play_on((ann,), LATER)
        await ann.page.mouse.move(5, 5)
        await camera(ann.page, folder)(encounter)
        faults += ann.real_errors
        await ann.page.context.close()
    return faults


async def tour(browser: Browser, url: str, folder: Path, scheme: str) -> list[str]:
    """All pages; what they complained about."""
    ann = await person(browser)
    ann.seeks = True
    await ann.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    shoot = camera(ann.page, folder)
    await to_the_battle(ann, url, shoot)
    await the_battle(ann, shoot, folder)
    await the_replay(ann, shoot)
    await the_lobby(browser, ann, url, shoot)
    return ann.real_errors + await elsewhere(browser, url, scheme, folder)


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
