"""The page speaks another language where a translation is at hand, and English where it is not."""

from playwright.async_api import Browser, Route, expect

from tests.web.people import begin, by_hand, open_table, person
from tests.web.process import Server

PLANTED = """
export const T = { yourName: "Wie heißt du?", beside: "Daneben", round: (n) => `Runde ${n}` };
export const QUESTIONS = { "create.race": "Wähle ein Volk." };
export const CATALOGUE = { races: { nord: { name: "Nordling" } } };
export const SAY = { beat: () => "Es geht los." };
"""


async def planted(route: Route) -> None:
    await route.fulfill(body=PLANTED, content_type="text/javascript; charset=utf-8")


async def test_a_planted_translation_is_shown_in_every_kind_of_text(
    server: Server, browser: Browser
) -> None:
    """The page's own words, a question, a piece's name, the story; what is left out is English."""
    ann = await person(browser)
    page = ann.page
    await page.route("**/static/texts/de.js", planted)
    await page.goto(f"{server.url}/?lang=de")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.locator("label", has=page.locator("#name"))).to_contain_text("Wie heißt du?")
    await expect(page.locator("#create")).to_have_text("Open the table")
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await by_hand(ann)
    card = page.locator(".question[data-why='create.race']")
    await expect(card.locator("h2")).to_contain_text("Wähle ein Volk.")
    await expect(card.locator("[data-key=nord]")).to_contain_text("Nordling")
    await expect(card.locator("[data-key=orc]")).to_contain_text("Orc")
    await page.locator("#details").check()
    await expect(page.locator(".told.t-beat").first).to_have_text("Es geht los.")
    assert ann.real_errors == []


async def test_a_language_without_a_translation_leaves_english(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await ann.page.goto(f"{server.url}/?lang=tlh")
    await expect(ann.page.locator("#create")).to_have_text("Open the table")
    await expect(ann.page.locator("html")).to_have_attribute("lang", "en")
