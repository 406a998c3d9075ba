"""The end of a battle: what everybody did, its best moment, and the next battle one press away."""

import re

from playwright.async_api import Browser, expect

from tests.web.people import NEXT_FRAME, begin, open_table, person
from tests.web.process import Server
from tests.web.reaching import in_reach

SIZES = ((1280, 800), (390, 844), (720, 450))
FROM_NOW_ON = re.compile(r"^.+: [A-Z][a-z]+ from now on$")
"""Who gained which class."""


async def test_a_battle_is_summed_up_and_the_next_one_is_a_press_away(
    server: Server, browser: Browser
) -> None:
    """Given a battle to its end, then sums and classes that were gained stand there, and the next
    step is in sight on every page; given "harder", then it begins anew."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    difficulty = "() => globalThis.hexwarden.session.table.settings.difficulty"
    assert await page.evaluate(difficulty) == "apprentice", "nobody has won anything here yet"
    await page.evaluate("() => globalThis.hexwarden.session.ask('bot', '1', 'sensible')")
    sums = page.locator(".ending .sums tbody tr")
    await expect(sums).not_to_have_count(0)
    assert await page.locator(".ending .sums .luck").count() > 0
    await expect(page.locator(".ending .gains li")).to_have_text([FROM_NOW_ON, FROM_NOW_ON])
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate(NEXT_FRAME)
        for step in ("again", "harder"):
            assert await in_reach(page.locator(f"[data-next={step}]")) == "", (width, height)
    await page.set_viewport_size({"width": 1280, "height": 800})
    await page.click("#best")
    await page.locator(".playback .replay").wait_for()
    await page.get_by_role("button", name="Leave the replay").click()
    await expect(page.locator(".ending")).to_be_visible()
    await page.evaluate("() => globalThis.hexwarden.session.ask('claim', '1')")
    await page.click("[data-next=harder]")
    await page.locator(".question[data-why^='create.']").first.wait_for()
    assert await page.evaluate(difficulty) == "adept"
    assert ann.real_errors == []
