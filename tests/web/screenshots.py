"""Pictures of every page, four sizes, light and dark: `python -m tests.web.screenshots [FOLDER]`.

Plays a Jailbreak with bots by clicks on a server of its own, and some turns of others; writes PNG
files, and contact sheets of them (`tests.web.contact_sheet`). `light` or `dark` as an argument
takes that theme alone; the name of a group (`GROUPS`) that group alone.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize

from tests.web import chromium
from tests.web.clicking import Clicker
from tests.web.contact_sheet import lay_out
from tests.web.people import LONGEST, asked, begin, by_hand, open_table, page_of, person, play_on
from tests.web.process import served
from tests.web.rivals import Warrior, begin_together, choose_match, give_up
from tests.web.test_drama import ATTACK

SIZES = ((1440, 900), (820, 1180), (390, 844), (720, 450))
"""Desktop, tablet, phone, and a desktop whose browser zooms to 200 %."""
FIRST: ViewportSize = {"width": 1440, "height": 900}
SETTLED = """() => new Promise((done) => {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const still = () => {
    const table = document.querySelector(".match .table");
    const match = !table || table.querySelector(
      `.painted[data-fine][data-theme=${isDark ? "dark" : "light"}]`);
    const other = isDark ? "light" : "dark";
    return match && !document.querySelector(
      `.board:not([data-ground]), .board > canvas[data-theme=${other}]`);
  };
  const look = (left) =>
    still() || !left ? setTimeout(done, 450) : setTimeout(look, 200, left - 1);
  look(150);
})"""
"""The ground is painted, and whatever moved has come to rest."""
IN_SMALL = """() => new Promise((done) => {
  const seen = [...document.querySelectorAll(".encounter .minimap")].filter(
    (one) => one.getBoundingClientRect().top < innerHeight);
  const look = (left) => seen.every((one) => one.matches(".painted")) || !left
    ? setTimeout(done, 200) : setTimeout(look, 300, left - 1);
  look(60);
})"""
"""The cards in sight show their grounds."""

AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"
OVER = ".battle[data-over=true]"
THEMES = ("light", "dark")

Shoot = Callable[[str], Awaitable[None]]


def camera(page: Page, folder: Path, themes: tuple[str, ...]) -> Shoot:
    """Takes a page's picture in every size and theme."""

    async def shoot(name: str) -> None:
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            for theme in themes:
                await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                await page.evaluate(SETTLED)
                await page.screenshot(path=str(folder / f"{name}-{width}-{theme}.png"))
        await page.set_viewport_size(FIRST)

    return shoot


async def to_the_battle(ann: Clicker, url: str, shoot: Shoot) -> None:
    """First page, table, and the steps of creating an adventurer."""
    page = ann.page
    await page.goto(url)
    await page.locator(".encounter").first.wait_for()
    await page.evaluate(IN_SMALL)
    await shoot("01-first-page")
    await open_table(ann, "", 4, (2, 3, 4), "jailbreak")
    await shoot("02-table")
    await begin(ann)
    for number, step in enumerate(("create.ready", "create.race"), 3):
        await play_on((ann,), asked(step))
        await page.mouse.move(5, 5)
        await shoot(f"{number:02}-{step}")
        if step == "create.ready":
            await by_hand(ann)


async def the_battle(ann: Clicker, shoot: Shoot, folder: Path, themes: tuple[str, ...]) -> None:
    """A turn, an attack that is planned, one that falls, threats, the phone's parts, the end."""
    page = ann.page
    await play_on((ann,), asked("turn.move"))
    await shoot("05-turn")
    await play_on((ann,), AIMED)
    await page.locator(".unit.enemy.offered .piece").first.click()
    await page.locator(".odds").wait_for()
    await page.mouse.move(5, 5)
    await shoot("06-attack")
    await moment(page, folder, themes)
    await page.keyboard.press("t")
    await shoot("08-threats")
    await page.keyboard.press("t")
    await page.set_viewport_size({"width": 390, "height": 844})
    for tab in ("mat", "log"):
        await page.locator(f".tabs [data-tab={tab}]").click()
        for theme in themes:
            await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            await page.evaluate(SETTLED)
            await page.screenshot(path=str(folder / f"09-{tab}-390-{theme}.png"))
    await page.locator(".tabs [data-tab=board]").click()
    await page.set_viewport_size(FIRST)
    await page.evaluate("() => globalThis.hexwarden.session.ask('bot', '1', 'sensible')")
    await page.locator(".ending .sums").wait_for()
    await shoot("10-end")


