"""A match of the skirmish by keyboard alone, and what is heard of it."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, expect

from tests.web.people import page_of
from tests.web.process import Server
from tests.web.rivals import Typist

FOCUSED = "() => document.activeElement?.closest('.question, .questions')?.className ?? ''"


def asked(one: Typist, why: str) -> Locator:
    """A question of that code that waits for an answer."""
    return one.page.locator(f".questions:not(:has(.sent)) .question[data-why='{why}']")


async def come_to(one: Typist, why: str) -> None:
    """Pass by its key whatever is asked until a question of that code waits."""
    other = one.page.locator(
        f".questions:not(:has(.sent)):not(:has([data-why='{why}'])) .pass:enabled"
    )
    await expect(asked(one, why).or_(other).first).to_be_visible()
    while not await asked(one, why).count():
        told = await one.page.locator(".match").get_attribute("data-version")
        await one.press(".pass:enabled")
        await expect(one.page.locator(".match")).not_to_have_attribute("data-version", str(told))
        await expect(asked(one, why).or_(other).first).to_be_visible()


@pytest.mark.slow
async def test_a_place_is_steered_to_and_what_happens_is_read_out(
    server: Server, browser: Browser
) -> None:
    """Given a match by keyboard alone, when the first unit is to be put down, then the arrow keys
    move its place, which is said, Enter puts it there, and the sentence is read out; the focus
    stays on the table for the next unit, and goes on to what is asked after the last one."""
    one = Typist(await page_of(browser))
    page = one.page
    await one.begin(server.url)
    await asked(one, "match.deploy").wait_for()
    name = (await asked(one, "match.deploy").inner_text()).split(" begin")[0].split("does ")[1]
    await one.reach(page.locator(".match .table"))
    said = page.locator(".match [role=status]").filter(has_text="Picked")
    await page.keyboard.press("ArrowRight")
    before = await said.text_content()
    await page.keyboard.press("Shift+ArrowRight")
    await expect(said).not_to_have_text(str(before))
    assert not (await Axe().run(page)).response["violations"]
    await page.keyboard.press("Enter")
    await expect(page.locator(".fighter.side-0")).to_have_count(1)
    await expect(page.locator("[role=log] p").filter(has_text=name)).not_to_have_count(0)
    await expect(asked(one, "match.deploy")).not_to_contain_text(name)
    await expect(page.locator(".match .table")).to_be_focused()
    await one.press(".pass:enabled")
    await asked(one, "match.deploy").wait_for(state="detached")
    assert "question" in await page.evaluate(FOCUSED)
    assert not one.real_errors


@pytest.mark.slow
@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_a_key_on_a_unit_picks_it_and_confirms_nothing(
    server: Server, browser: Browser, key: str
) -> None:
    """Given the Move Phase, when a unit on the table is pressed by a key, then it is picked, and
    nothing is sent before that is confirmed; the focus stays on the unit."""
    one = Typist(await page_of(browser))
    page = one.page
    await one.begin(server.url)
    await come_to(one, "match.move")
    told = await page.locator(".match").get_attribute("data-version")
    await one.reach(page.locator(".fighter.side-0.offered").first)
    unit = await page.evaluate("() => document.activeElement.dataset.unit")
    await page.keyboard.press(key)
    base = page.locator(f"[data-unit='{unit}']")
    await expect(base).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".match")).to_have_attribute("data-version", str(told))
    await expect(base).to_be_focused()
    await one.press(".confirm:enabled")
    await asked(one, "match.go").wait_for()
    assert "question" in await page.evaluate(FOCUSED)
