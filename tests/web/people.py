"""Somebody with a browser of their own: opens a table, sits down, plays on, all by clicks.

Waits end when what is waited for has come. Their limits are far away: they are only met where it
will never come, and not where the machine is slow.
"""

import time

from playwright.async_api import Browser, Page, expect

from tests.web.clicking import ONWARD, Clicker

PATIENCE = 90_000  # milliseconds
LONGEST = 400.0  # seconds: a whole battle by clicks on a machine with much else to do

expect.set_options(timeout=PATIENCE)
# What a browser mixes into the dice, by which a battle would be another one in every run.
NO_LUCK = """crypto.getRandomValues = (numbers) => numbers.fill(0);
crypto.randomUUID = () => "00000000-0000-4000-8000-000000000000";"""
# On a page whose ground nobody looks at, the worker never gets to painting it, which takes a second
# of a core for a map, and several for a match's table.
UNPAINTED = """globalThis.Worker = class extends EventTarget {
  postMessage() {}
  terminate() {}
};"""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(done))"


def asked(why: str) -> str:
    """The page while a question of that code waits, and no answer is on its way."""
    return f".battle:not(:has(.question.sent)):has(.question[data-why='{why}'])"


async def page_of(
    browser: Browser,
    width: int = 1280,
    height: int = 800,
    *,
    motion: bool = False,
    mobile: bool = False,
    painted: bool = False,
) -> Page:
    """A page of that size in a browser of its own; without `motion` what happens shows at once, and
    the ground stays as it is before it is `painted`.
    """
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="no-preference" if motion else "reduce",
        has_touch=mobile,
    )
    await context.add_init_script(NO_LUCK)
    if not painted:
        await context.add_init_script(UNPAINTED)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


async def person(
    browser: Browser,
    width: int = 1280,
    height: int = 800,
    *,
    motion: bool = False,
    mobile: bool = False,
    painted: bool = False,
) -> Clicker:
    """Somebody at a page of that size, as `page_of` gives it."""
    return Clicker(
        await page_of(browser, width, height, motion=motion, mobile=mobile, painted=painted)
    )


async def open_table(
    leader: Clicker, url: str, seats: int, bots: tuple[int, ...], encounter: str = ""
) -> None:
    """Name, a new table, bots in these seats: all by clicks, but for another encounter.

    Without `url` the page stands where it begins already.
    """
    page = leader.page
    if url:
        await page.goto(url)
    await page.fill("#name", "Ann")
    await page.locator("label", has=page.locator(f"#party-{seats}")).click()
    await page.locator("label", has=page.locator("#others-friends")).click()
    if encounter:
        chosen = "(one) => { globalThis.hexwarden.ui.forms.encounter = one; }"
        await page.evaluate(chosen, encounter)
    await page.click("#create")
    for seat in bots:
        line = page.locator(f".seat:nth-child({seat})")
        await line.get_by_role("button", name="Let a bot play").click()
        await expect(line).to_contain_text("Sensible bot")


async def invite(leader: Clicker, seat: str) -> str:
    """The link for a seat, or for those who watch."""
    await leader.page.click(f"[data-invite='{seat}']")
    line = leader.page.locator("li", has=leader.page.locator(f"[data-invite='{seat}']"))
    return str(await line.locator(".link").input_value())


async def sit_down(guest: Clicker, link: str, name: str) -> None:
    """Follow an invitation."""
    await guest.page.goto(link)
    await guest.page.fill("#name", name)
    await guest.page.keyboard.press("Enter")


async def get_ready(one: Clicker) -> None:
    """Be ready, and see that it was heard."""
    await one.page.click("#ready")
    await expect(one.page.locator("#ready")).to_have_text("Not yet")


async def begin(leader: Clicker, *others: Clicker) -> None:
    """Everybody gets ready, the leader starts, the battle is on every screen."""
    for one in (*others, leader):
        await get_ready(one)
    await leader.page.click("#start")
    for one in (leader, *others):
        await one.page.wait_for_selector(".battle")


async def by_hand(one: Clicker) -> None:
    """Make one's own adventurer instead of taking one who stands ready."""
    await one.page.locator("[data-why='create.ready'] [data-key=own]").click()
    await one.page.locator("[data-why='create.race']").wait_for()


async def play_on(people: tuple[Clicker, ...], until: str, at: Clicker | None = None) -> None:
    """Answer whatever these are asked until a page, by default the first one's, shows it."""
    page = (at or people[0]).page
    goal = page.locator(until)
    over = page.locator(f".battle[data-over=true]:not(:has({ONWARD}))")
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and not (await over.count() and not await goal.count()):
        asked = [one for one in people if await one.is_asked()]
        if await goal.count():
            return
        for one in asked:
            await one.answer(until if one.page is page else "")
        if not asked:
            await page.evaluate(NEXT_FRAME)
    raise AssertionError(f"{until} did not come; over: {await over.count()}")


async def version_of(one: Clicker) -> int:
    """The version that a page shows."""
    return int(str(await one.page.locator(".battle").get_attribute("data-version")))


async def until(one: Clicker, truth: str, seconds: float = LONGEST) -> None:
    """Wait for an expression to be true in the page."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if await one.page.evaluate(f"() => {truth}"):
            return
        await one.page.evaluate(NEXT_FRAME)
    raise AssertionError(f"{truth} did not come true")


async def those_asked(people: tuple[Clicker, ...]) -> list[Clicker]:
    """Who has a question to answer, as soon as anybody has."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        if found := [one for one in people if await one.is_asked()]:
            return found
        await people[0].page.evaluate(NEXT_FRAME)
    raise AssertionError("nobody is asked anything")
