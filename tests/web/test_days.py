"""A session's days in the browser: a town, growth, a night's trade, a card, the journal; by mouse,
by keyboard, on a phone, and for whoever cannot see it.
"""

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, person, play_on, until
from tests.web.process import Server
from tests.web.reaching import in_reach
from tests.web.test_accessible import complaints, focus

HAS_IT = """Object.values(globalThis.hexwarden.session.battle.state.adventurers).some((mat, at) =>
  at > 0 && [...mat.ready, ...mat.pack].some((card) => `items:${card.item}` === "CARD"))"""
DAY = "() => globalThis.hexwarden.session.battle.state.day"
NARROW = "() => document.documentElement.scrollWidth - innerWidth"
WIDE = "(one) => one.getBoundingClientRect().width"
FINGER = 26  # pixels from a hex's middle to its corner: below that a finger misses it
SCREEN = ".campaign[data-screen={}]"


async def first_day(ann: Clicker, url: str, seats: int) -> None:
    """A table that plays Black Marsh, up to the road on its first day."""
    await open_table(ann, url, seats, tuple(range(2, seats + 1)), "black-marsh")
    await begin(ann)
    await play_on((ann,), asked("overland.move"))


async def carry(page: Page, item: Locator, place: Locator) -> None:
    """Drag an item to a place and let it go there, so slowly that a card of what lies below the
    mouse would have come."""
    await item.hover()
    await expect(page.locator("#card")).to_be_visible()
    await page.clock.install()
    await page.mouse.down()
    await place.hover()
    await page.clock.run_for(1000)
    await expect(page.locator("#card")).to_be_hidden()
    await page.mouse.up()


async def is_sound(page: Page) -> None:
    """Nothing that axe finds, and no page wider than its window."""
    assert await complaints(page) == []
    assert await page.evaluate(NARROW) <= 0


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(1280, 800, "dark"), (390, 844, "light")], ids=["desk", "phone"]
)
async def test_a_day_in_town_by_clicks(
    server: Server, browser: Browser, width: int, height: int, scheme: str
) -> None:
    """Given a party of two in a town, then a line is trained in a chosen slot, a card taken and
    given away in the night, and the journal tells the day. Without XP growth says so, and what
    brings some, and offers to go on."""
    ann = await person(browser, width, height)
    page = ann.page
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await first_day(ann, server.url, 2)
    await is_sound(page)
    await expect(page.locator(".decide")).to_contain_text("The bots go wherever you choose")
    assert await page.locator(".hex.offered .ground").first.evaluate(WIDE) >= 2 * FINGER
    await page.get_by_role("button", name="Stay here today").click()
    await page.locator(SCREEN.format("town")).wait_for()
    await is_sound(page)

    lines = page.locator(".lines-out [data-ware]")
    taught = await lines.evaluate_all("all => all.map(one => one.dataset.ware)")
    assert len(taught) == len(set(taught))
    await page.locator(".lines-out [data-ware]:not([aria-disabled])").first.click()
    await page.locator(".ways .variant").last.click()
    slot = await page.locator(".ways .variant.picked").get_attribute("data-way")
    await page.locator(".decide .confirm").click()
    await expect(page.locator(".adept.own .pips-of .taken")).to_have_count(1)
    mat = "() => Object.values(globalThis.hexwarden.session.battle.state.adventurers)[0].mat"
    row = (await page.evaluate(mat))[int(str(slot)[0]) - 1]
    assert row["right" if str(slot)[1] == "R" else "left"] in taught

    await page.locator(".sign[data-feature=shop]").click()
    await page.locator(".cards-out [data-ware]:not([aria-disabled])").first.click()
    await page.locator(".decide .confirm").click()
    await play_on((ann,), SCREEN.format("growth"))
    await is_sound(page)
    await expect(page.locator(".no-xp")).to_contain_text("Nobody has XP to spend")
    await expect(page.locator(".no-xp li")).to_have_count(3)
    assert await in_reach(page.locator(".no-xp li").last) == ""
    assert await in_reach(page.locator(".decide .gold", has_text="Go on")) == ""
    await page.locator(".decide details.more summary").click()
    await page.locator(".decide .offer[data-key='square:stamina']").click()
    await expect(page.locator(".decide .foreseen")).to_contain_text("Stamina 2 to 1")
    await play_on((ann,), asked("together.rest.items"))
    await is_sound(page)

    item = page.locator(".item.own").first
    name = await item.get_attribute("data-card")
    if width > 1000:
        await carry(page, item, page.locator(".bedroll:not(.own) .item").first)
    else:
        await item.click()
        await page.locator(".decide .offer[data-key^=give]").first.click()
        await expect(page.locator(".decide .foreseen")).to_contain_text("For certain")
        await page.locator(".decide .chosen .confirm").click()
    await until(ann, HAS_IT.replace("CARD", str(name)))

    await play_on((ann,), asked("overland.move"))
    await page.locator(".parts [data-tab=journal]").click()
    for words in ("In town", "Sigrunn, Trainer: ", "Sigrunn, Shop: "):
        await expect(page.locator(".day-list")).to_contain_text(words)
    await is_sound(page)
    assert ann.real_errors == []


