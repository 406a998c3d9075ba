"""Rated matches in the browser: how they are chosen, and the ladder that they make."""

import re

from playwright.async_api import Browser, expect

from tests.web.people import person
from tests.web.process import Server
from tests.web.rivals import ALLEY, begin_together, choose_match, give_up
from tests.web.test_accessible import complaints


async def test_with_bots_nothing_is_rated(server: Server, browser: Browser) -> None:
    """Given a match whose free seat a bot is to take, then it cannot be rated, and the page says
    why; with friends it can, and has a clock for each side."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.click(ALLEY)
    await expect(page.locator("#rated")).to_be_disabled()
    await expect(page.locator("#rated-text")).to_contain_text("Not with bots")
    await page.locator("label", has=page.locator("#others-friends")).click()
    await page.check("#rated")
    await expect(page.locator("#pace")).to_have_value("1800+20")
    await page.locator("label", has=page.locator("#others-bots")).click()
    await expect(page.locator("#rated")).not_to_be_checked()
    await expect(page.locator("#pace")).to_have_value("0+0")
    await page.click("#create")
    await expect(page.locator(".seats")).to_contain_text("Sensible bot")
    assert ann.real_errors == []


async def test_a_rated_match_is_on_the_ladder_when_it_is_over(
    server: Server, browser: Browser
) -> None:
    """Given two people without a rating, when one gives a rated match up, then both see what it has
    made of their ratings, and the ladder has them in its order, the own line marked."""
    ann, ben = await person(browser), await person(browser, 390, 844, mobile=True)
    page = ann.page
    await page.goto(server.url)
    await page.get_by_role("link", name="Ladder").click()
    await expect(page.locator(".ladder-page")).to_contain_text("Nobody has played a rated match")
    assert await complaints(page) == []
    assert page.url.endswith("/#ladder")
    await page.go_back()
    await expect(page.locator(".hero")).to_be_visible()
    await choose_match(ann, "", "Ann", rated=True)
    assert not await page.get_by_role("button", name="Let a bot play").count()
    await begin_together(ann, ben, "Ben")
    await expect(page.locator(".warbands .rating")).to_have_count(2)
    await give_up(ann)
    for one in (ann, ben):
        told = one.page.locator(".rated-end dd")
        await expect(told).to_have_count(2)
        await expect(told.first).to_contain_text(re.compile(r"1\d\d\d, the first rating"))
    await page.locator(".match-end").get_by_role("button", name="Replay").click()
    await expect(page.locator(".playback .warbands .rating")).to_have_text(["not rated yet"] * 2)
    await page.go_back()
    await page.get_by_role("button", name="Back to the table").click()
    await expect(page.locator(".seat .rating .provisional")).to_have_count(2)
    await page.locator(".masthead .menu summary").click()
    await page.click("#to-ladder")
    rows = page.locator(".ladder-list tbody tr")
    await expect(rows).to_have_count(2)
    assert await rows.locator("th .called").all_inner_texts() == ["Ben", "Ann"]
    await expect(page.locator(".ladder-list .own")).to_contain_text("Ann you")
    assert await complaints(page) == []
    await page.go_back()
    await expect(page.locator(".seats")).to_be_visible()
    await page.go_forward()
    await page.reload()
    await expect(rows).to_have_count(2)
    await ben.page.goto(f"{server.url}/#ladder")
    await ben.page.reload()
    await expect(ben.page.locator(".ladder-list .own")).to_contain_text("Ben you")
    assert await complaints(ben.page) == []
    assert not await ben.page.evaluate(
        "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    assert not ann.real_errors + ben.real_errors
