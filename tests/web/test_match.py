"""A match of the skirmish by clicks: chosen in the gallery, deployed and moved on the table."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, expect

from tests.web.clicking import Clicker
from tests.web.people import person
from tests.web.process import Server

IN_THE_ZONE = {"x": 0.5, "y": 0.965}
"""Of the drawn table: half an inch inside the own edge, which lies below."""


async def press_table(one: Clicker) -> None:
    """Press the middle of the own zone."""
    box = await one.page.locator(".match .table").bounding_box()
    assert box is not None
    at = (box["x"] + IN_THE_ZONE["x"] * box["width"], box["y"] + IN_THE_ZONE["y"] * box["height"])
    await one.page.mouse.click(*at)


@pytest.mark.slow
async def test_a_match_is_opened_deployed_and_begun_by_clicks(
    server: Server, browser: Browser
) -> None:
    """Given the gallery, when somebody opens a match against a bot, then they put their first unit
    where they press, the rest where the server thinks best, and move a unit that they press."""
    one = await person(browser)
    page = one.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.click("[data-encounter='alley']")
    await page.select_option("#roster_1", "undead")
    await page.click("#create")
    await page.click("#ready")
    await page.click("#start")
    asked = page.locator(".question[data-why='match.deploy']")
    await expect(asked).to_contain_text("Necromancer")
    await press_table(one)
    await page.locator(".questions .confirm").click()
    await expect(page.locator(".fighter.side-0")).to_have_count(1)
    await expect(asked).not_to_contain_text("Necromancer")
    assert not (await Axe().run(page)).response["violations"]
    await page.locator(".questions .pass").click()
    moving = page.locator(".question[data-why='match.move']")
    engaging = page.locator(".question[data-why='match.engage']")
    await expect(moving.or_(engaging)).to_be_visible()
    if await engaging.count():  # the dice gave the bot the first turn: this one has all phases
        await page.locator(".questions .pass").click()
    await expect(moving).to_be_visible()
    await page.locator(".fighter.offered").first.click()
    await page.locator(".questions .confirm").click()
    going = page.locator(".question[data-why='match.go']")
    await going.locator(".option").last.click()
    await expect(page.locator(".story .lines")).to_contain_text("moves")
