"""A question for an order is answered with the mouse and with the keyboard."""

from playwright.async_api import Browser, expect

from tests.web.people import NEXT_FRAME, begin, person, until
from tests.web.process import Server

ORDER = ".question.order:not(.sent)"
PEG = "globalThis.hexwarden.session.battle.state.pegs['1'].last"


async def test_an_order_is_given_by_moving_what_stands_first(
    server: Server, browser: Browser
) -> None:
    """Given apple, banana, cherry; when the cherry is moved, then its new place counts."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.locator("label", has=page.locator("#party-1")).click()
    await page.evaluate("() => globalThis.hexwarden.ui.forms.encounter = 'fruit'")
    await page.click("#create")
    await begin(ann)

    words = page.locator(f"{ORDER} .order .words")
    await expect(words).to_have_text(["1. Apple", "2. Banana", "3. Cherry"])
    await page.get_by_role("button", name="Earlier: Cherry").click()
    await page.get_by_role("button", name="Earlier: Cherry").click()
    await expect(words).to_have_text(["1. Cherry", "2. Apple", "3. Banana"])
    await page.locator(f"{ORDER} .confirm").click()
    await until(ann, f"{PEG} === 1")

    await expect(words).to_have_text(["1. Apple", "2. Banana", "3. Cherry"])
    await page.get_by_role("button", name="Later: Banana").focus()
    await page.keyboard.press("Enter")
    await page.evaluate(NEXT_FRAME)
    await expect(words).to_have_text(["1. Apple", "2. Cherry", "3. Banana"])
    await page.locator(f"{ORDER} .confirm").focus()
    await page.keyboard.press("Enter")
    await until(ann, f"{PEG} === 2")
    assert ann.real_errors == []