async def moment(page: Page, folder: Path, themes: tuple[str, ...]) -> None:
    """An enemy falls: as the blow lands, in every size and theme."""
    await page.emulate_media(reduced_motion="no-preference")
    told = await page.evaluate("() => globalThis.hexwarden.teller.lines.length")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        for theme in themes:
            await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            await page.evaluate(SETTLED)
            await page.evaluate("() => globalThis.hexwarden.setPace(0.6)")
            await page.evaluate(ATTACK)
            await page.locator(".blow.hit").wait_for(state="attached")
            await page.locator(".verdict").wait_for()
            await page.screenshot(path=str(folder / f"07-moment-{width}-{theme}.png"))
            await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    # It has not happened: neither the board nor the story keeps it.
    await page.evaluate(
        "(told) => { const { session, stage, teller } = globalThis.hexwarden;"
        " teller.lines.length = told; teller.edition += 1;"
        " stage.stand(session.battle.state, session.battle.version); }",
        told,
    )
    await page.emulate_media(reduced_motion="reduce")
    await page.set_viewport_size(FIRST)


async def the_replay(ann: Clicker, shoot: Shoot) -> None:
    """The recording in its middle, its dice verified."""
    page = ann.page
    await page.locator(".ending").get_by_role("button", name="Replay").click()
    await page.locator(".playback .replay").wait_for()
    last = int(str(await page.locator("#scrub").get_attribute("max")))
    await page.locator("#scrub").fill(str(last * 2 // 3))
    await page.click("#verify")
    await page.locator(".checked.good").wait_for()
    await shoot("11-replay")


async def well_under_way(ann: Clicker) -> None:
    """A bot plays her adventurer until somebody was hurt; then she takes her seat back."""
    page = ann.page
    await play_on((ann,), asked("turn.move"))
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await page.evaluate("() => globalThis.hexwarden.session.ask('bot', '1', 'sensible')")
    await page.locator(f".story .t-damage, {OVER}").first.wait_for(timeout=LONGEST * 1000)
    await page.evaluate("() => globalThis.hexwarden.session.ask('claim', '1')")
    await play_on((ann,), f"{asked('turn.move')}, {OVER}")


async def listed(browser: Browser, url: str, encounter: str) -> Clicker:
    """Somebody at a public table, whose battle with three bots has begun."""
    ann = await person(browser, *SIZES[0], painted=True)
    ann.seeks = True
    await ann.page.goto(url)
    await ann.page.evaluate(
        "() => { Object.assign(globalThis.hexwarden.ui.forms, { listed: true }); }"
    )
    await open_table(ann, "", 4, (2, 3, 4), encounter)
    await begin(ann)
    return ann


async def elsewhere(browser: Browser, url: str, folder: Path, themes: tuple[str, ...]) -> list[str]:
    """A delve, a dungeon and a ford, well under way; the tables are listed, and go on."""
    faults = []
    places = ("smugglers-warren", "blackmire-gaol", "black-ford")
    for number, encounter in enumerate(places, 12):
        ann = await listed(browser, url, encounter)
        await well_under_way(ann)
        await ann.page.mouse.move(5, 5)
        await camera(ann.page, folder, themes)(f"{number}-{encounter}")
        faults += ann.real_errors
    return faults


async def the_lobby(browser: Browser, url: str, folder: Path, themes: tuple[str, ...]) -> list[str]:
    """The first page of somebody to whom movement is welcome, while others play."""
    # Those of the places may be over by now; hers waits for her.
    ann = await listed(browser, url, "jailbreak")
    await play_on((ann,), asked("turn.move"))
    one = await person(browser, *SIZES[0], motion=True, painted=True)
    await one.page.goto(url)
    await one.page.locator(".live .minimap").first.wait_for()
    await one.page.locator(".film [data-ground=painted]").wait_for()
    await one.page.evaluate(IN_SMALL)
    await camera(one.page, folder, themes)("15-lobby-live")
    return one.real_errors + ann.real_errors


DAYS = (
    ("19-overland", "", asked("overland.move")),
    ("20-town", "text=Stay here today", ".campaign[data-screen=town]"),
    ("21-shop", ".sign[data-feature=shop]", ".cards-out [data-ware]:not([aria-disabled])"),
    ("22-growth", "", ".campaign[data-screen=growth]"),
    ("23-night", "", asked("together.rest.items")),
    ("24-journal", ".parts [data-tab=journal]", ".day-list"),
)
"""Pages of a session's first day: what leads there, and what shows that it is there."""


async def the_days(browser: Browser, url: str, folder: Path, themes: tuple[str, ...]) -> list[str]:
    """Of Black Marsh a first day: the road, a town and its shop, growth, the night, the journal;
    then the session's end."""
    ann = await person(browser, *SIZES[0], painted=True)
    shoot = camera(ann.page, folder, themes)
    await open_table(ann, url, 2, (2,), "black-marsh")
    await begin(ann)
    for name, button, there in DAYS:
        if button:
            await ann.page.locator(button).first.click()
        if name.endswith(("shop", "journal")):
            await ann.page.locator(there).first.wait_for()
        else:
            await play_on((ann,), there)
        await ann.page.mouse.move(5, 5)
        await shoot(name)
        if name.endswith("shop"):  # Who has nothing is asked nothing at night.
            await ann.page.locator(there).first.click()
            await ann.page.locator(".decide .confirm").click()
    await to_its_end(ann.page)
    await shoot("25-session-end")
    return ann.real_errors


async def to_its_end(page: Page) -> None:
    """A bot takes the seat, and plays the session's days and battles to their end."""
    await page.locator(".parts [data-tab=board]").click()
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await page.evaluate("() => globalThis.hexwarden.session.ask('bot', '1', 'sensible')")
    await page.locator(".the-end").wait_for(timeout=2 * LONGEST * 1000)


async def the_match(browser: Browser, url: str, folder: Path, themes: tuple[str, ...]) -> list[str]:
    """A rated match under way and given up, as who wins it sees it, and the ladder after it."""
    ann, ben = [Warrior(await page_of(browser, painted=True)) for _ in range(2)]
    shoot = camera(ann.page, folder, themes)
    await choose_match(ann, url, "Ann", rated=True)
    await begin_together(ann, ben, "Ben")
    while "match.move" not in ann.answered:
        for one in (ann, ben):
            await one.answer_match()
    await ann.page.mouse.move(5, 5)
    await shoot("16-match")
    await give_up(ben)
    await ann.page.locator(".rated-end dd").first.wait_for()
    await shoot("17-match-end")
    await ann.page.goto(f"{url}/#ladder")
    await ann.page.locator(".ladder-list tbody tr").first.wait_for()
    await shoot("18-ladder")
    return ann.real_errors + ben.real_errors


async def the_first_battle(
    browser: Browser, url: str, folder: Path, themes: tuple[str, ...]
) -> list[str]:
    """From the first page to the end of a Jailbreak, and its replay."""
    ann = await person(browser, *SIZES[0], painted=True)
    ann.seeks = True
    shoot = camera(ann.page, folder, themes)
    await to_the_battle(ann, url, shoot)
    await the_battle(ann, shoot, folder, themes)
    await the_replay(ann, shoot)
    return ann.real_errors


Tour = Callable[[Browser, str, Path, tuple[str, ...]], Awaitable[list[str]]]
GROUPS: dict[str, Tour] = {
    "battle": the_first_battle,
    "places": elsewhere,
    "lobby": the_lobby,
    "match": the_match,
    "days": the_days,
}
"""Groups of pages in the order of the whole tour; the lobby shows battles of the one before."""


async def main(folder: Path, themes: tuple[str, ...], groups: tuple[str, ...]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    async with served() as url, chromium.opened() as browser:
        for group in groups:
            faults += await GROUPS[group](browser, url, folder, themes)
        sheets = await lay_out(browser, folder, themes)
    print(f"{len(list(folder.glob('*.png')))} pictures", *sheets, *faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no pictures: {reason}")
    arguments = [one for one in sys.argv[1:] if one not in (*THEMES, *GROUPS)]
    chosen = tuple(one for one in THEMES if one in sys.argv[1:]) or THEMES
    wanted = tuple(one for one in GROUPS if one in sys.argv[1:]) or tuple(GROUPS)
    sys.exit(asyncio.run(main(Path((*arguments, "screenshots")[0]), chosen, wanted)))
