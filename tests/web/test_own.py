"""Links and how long they work, where one is signed in, the language."""

from playwright.async_api import Browser, Route, expect

from tests.web.people import invite, open_table, person
from tests.web.process import Server
from tests.web.test_accessible import complaints

TOKEN = "() => localStorage.getItem('hexwarden.token')"
REMEMBER = "(token) => localStorage.setItem('hexwarden.token', token)"
CODES = """() => {
  const { session } = globalThis.hexwarden;
  const settle = session.settle.bind(session);
  globalThis.ends = [];
  session.settle = (ref, message) => {
    if (message[0] === "invited") globalThis.ends.push(message[4]);
    settle(ref, message);
  };
}"""
DAY = 24 * 3600 * 1000
SPOKEN = """
export const T = { newTable: "Neuer Tisch", language: "Sprache" };
"""


async def test_a_link_works_as_long_as_its_leader_says(server: Server, browser: Browser) -> None:
    """Given a seat's link; it works for another day, says so, and is made worthless."""
    ann, bob = await person(browser), await person(browser)
    page = ann.page
    await open_table(ann, server.url, 2, ())
    await page.evaluate(CODES)
    link = await invite(ann, "2")
    line = page.locator("li", has=page.locator("[data-invite='2']"))
    usual = str(await line.locator(".until").text_content())
    await line.get_by_label("Let it work for").select_option(label="24 hours")
    await expect(line.locator(".until")).not_to_have_text(usual)
    began = await page.evaluate("() => Date.now()")
    assert abs(await page.evaluate("() => globalThis.ends.at(-1)") - began - DAY) < DAY / 24
    assert await line.locator(".link").input_value() == link
    assert await complaints(page) == []
    await line.get_by_role("button", name="Make it worthless").click()
    await expect(line.locator(".link")).to_have_count(0)
    await bob.page.goto(link)
    await bob.page.fill("#name", "Bob")
    await bob.page.keyboard.press("Enter")
    await expect(bob.page.locator("#create")).to_be_visible()
    await expect(bob.page.locator(".notice")).to_have_count(1)
    assert ann.real_errors == bob.real_errors == []


async def test_signing_out_elsewhere_ends_every_other_browser_with_the_same_token(
    server: Server, browser: Browser
) -> None:
    """Given one player at two browsers; when one signs the others out, then only it goes on."""
    ann, other = await person(browser), await person(browser)
    await open_table(ann, server.url, 1, ())
    await other.page.goto(server.url)
    await other.page.locator("#create").wait_for()
    await other.page.evaluate(REMEMBER, await ann.page.evaluate(TOKEN))
    await other.page.reload()
    await other.page.get_by_role("button", name="Back to your last table").wait_for()
    before = await ann.page.evaluate(TOKEN)
    await ann.page.get_by_text("More", exact=True).focus()
    await ann.page.keyboard.press("Enter")
    assert await complaints(ann.page) == []
    await ann.page.get_by_role("button", name="Sign out everywhere else").press("Enter")
    await expect(ann.page.locator(".notice")).to_contain_text("You are signed out everywhere else")
    await expect(other.page.locator(".trouble")).to_have_count(1)
    assert await ann.page.evaluate(TOKEN) != before
    await ann.page.click("#ready")
    await expect(ann.page.locator("#ready")).to_have_text("Not yet")
    assert ann.real_errors == []


async def with_german(route: Route) -> None:
    answer = await route.fetch()
    text = (await answer.text()).replace('data-languages=""', 'data-languages="de"')
    await route.fulfill(response=answer, body=text)


async def german(route: Route) -> None:
    await route.fulfill(body=SPOKEN, content_type="text/javascript; charset=utf-8")


async def test_the_language_is_chosen_in_the_menu_where_there_is_more_than_one(
    server: Server, browser: Browser
) -> None:
    """Given one language, there is no choice; given two, it is kept, and can be made again."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.get_by_text("More", exact=True).click()
    await expect(page.get_by_role("button", name="Dark or light")).to_be_visible()
    await expect(page.locator("#language")).to_have_count(0)
    await page.route(server.url + "/", with_german)
    await page.route("**/static/texts/de.js", german)
    await page.goto(server.url)
    await page.get_by_text("More", exact=True).click()
    await page.get_by_label("Language").select_option(label="Deutsch")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.get_by_role("heading", name="Neuer Tisch")).to_be_visible()
    await page.reload()
    await page.get_by_text("More", exact=True).click()
    await page.get_by_label("Sprache").select_option(label="English")
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await expect(page.get_by_role("heading", name="Neuer Tisch")).to_have_count(0)
    assert ann.real_errors == []
