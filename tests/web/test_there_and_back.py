"""From a session's days into a battle of theirs and back, by clicks on a phone."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.clicking import ONWARD
from tests.web.people import asked, begin, open_table, page_of, play_on
from tests.web.process import Server
from tests.web.whole_session import Traveller

DAYS = ".campaign[data-screen]"
FOUGHT = "main.battle:not(.campaign) .map"
WHERE = """() => {
  const { battle } = globalThis.hexwarden;
  return [battle.battle, battle.opening?.encounter ?? "", battle.state.day ?? 0];
}"""
"""The battle or session that the page shows, what is played in it, and the day of a session."""


async def where(page: Page) -> Any:
    return await page.evaluate(WHERE)


@pytest.mark.slow
async def test_a_battle_of_a_session_is_fought_and_left_by_clicks(
    server: Server, browser: Browser
) -> None:
    """Given a party on the road, when a card leads it into a battle, then that is played on its own
    board, its end has one golden way on, and that leads back to the day that it was left on, whose
    story says how the battle ended; the next day comes."""
    ann = Traveller(await page_of(browser, 390, 844, mobile=True))
    page = ann.page
    await open_table(ann, server.url, 2, (2,), "black-marsh")
    await begin(ann)
    await play_on((ann,), asked("overland.move"))
    session, played, _ = await where(page)
    assert played == "black-marsh"

    await play_on((ann,), FOUGHT)
    battle, fought, _ = await where(page)
    assert battle != session
    assert fought != "black-marsh"

    await play_on((ann,), ONWARD)
    assert (await where(page))[0] == battle
    head = await page.locator(".ending h2").first.inner_text()
    await expect(page.locator(ONWARD)).to_be_in_viewport()
    await page.locator(ONWARD).click()

    await page.locator(DAYS).wait_for()
    back, _, day = await where(page)
    assert back == session
    won = "The battle is won." if head.lower() == "victory" else "The battle is lost."
    await page.locator(".parts [data-tab=log]").click()
    await expect(page.locator(".story .told", has_text=won).last).to_be_visible()
    await page.locator(".parts [data-tab=board]").click()
    await play_on((ann,), asked("overland.move"))
    assert (await where(page))[::2] == [session, day + 1]
    assert ann.real_errors == []
