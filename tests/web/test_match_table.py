"""The table of a match as a place: painted ground, walls from a slant, silhouettes on bases; and
its board in small in the lobby.
"""

import pytest
from playwright.async_api import Browser, expect

from server.rules.skirmish.content.shipped import box
from tests.web.people import person
from tests.web.process import Server
from tests.web.test_match import begin_match

LOOK = """() => {
  const hrefs = (uses) => [...uses].map((use) => use.getAttribute("href"));
  const uses = (one) => hrefs(one.querySelectorAll(".sign use"));
  const { units } = globalThis.hexwarden.session.battle.state;
  return [...document.querySelectorAll(".fighter")].map((one) => {
    const { type, name } = units[one.dataset.unit];
    const plate = document.querySelector(`.tags[data-of="${one.dataset.unit}"] .which`);
    return { type: type.id, name, signs: uses(one), number: plate?.textContent ?? "" };
  });
}"""
PIXEL = """async (at) => {
  const image = document.querySelector(".match .painted");
  const answer = new Image();
  answer.src = image.getAttribute("href");
  await answer.decode();
  const canvas = new OffscreenCanvas(answer.width, answer.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(answer, 0, 0);
  const [x, y] = at.map((one) => one * answer.width);
  return [...pen.getImageData(x, y, 1, 1).data].slice(0, 3);
}"""


@pytest.mark.slow
async def test_the_table_is_painted_and_bases_bear_silhouettes(
    server: Server, browser: Browser
) -> None:
    """Given a match, then its ground comes as a picture, another one by day; each type of unit has
    a silhouette of its own and no letters; which of several one is says a number."""
    ann = await person(browser, painted=True)
    page = ann.page
    await page.emulate_media(color_scheme="dark")
    await begin_match(ann, server.url)
    await page.locator(".match .painted[data-theme=dark]").first.wait_for(state="attached")
    night = await page.evaluate(PIXEL, [0.5, 0.2])
    await page.emulate_media(color_scheme="light")
    await page.locator(".match .painted[data-theme=light]").first.wait_for(state="attached")
    day = await page.evaluate(PIXEL, [0.5, 0.2])
    assert sum(day) > sum(night) + 60
    shown = await page.evaluate(LOOK)
    by_type = {one["type"]: set(one["signs"]) for one in shown}
    assert len(by_type) > 4
    assert all(len(signs) == 1 for signs in by_type.values())
    assert len({sign for signs in by_type.values() for sign in signs}) == len(by_type)
    assert {one["number"] for one in shown if one["name"].endswith(" 2")} == {"2"}
    assert await page.locator(".match .letters").count() == 0
    assert ann.real_errors == []


@pytest.mark.slow
async def test_from_a_slant_houses_have_walls_with_windows_and_painted_roofs(
    server: Server, browser: Browser
) -> None:
    """Given the alley from a slant, then every house and wall has masonry, houses have windows, and
    each roof is cut out of the painted ground, at its height."""
    ann = await person(browser, painted=True)
    page = ann.page
    await begin_match(ann, server.url)
    await page.locator(".match .painted").first.wait_for(state="attached")
    raised = [one for one in box().boards["alley"].pieces if one.high]
    await expect(page.locator(".match [clip-path] .painted")).to_have_count(0)
    await page.get_by_role("button", name="Seen from a slant").click()
    await expect(page.locator(".match [clip-path] .painted")).to_have_count(len(raised))
    assert await page.locator(".match .masonry").count() >= 2 * len(raised)
    assert await page.locator(".match .window").count() > 4
    await page.emulate_media(forced_colors="active")
    await expect(page.locator(".match .painted")).to_have_count(0)
    assert ann.real_errors == []


OVER = """() => {
  const table = document.querySelector(".match .table").getBoundingClientRect();
  return [...document.querySelectorAll(".match .stage button")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isApart = right <= table.left || left >= table.right || bottom <= table.top;
    return !(isApart || top >= table.bottom);
  }).length;
}"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
async def test_no_button_lies_on_the_table(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    """Given warbands that are deployed along the edge of the table, then the buttons below it hide
    none of it, on a desktop and on a phone."""
    ann = await person(browser, width, height)
    await begin_match(ann, server.url)
    await ann.page.locator(".match .slant").first.wait_for()
    assert await ann.page.locator(".match .stage button").count() > 1
    assert await ann.page.evaluate(OVER) == 0
    assert ann.real_errors == []


async def test_cards_of_matches_and_battles_show_what_is_played_on(
    server: Server, browser: Browser
) -> None:
    """Given the lobby, then the card of each match has its board in small, with every piece and
    treasure on it; and once the page is at rest, what is in sight is painted."""
    ann = await person(browser, painted=True)
    page = ann.page
    await page.goto(server.url)
    await page.locator(".encounter").first.wait_for()
    for board in box().boards.values():
        card = page.locator(f"[data-encounter='{board.id}']")
        assert await card.locator(".mini-piece").count() == len(board.pieces)
        assert await card.locator(".mini-cache").count() == len(board.treasures)
    assert await page.locator(".encounter .painted").count() == 0
    await page.locator("[data-encounter=jailbreak] .painted").wait_for(timeout=60_000)
    await expect(page.locator("[data-encounter=quays] .painted")).to_have_count(0)
    await page.locator("[data-encounter=quays]").scroll_into_view_if_needed()
    await page.locator("[data-encounter=quays] .painted").wait_for(timeout=60_000)
    assert ann.real_errors == []
