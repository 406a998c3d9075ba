"""A question for an order is answered with the mouse and with the keyboard."""

import re

from playwright.async_api import Browser, expect

from tests.web.people import NEXT_FRAME, begin, open_table, person, play_on, until
from tests.web.process import Server
from tests.web.test_deciding import UNHURRIED

ORDER = ".question.order:not(.sent)"
ALL = ".foot .all:enabled"
TABLES = 6
"""Tables at which an engage with several results is looked for; most have one."""
SUGGESTED = """() => globalThis.hexwarden.session.mine.find(
  ({ why }) => why === "engage.resolve").fallback"""
TAKEN = """globalThis.hexwarden.teller.lines.flatMap(
  ({ choice }) => choice?.why === "engage.resolve" ? [choice.picks] : [])"""
STILL_ASKED = """() => globalThis.hexwarden.session.mine.filter(
  ({ why }) => why === "engage.resolve").map(({ text }) => text)"""
AT_REST = "!globalThis.hexwarden.chain.last && !globalThis.hexwarden.stage.isBusy"
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


async def test_one_press_takes_what_is_suggested_and_leaves_what_is_not(
    server: Server, browser: Browser
) -> None:
    """Given a heavy blow beside other results, then one golden button uses what is suggested, and
    another one stands in its place once somebody picks otherwise; when the first is pressed, then
    what is suggested is resolved, what is not stays unused, and nobody is asked about it again."""
    for _ in range(TABLES):
        ann = await person(browser)
        page = ann.page
        await open_table(ann, server.url, 1, (), "face-to-face")
        await page.evaluate(UNHURRIED)
        await begin(ann)
        await page.locator("[data-key='ready:reaver']").click()
        await play_on((ann,), f"{ALL}, .battle[data-over=true]")
        if await page.locator(ALL).count():
            break
    suggested = await page.evaluate(SUGGESTED)
    assert suggested
    gold = page.locator(".question .foot .confirm")
    await expect(gold).to_have_text([re.compile(r"^Use (all|\d of \d) as suggested$")])
    await page.locator(f"[data-key='{suggested[0]}'].picked").click()
    await expect(gold).to_have_text(["Use these, in this order"])
    await expect(page.locator(ALL)).to_have_count(0)
    await page.get_by_role("button", name="Suggested", exact=True).click()
    await expect(gold).to_have_text([re.compile(r"^Use (all|\d of \d) as suggested$")])
    await page.locator(ALL).click()
    await until(ann, f"{TAKEN}.length > 0 && {AT_REST}")
    assert await page.evaluate(f"() => {TAKEN}[0]") == suggested
    assert await page.evaluate(STILL_ASKED) == []
    assert ann.real_errors == []
