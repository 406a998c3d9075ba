"""What is foreseen in a match: odds of a melee, lines of sight, no length."""

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import person
from tests.web.process import Server
from tests.web.test_accessible import complaints
from tests.web.test_match import begin_match, come_to


@pytest.mark.slow
async def test_odds_and_sight_of_who_is_looked_at(server: Server, browser: Browser) -> None:
    """Given a match, when a unit and a target are picked, then the odds of their melee and what the
    unit sees are told in words, bars, lines and signs; and when an enemy is pressed that cannot be
    named, then what that one sees, until it is pressed again."""
    one = await person(browser)
    page = one.page
    await begin_match(one, server.url)
    question = await come_to(one, "match.engage")
    await expect(page.locator(".foreseen")).to_have_count(0)
    await question.locator("[data-key^='unit:']").first.click()
    foes = await page.locator(".fighter.side-1").count()
    await expect(page.locator(".seen-as")).to_have_count(foes)
    await expect(page.locator(".melee-odds")).to_have_count(0)
    await question.locator("[data-key^='target:']").first.click()
    await expect(page.locator(".melee-odds li")).to_have_count(2)
    await expect(page.locator(".melee-odds li").first).to_contain_text("unhurt")
    await page.locator(".foreseen summary").click()
    await expect(page.locator(".foreseen .sights")).to_contain_text("Not seen")
    await expect(page.locator(".foreseen .figures")).to_contain_text("Jumping")
    assert await complaints(page) == []

    await come_to(one, "match.move")
    foe = page.locator(".fighter.side-1").first
    name = str(await foe.get_attribute("aria-label")).split(" (")[0]
    await foe.focus()
    await page.keyboard.press("Enter")
    await expect(foe).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".foreseen summary")).to_have_text(f"{name}: figures and sight")
    own = await page.locator(".fighter.side-0").count()
    await expect(page.locator(".seen-as")).to_have_count(own)
    await expect(page.locator(".sights")).to_be_visible()
    assert await complaints(page) == []
    await page.keyboard.press("Enter")
    await expect(page.locator(".foreseen")).to_have_count(0)
    assert not one.real_errors
