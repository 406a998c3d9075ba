"""Creating an adventurer: each step begins with its heading, wherever the last one ended."""

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import begin, by_hand, open_table, person, play_on
from tests.web.process import Server
from tests.web.reaching import in_reach

TO_THE_END = """() => document.querySelectorAll(".questions, html").forEach((one) => {
  one.scrollTop = one.scrollHeight;
})"""
SCROLLED = "() => document.querySelector('.questions').scrollTop > 40"
FOCUSED = "() => document.activeElement?.closest('.question')?.dataset.why ?? ''"
STEPS = ("create.race", "create.line", "create.class")
"""Those that anybody is asked: the first line here has but one pair of dice."""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
async def test_a_step_of_creation_begins_with_its_heading(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given steps of creation that are longer than their panel, when one is answered at its end,
    then the next one's heading is in sight, and the focus is in it."""
    ann = await person(browser, *size)
    page = ann.page
    await open_table(ann, server.url, 1, (), "black-marsh")
    await begin(ann)
    await page.locator("[data-why='create.ready']").wait_for()
    await page.evaluate(TO_THE_END)
    await by_hand(ann)
    scrolled = 0
    for why in STEPS:
        await play_on((ann,), f".question[data-why='{why}']")
        heading = page.locator(f".question[data-why='{why}'] h2")
        await expect(heading).to_be_visible()
        assert await in_reach(heading) == "", why
        assert await page.evaluate(FOCUSED) == why
        await page.evaluate(TO_THE_END)
        scrolled += bool(await page.evaluate(SCROLLED))
        await ann.answer()
    assert scrolled == len(STEPS)
    assert ann.real_errors == []
