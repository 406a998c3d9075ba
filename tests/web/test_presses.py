"""A double click, and a key that is held down, answer once: not also what comes up in its place."""

from playwright.async_api import Browser, Page, expect

from tests.web.clicking import Clicker
from tests.web.people import begin, by_hand, open_table, person
from tests.web.process import Server

NEVER_OLD = "() => { globalThis.hexwarden.presses.young = Infinity; }"
OLD_AT_ONCE = "() => { globalThis.hexwarden.presses.young = 0; }"
NOTE = """() => {
  const { session } = globalThis.hexwarden;
  const submit = session.submit.bind(session);
  globalThis.answered = [];
  session.submit = (seat, message, question) => {
    globalThis.answered.push(question);
    submit(seat, message, question);
  };
}"""
TWICE = """(selector) => {
  const place = document.querySelector(selector);
  for (const detail of [1, 2])
    place.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail }));
}"""
FIRST = "[data-why='create.race'] .option"
NEXT = "[data-why='create.line'] .option"
ANSWERED = "() => globalThis.answered.length"


async def asked_for_a_race(server: Server, browser: Browser) -> Clicker:
    """Somebody who is asked; every answer that leaves the page is noted."""
    ann = await person(browser)
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await by_hand(ann)
    await ann.page.locator(FIRST).first.wait_for()
    await ann.page.evaluate(NOTE)
    return ann


async def press(page: Page, selector: str, times: int) -> None:
    """One press of the mouse, the first or a later one of several at the same place."""
    place = page.locator(selector).first
    await place.hover()
    await page.mouse.down(click_count=times)
    await page.mouse.up(click_count=times)


async def test_two_clicks_at_once_are_one_answer(server: Server, browser: Browser) -> None:
    ann = await asked_for_a_race(server, browser)
    await ann.page.evaluate(TWICE, FIRST)
    await ann.page.locator(NEXT).first.wait_for()
    assert await ann.page.evaluate(ANSWERED) == 1


async def test_a_second_click_only_answers_what_has_been_in_sight_for_a_while(
    server: Server, browser: Browser
) -> None:
    """Given a question that comes up between two clicks at the same place."""
    ann = await asked_for_a_race(server, browser)
    page = ann.page
    await page.evaluate(NEVER_OLD)
    await press(page, FIRST, 1)
    await page.locator(NEXT).first.wait_for()
    await press(page, NEXT, 2)
    assert await page.evaluate(ANSWERED) == 1
    await page.evaluate(OLD_AT_ONCE)
    await press(page, NEXT, 2)
    assert await page.evaluate(ANSWERED) == 2
    await expect(page.locator(NEXT)).to_have_count(0)
    assert ann.real_errors == []


async def test_a_key_that_is_held_down_answers_once(server: Server, browser: Browser) -> None:
    ann = await asked_for_a_race(server, browser)
    page = ann.page
    await page.evaluate(NEVER_OLD)
    await page.keyboard.down("1")
    await page.locator(NEXT).first.wait_for()
    await page.keyboard.down("1")  # pressed already: the key repeats
    assert await page.evaluate(ANSWERED) == 1
    await page.locator(NEXT).first.focus()
    await page.keyboard.down("Enter")  # another key: a first press
    await expect(page.locator(NEXT)).to_have_count(0)
    assert await page.evaluate(ANSWERED) == 2
    await page.keyboard.up("1")
    await page.keyboard.up("Enter")
