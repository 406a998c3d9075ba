"""A question for an order is answered with the mouse and with the keyboard."""

from playwright.async_api import Browser, expect

from tests.web.people import NEXT_FRAME, asked, begin, open_table, person, play_on, until
from tests.web.process import Server
from tests.web.test_deciding import UNHURRIED

ORDER = ".question.order:not(.sent)"
ALL = ".foot .all:enabled"
RESOLVED = """() => globalThis.hexwarden.teller.lines.filter(
  ({ choice }) => choice?.seat === "1" && choice.why.startsWith("engage.")).length"""
LAST_PICKS = """() => globalThis.hexwarden.teller.lines.findLast(
  ({ choice }) => choice?.why === "engage.resolve").choice.picks"""
ASKS = """globalThis.hexwarden.session.mine.some(
  ({ why }) => ["engage.resolve", "engage.land", "engage.exhaust"].includes(why))"""
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


async def test_resolve_all_takes_the_results_and_leaves_what_is_a_decision(
    server: Server, browser: Browser
) -> None:
    """Given a heavy blow whose fatigue can be chosen, when "Resolve all" is pressed once, then all
    results are resolved as suggested, nothing of the engage is asked any more, and which fatigue
    the blow costs still is."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await page.locator("[data-key='ready:reaver']").click()
    await play_on((ann,), f".question[data-why='engage.resolve']:has-text('Wrecking Blow') {ALL}")
    before = await page.evaluate(RESOLVED)
    results = await page.locator("[data-why='engage.resolve'] .option[data-key]").count()
    await page.locator(ALL).click()
    await until(ann, f"!{ASKS} && {AT_REST}")
    assert await page.evaluate(RESOLVED) == before + 1
    picks = await page.evaluate(LAST_PICKS)
    assert len(picks) == results
    await page.locator(asked("wrecking-blow.fatigue")).wait_for()
    assert ann.real_errors == []
