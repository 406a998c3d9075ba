"""Before a table: what somebody has played is found again wherever they come from."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import begin, get_ready, open_table, person
from tests.web.process import Server

TOKEN = "() => localStorage.getItem('hexwarden.token')"
REMEMBER = "(token) => localStorage.setItem('hexwarden.token', token)"


PLACES = """() => ["#ready", "#start", ".start .more", ".chat input, #chat"].map((one) => {
  const { x, y, width, height } = document.querySelector(one)?.getBoundingClientRect() ?? {};
  return [one, x, y, width, height];
})"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (720, 450)])
async def test_who_gets_ready_finds_everything_where_it_was(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    ann = await person(browser, *size)
    await open_table(ann, server.url, 2, (2,))
    before = await ann.page.evaluate(PLACES)
    await get_ready(ann)
    await expect(ann.page.locator("#start")).to_be_enabled()
    assert await ann.page.evaluate(PLACES) == before
    assert ann.real_errors == []


async def test_own_battles_are_listed_in_another_browser_with_the_same_token(
    server: Server, browser: Browser
) -> None:
    """Given a battle at one browser; when a fresh one has nothing but the token."""
    ann = await person(browser)
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    token = await ann.page.evaluate(TOKEN)
    other = await person(browser)
    await other.page.goto(server.url)
    await expect(other.page.locator("#create")).to_be_visible()
    await expect(other.page.get_by_role("heading", name="My battles")).to_have_count(0)
    await other.page.evaluate(REMEMBER, token)
    await other.page.reload()
    card = other.page.locator(".card", has=other.page.get_by_role("heading", name="My battles"))
    await expect(card).to_contain_text("Jailbreak")
    await card.get_by_role("button", name="Replay").click()
    await expect(other.page.locator(".battle.playback")).to_be_visible()
    assert other.real_errors == []


async def test_a_campaign_stands_in_the_lobby_with_what_it_waits_for(
    server: Server, browser: Browser
) -> None:
    """Given a session that asks its only player, then their lobby says so wherever they come from,
    and one press brings them there."""
    ann = await person(browser)
    await open_table(ann, server.url, 1, (), "black-marsh")
    await begin(ann)
    token = await ann.page.evaluate(TOKEN)
    other = await person(browser)
    await other.page.goto(server.url)
    await expect(other.page.locator("#create")).to_be_visible()
    await other.page.evaluate(REMEMBER, token)
    card = other.page.locator(".card", has=other.page.get_by_role("heading", name="My campaigns"))
    async with asyncio.timeout(30):  # the server notes every five seconds how far campaigns are
        while "waiting for you" not in " ".join(await card.all_inner_texts()):
            await other.page.reload()
            await expect(card).to_be_visible()
    await expect(card).to_contain_text("Black Marsh, session 1")
    await card.get_by_role("button", name="Go on").click()
    await expect(other.page.locator(".battle")).to_be_visible()
    assert other.real_errors == []
