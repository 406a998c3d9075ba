"""Everybody can play: by keyboard alone, with a screen reader's names, with enough contrast."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from tests.web.people import asked, begin, by_hand, open_table, person, play_on
from tests.web.process import Server

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": STANDARDS},
    # All rules as ever; but of the thousands of places that pass nothing is gathered and sent.
    "resultTypes": ["violations"],
}


async def complaints(page: Page) -> list[str]:
    """What axe-core has against the page, one line a place."""
    found = await Axe().run(page, options=OPTIONS)
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
async def test_every_page_passes_the_checks_of_axe(
    server: Server, browser: Browser, scheme: str, width: int
) -> None:
    ann = await person(browser, width, 800, painted=True)
    page = ann.page
    await page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    await page.goto(server.url)
    await expect(page.locator("#create")).to_be_visible()
    assert await complaints(page) == []
    await open_table(ann, server.url, 2, (2,))
    assert await complaints(page) == []
    await begin(ann)
    await page.locator(".question[data-why='create.ready']").wait_for()
    assert await complaints(page) == []
    await by_hand(ann)
    assert await complaints(page) == []
    await play_on((ann,), asked("turn.engage"))
    assert await complaints(page) == []
    await play_on((ann,), ".battle[data-over=true]")
    await page.locator(".ending").get_by_role("button", name="Replay").click()
    await page.locator(".playback .replay").wait_for()
    await page.locator("#verify").click()
    await page.locator(".checked.good").wait_for()
    assert await complaints(page) == []


async def focus(page: Page, selector: str, most: int = 80) -> None:
    """Walk with the tab key until something is focused that matches."""
    for _ in range(most):
        if await page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


async def test_a_turn_is_played_with_the_keyboard_alone(server: Server, browser: Browser) -> None:
    """From the lobby to an adventurer that has moved, without a single click."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await focus(page, "#name")
    await page.keyboard.type("Ann")
    await focus(page, "[name='party']")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await focus(page, "#create")
    await page.keyboard.press("Enter")
    await expect(page.locator(".seats .seat")).to_have_count(1)
    await focus(page, "#ready")
    await page.keyboard.press("Enter")
    await focus(page, "#start:enabled")
    await page.keyboard.press("Enter")
    await page.locator(".question[data-why='create.ready']").wait_for()
    await focus(page, ".question[data-why='create.ready'] [data-key=own]")
    await page.keyboard.press("Enter")
    await page.locator(".question[data-why='create.race']").wait_for()
    await page.keyboard.press("2")
    await page.locator(".question[data-why='create.line']").wait_for()
    await focus(page, ".question[data-why='create.line'] .option")
    await page.keyboard.press("Enter")
    await page.locator(".question[data-why='deploy']").wait_for()
    await page.keyboard.press("1")
    await focus(page, ".confirm:enabled")
    await page.keyboard.press("Enter")
    await page.locator(".question[data-why='turn.move']").wait_for()
    before = await page.locator(".battle").get_attribute("data-version")
    await focus(page, ".board")
    await page.keyboard.press("ArrowLeft")
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        if await page.locator(".hex.chosen").count():
            break
        await page.keyboard.press(key)
        await page.keyboard.press("Enter")
    await expect(page.locator(".hex.chosen")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_card_tells_what_a_focused_die_does(server: Server, browser: Browser) -> None:
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.engage"))
    await focus(page, "button.die.offered")
    await expect(page.locator("#card")).to_be_visible()
    await expect(page.locator("#card .faces li")).not_to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(page.locator("#card")).to_be_hidden()
    await page.locator(".unit.enemy").first.hover()
    await expect(page.locator("#card .figures-card")).to_be_visible()
    await expect(page.locator(".threat")).not_to_have_count(0)
