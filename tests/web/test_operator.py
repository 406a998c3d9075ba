"""The operators' page: by clicks, beside people at a table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect

from server.commands.bots import bots
from server.commands.setups import setups
from server.net.credentials import hash_of
from server.process.app import running
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.web.people import begin, invite, open_table, person, sit_down

TOKEN = "an operator's token that nobody guesses"


@pytest_asyncio.fixture(loop_scope="session")
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a server that has an operator."""
    file = tmp_path / "operators"
    file.write_text(f"eve:{hash_of(TOKEN)}\n")
    settings = Settings(port=0, data=str(tmp_path), operators=str(file), bot_delay=0.0)
    async with running(settings, MemoryStore(), setups=setups(), bots=bots()) as server:
        yield f"http://127.0.0.1:{server.listener.port}"


async def test_an_operator_looks_round_tells_everybody_something_and_closes_a_table(
    url: str, browser: Browser
) -> None:
    ann, bob, eve = [await person(browser) for _ in range(3)]
    await open_table(ann, url, 2, ())
    await sit_down(bob, await invite(ann, "2"), "Bob")
    await expect(ann.page.locator(".seat:nth-child(2)")).to_contain_text("Bob")
    await begin(ann, bob)

    page = eve.page
    await page.goto(f"{url}/operator")
    await page.fill("#token", "wrong")
    await page.click("#enter")
    await expect(page.locator("#said")).to_contain_text("needs an operator's token")
    await page.fill("#token", TOKEN)
    await page.click("#enter")
    await expect(page.locator("#tables")).to_contain_text("Ann's table")
    await expect(page.locator("#players")).to_contain_text("Bob")

    await page.fill("#motd", "Down at noon.")
    await page.get_by_role("button", name="Show to everybody").click()
    await expect(page.locator("#said")).to_contain_text("Connections told: 2")
    for one in (ann, bob):
        await expect(one.page.locator(".status .notice")).to_contain_text("Down at noon.")

    await page.get_by_role("button", name="Inspect").click()
    await expect(page.locator("#table")).to_contain_text("Waiting for seat")
    for heir, whose in (("nobody", "nobody's"), ("bot sensible", "the bot sensible's")):
        await page.get_by_label("Give seat 2 to ...").select_option(label=heir)
        await expect(page.get_by_text(f"Give seat 2 to {heir}?")).to_be_visible()
        await page.fill("#why", "Bob had to go.")
        await page.click("#do")
        await expect(page.locator("#said")).to_contain_text(f"Seat 2 is {whose} now.")
    await page.locator("#table").get_by_role("button", name="Close ...").click()
    await page.fill("#why", "Enough for today.")
    await page.click("#do")
    await expect(page.locator("#said")).to_contain_text("is over")
    await expect(page.locator("#table .trouble")).to_contain_text("Closed. Enough for today.")
    await expect(page.locator("#audit")).to_contain_text("eve close")
    for one in (ann, bob):
        await expect(one.page.locator(".questions.ending")).to_contain_text("The operator")
    assert ann.real_errors == bob.real_errors == []


async def test_the_token_stays_in_its_tab_and_leaves_with_a_click(
    url: str, browser: Browser
) -> None:
    eve = await person(browser)
    page = eve.page
    await page.goto(f"{url}/operator")
    await page.fill("#token", TOKEN)
    await page.click("#enter")
    await expect(page.locator("#processes")).to_be_visible()
    await page.reload()
    await expect(page.locator("#processes")).to_be_visible()
    await page.get_by_role("button", name="Leave").click()
    await page.reload()
    await expect(page.locator("#token")).to_be_visible()
    assert eve.real_errors == []
