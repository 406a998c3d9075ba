"""The overland map under mouse, finger and keyboard: a hex tells what is there and what going there
costs, and its card covers nothing that is asked.
"""

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.web.people import person
from tests.web.process import Server
from tests.web.test_accessible import focus
from tests.web.test_days import first_day
from tests.web.test_deciding import OVERLAP
from tests.web.test_holding import finger

KIND = """(kind) => {
  const { session, glossary } = globalThis.hexwarden;
  const spots = session.battle.questions[0].shape.spots.slice(1);
  const { map } = glossary.campaign.provinces["black-marsh"];
  const here = (key) => map.find(([q, r]) => `${q},${r}` === key);
  const of = {
    fatigue: ({ note }) => note.includes("fatigue"),
    landmark: ({ key }) => here(key)[3],
  };
  return spots.find(of[kind]).key;
}"""
"""A hex in reach that costs fatigue, or that has a landmark."""
TOWN = """() => {
  const { map } = globalThis.hexwarden.glossary.campaign.provinces["black-marsh"];
  const [q, r] = map.find(([, , , , id]) => id === "saltlamp");
  return `${q},${r}`;
}"""


def ground(page: Page, key: str) -> Locator:
    """The floor of a hex of the map."""
    return page.locator(f".hex[data-hex='{key}'] .ground")


async def test_a_hex_of_the_map_tells_what_it_is_under_the_mouse(
    server: Server, browser: Browser
) -> None:
    """Given a party on the road, when the mouse rests on a hex beyond the day's march, on a
    landmark, on a town far away, then a card tells each, and leaves the question free."""
    ann = await person(browser, 1440, 900)
    page, card = ann.page, ann.page.locator("#card")
    await first_day(ann, server.url, 1)
    await ground(page, await page.evaluate(KIND, "fatigue")).hover()
    await expect(card).to_contain_text("fatigue for each adventurer")
    await ground(page, await page.evaluate(KIND, "landmark")).hover()
    await expect(card).to_contain_text("waits here")
    await ground(page, await page.evaluate(TOWN)).hover()
    await expect(card).to_contain_text("Saltlamp")
    for words in ("A town", "Too far for today", "Inn"):
        await expect(card).to_contain_text(words)
    assert not await page.evaluate(OVERLAP, ["#card", ".questions"])
    await page.mouse.move(5, 5)
    await expect(card).to_be_hidden()
    assert ann.real_errors == []


async def test_the_key_i_tells_of_the_hex_under_the_cursor(
    server: Server, browser: Browser
) -> None:
    """Given the map's cursor on the party's hex, when i is pressed, then its card is there until
    Escape; the cursor itself tells places by their names."""
    ann = await person(browser)
    page, card = ann.page, ann.page.locator("#card")
    await first_day(ann, server.url, 1)
    await focus(page, ".board", 200)
    await page.keyboard.press("ArrowDown")
    cursor = await page.evaluate("() => globalThis.hexwarden.ui.cursor")
    await page.keyboard.press("i")
    await expect(card).to_be_visible()
    place = await card.locator("h3").text_content()
    said = page.locator("#spoken p").last
    await expect(said).to_contain_text(str(place), ignore_case=True)
    assert cursor not in str(await said.text_content())
    await page.keyboard.press("Escape")
    await expect(card).to_be_hidden()
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["phone", "on its side"])
async def test_a_finger_that_rests_on_a_hex_sees_its_card(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a phone, when a finger rests on a hex in reach, then its card is there, the question is
    not covered, and nowhere is gone by it."""
    ann = await person(browser, *size, mobile=True)
    page, card = ann.page, ann.page.locator("#card")
    await first_day(ann, server.url, 1)
    line = await page.context.new_cdp_session(page)
    await finger(line, page.locator(".hex.offered .ground").first)
    await expect(card.locator(".info-place")).to_be_visible()
    await finger(line, None)
    await expect(card).to_be_visible()
    assert not await page.evaluate(OVERLAP, ["#card", ".questions"])
    await expect(page.locator(".decide .goal-row.picked")).to_have_count(0)
    await page.locator(".questions").tap(position={"x": 4, "y": 4})
    await expect(card).to_be_hidden()
    assert ann.real_errors == []