async def test_the_journal_stays_open_when_a_day_begins(server: Server, browser: Browser) -> None:
    """Given somebody who reads the journal in a town, when the day ends and the next one begins,
    then the journal is still open, tells of the new day, and a dot says that one decides."""
    ann = await person(browser)
    page = ann.page
    await first_day(ann, server.url, 1)
    await page.get_by_role("button", name="Stay here today").click()
    await page.locator(SCREEN.format("town")).wait_for()
    journal, here = (page.locator(f".parts [data-tab={tab}]") for tab in ("journal", "board"))
    await journal.click()
    before = int(await page.evaluate(DAY))
    await play_on((ann,), asked("overland.move"))
    assert int(await page.evaluate(DAY)) == before + 1
    await expect(journal).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".day-list")).to_be_visible()
    await expect(here.locator(".dot")).to_have_count(1)
    assert ann.real_errors == []


async def test_a_card_is_read_and_answered_with_the_keyboard(
    server: Server, browser: Browser
) -> None:
    """Given a landmark in reach, when the party goes there, then its card tells the story and each
    choice, and a number and Enter take one."""
    ann = await person(browser)
    page = ann.page
    await first_day(ann, server.url, 1)
    await focus(page, ".routes summary")
    await page.keyboard.press("Enter")
    goal = page.locator(".goals .goal-row", has_text="peaceful landmark").first
    await goal.focus()
    await page.keyboard.press("Enter")
    await focus(page, ".decide .confirm:enabled", 200)
    await page.keyboard.press("Enter")
    await page.locator(SCREEN.format("card")).wait_for()
    await expect(page.locator(".story .tale")).to_be_visible()
    assert await page.locator(".choice .term, .choice .tags em").count() > 0
    await is_sound(page)
    await page.keyboard.press("1")
    await expect(page.locator(".choice.picked")).to_have_count(1)
    await expect(page.locator(".story .foreseen")).to_contain_text("For certain")
    before = await page.locator(".battle").get_attribute("data-version")
    await focus(page, ".story .confirm:enabled")
    await page.keyboard.press("Enter")
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    await expect(page.locator(".aftermath .told")).to_be_visible()
    await is_sound(page)
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(1440, 900), (844, 390), (720, 450)])
async def test_a_town_and_growth_fit_a_low_screen(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a town, then on a desktop the button of every place is in sight; on a low screen its
    counters and the mat of growth take the width that there is, no row is cut, and the story has a
    tab, also on a window that was higher. On a desktop the rows of growth fill their mat."""
    ann = await person(browser, *size)
    page = ann.page
    await first_day(ann, server.url, 2)
    await page.get_by_role("button", name="Stay here today").click()
    await page.locator(SCREEN.format("town")).wait_for()
    places = page.locator(".place .offer")
    if size[1] > 500:
        for at in range(await places.count()):
            assert await in_reach(places.nth(at)) == ""
    else:
        await page.locator(".parts [data-tab=log]").click()
        assert await in_reach(page.locator(".side .story .told").first) == ""
        await page.locator(".parts [data-tab=board]").click()
    assert await cut(page, ".counter > *, .lines-out > *") == []
    await play_on((ann,), SCREEN.format("growth"))
    assert await cut(page, ".walnut, .grow > *") == []
    if size[1] > 500:
        assert 0 < await page.evaluate(BELOW_ROWS) < 40
    else:
        story = page.locator(".parts [data-tab=log]")
        await page.set_viewport_size({"width": 1280, "height": 800})
        await expect(story).to_have_count(0)
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await expect(story).to_have_count(1)
    assert ann.real_errors == []


BELOW_ROWS = """() => {
  const [mat, last] = [".walnut", ".walnut .hint"].map((one) => document.querySelector(one));
  return mat.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
}"""
"""Pixels of the mat of growth below what stands on it."""


async def cut(page: Page, what: str) -> list[str]:
    """What of the page's left part reaches beyond its right edge, or is narrower than its words."""
    found: list[str] = await page.locator(what).evaluate_all(
        """all => {
          const edge = document.querySelector(".campaign > .here").getBoundingClientRect().right;
          return all.filter((one) => {
            const { right } = one.getBoundingClientRect();
            return right > edge + 1 || one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0;
          }).map((one) => one.className);
        }"""
    )
    return found
