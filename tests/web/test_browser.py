"""A table in real browsers: people and bots play a Jailbreak by clicks while somebody watches.

Collected where HEXWARDEN_BROWSER=1 is set: it needs Playwright and a Chromium.
"""

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.web.clicking import CHROMIUM, FLAGS, Clicker
from tests.web.process import Server


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    executable = os.environ.get("HEXWARDEN_CHROMIUM", CHROMIUM)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        await browser.close()


async def person(browser: Browser, width: int = 1280, height: int = 800) -> Clicker:
    """Somebody with a browser of their own."""
    context = await browser.new_context(viewport={"width": width, "height": height})
    page = await context.new_page()
    page.set_default_timeout(15_000)
    return Clicker(page)


async def open_table(leader: Clicker, url: str, seats: int, bots: tuple[int, ...]) -> None:
    """Name, a new table, bots in these seats: all by clicks."""
    page = leader.page
    await page.goto(url)
    await page.fill("#name", "Ann")
    await page.select_option("#party", str(seats))
    await page.select_option("#others", "friends")
    await page.click("#create")
    for seat in bots:
        line = page.locator(f".seat:nth-child({seat})")
        await line.get_by_role("button", name="Let a bot play").click()
        await expect(line).to_contain_text("bot plays")


async def invite(leader: Clicker, seat: str) -> str:
    """The link for a seat, or for those who watch."""
    await leader.page.click(f"[data-invite='{seat}']")
    line = leader.page.locator("li", has=leader.page.locator(f"[data-invite='{seat}']"))
    return str(await line.locator(".link").input_value())


async def sit_down(guest: Clicker, link: str, name: str) -> None:
    await guest.page.goto(link)
    await guest.page.fill("#name", name)
    await guest.page.keyboard.press("Enter")


async def get_ready(one: Clicker) -> None:
    await one.page.click("#ready")
    await expect(one.page.locator("#ready")).to_have_text("Not yet")


async def begin(leader: Clicker, *others: Clicker) -> None:
    """Everybody gets ready, the leader starts, the battle is on every screen."""
    for one in (*others, leader):
        await get_ready(one)
    await leader.page.click("#start")
    for one in (leader, *others):
        await one.page.wait_for_selector(".battle")


async def play_on(people: tuple[Clicker, ...], until: str, most: int = 600) -> None:
    """Answer whatever is asked until the first one's page shows what is waited for."""
    page = people[0].page
    for _ in range(most):
        if await page.locator(until).count():
            return
        asked = [one for one in people if await one.is_asked()]
        for one in asked:
            await one.answer()
        await page.wait_for_function("() => new Promise(done => requestAnimationFrame(done))")
    raise AssertionError(f"not seen after {most} rounds: {until}")


async def version_of(page: Page) -> int:
    return int(await page.locator(".battle").get_attribute("data-version") or 0)


async def test_two_people_and_two_bots_finish_a_jailbreak_by_clicks(
    server: Server, browser: Browser
) -> None:
    ann, bob = await person(browser), await person(browser, 360, 740)
    eve = await person(browser)
    await open_table(ann, server.url, 4, (3, 4))
    await sit_down(bob, await invite(ann, "2"), "Bob")
    await sit_down(eve, await invite(ann, ""), "Eve")
    await expect(ann.page.locator(".seat:nth-child(2)")).to_contain_text("Bob")
    await begin(ann, bob)
    await eve.page.wait_for_selector(".battle")
    await expect(eve.page.locator(".questions")).to_contain_text("You are watching.")

    await play_on((ann, bob), ".told.round")
    asked = (
        await ann.page.locator(".question").count() + await bob.page.locator(".question").count()
    )
    assert asked > 0
    await bob.page.reload()
    await bob.page.wait_for_selector(".battle")

    await play_on((ann, bob), ".battle[data-over=true]")
    last = await version_of(ann.page)
    for one in (bob, eve):
        await expect(one.page.locator(".battle")).to_have_attribute("data-version", str(last))
        await expect(one.page.locator(".outcome")).to_have_count(1)
    assert await eve.page.locator(".question").count() == 0
    assert ann.errors == bob.errors == eve.errors == []


async def test_a_line_that_was_lost_is_taken_up_where_it_broke(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), ".told.round")
    before = await version_of(ann.page)
    await ann.page.context.set_offline(True)
    await ann.page.evaluate("() => globalThis.hexwarden.session.wire.socket.close()")
    await expect(ann.page.locator(".trouble")).to_contain_text("connection is lost")
    await ann.page.context.set_offline(False)
    await expect(ann.page.locator(".trouble")).to_have_count(0, timeout=20_000)
    assert await version_of(ann.page) >= before
    await play_on((ann,), f".battle:not([data-version='{before}'])")
    assert [fault for fault in ann.errors if "WebSocket" not in fault and "ERR_" not in fault] == []


async def test_a_battle_is_answered_with_the_keyboard_alone(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    page = ann.page
    await page.locator(".question[data-why='create.race']").wait_for()
    await page.keyboard.press("2")
    await page.locator(".question[data-why='create.line']").wait_for()
    first = page.locator(".question[data-why='create.line'] .option").first
    for _ in range(40):
        if await first.evaluate("(one) => one === document.activeElement"):
            break
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.locator(".question[data-why='create.rows']").wait_for()
    assert ann.errors == []


async def test_a_battle_that_is_over_is_played_back(server: Server, browser: Browser) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    page = ann.page
    await play_on((ann,), ".battle[data-over=true]")
    last = await version_of(page)
    await page.get_by_role("button", name="Back to the table").first.click()
    await page.get_by_role("button", name="Replay").click()
    battle = page.locator(".battle")
    await expect(battle).to_have_attribute("data-version", "1")
    await page.get_by_label("Step on").click()
    await expect(battle).to_have_attribute("data-version", "2")
    await page.get_by_label("Step back").click()
    await expect(battle).to_have_attribute("data-version", "1")
    await page.locator("#scrub").fill(str(last // 2))
    await expect(battle).to_have_attribute("data-version", str(last // 2))
    await page.get_by_label("Speed").select_option("16")
    await page.locator("#play").click()
    await expect(battle).to_have_attribute("data-version", str(last), timeout=60_000)
    assert ann.errors == []
