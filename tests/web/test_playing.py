"""A table in real browsers: four people play a Jailbreak by clicks while a fifth watches."""

import re

from playwright.async_api import Browser, expect

from tests.web.people import (
    asked,
    begin,
    invite,
    open_table,
    person,
    play_on,
    sit_down,
    those_asked,
    version_of,
)
from tests.web.process import Server

LINE_LOST = 10_000  # milliseconds


async def test_four_people_play_a_jailbreak_to_its_end_by_clicks(
    server: Server, browser: Browser
) -> None:
    """One reloads while a question is open, one loses the line, one opens a second page."""
    ann = await person(browser, painted=True)
    bob = await person(browser, 360, 740, painted=True)
    cem, dee = await person(browser), await person(browser, 820, 1100)
    eve = await person(browser)
    party = (ann, bob, cem, dee)
    await open_table(ann, server.url, 4, ())
    for guest, seat, name in ((bob, "2", "Bob"), (cem, "3", "Cem"), (dee, "4", "Dee")):
        await sit_down(guest, await invite(ann, seat), name)
        await expect(ann.page.locator(f".seat:nth-child({seat})")).to_contain_text(name)
    await sit_down(eve, await invite(ann, ""), "Eve")
    await begin(*party)
    await eve.page.wait_for_selector(".battle")
    await expect(eve.page.locator(".questions")).to_contain_text("You are watching.")

    await play_on(party, ".told.t-round")
    (asked, *_) = await those_asked(party)
    why = await asked.page.locator(".question").first.get_attribute("data-why")
    await asked.page.reload()
    await expect(asked.page.locator(f".question[data-why='{why}']").first).to_be_visible()
    await expect(asked.page.locator(".told.t-round")).not_to_have_count(0)

    second = await dee.page.context.new_page()
    await second.goto(dee.page.url)
    await second.wait_for_selector(".battle")
    await second.close()

    # Whoever goes is not the only one asked, so that the others can play on.
    deciding = await those_asked(party)
    gone = next((one for one in party if one not in deciding), party[-1])
    rest = tuple(one for one in party if one is not gone)
    await gone.lose_the_line()
    away = gone.page.evaluate("(long) => new Promise((done) => setTimeout(done, long))", LINE_LOST)
    await play_on(rest, f".battle:not([data-version='{await version_of(rest[0])}'])")
    await away
    await gone.find_the_line()

    await play_on(party, ".battle[data-over=true]")
    last = await version_of(ann)
    for one in (bob, cem, dee, eve):
        await expect(one.page.locator(".battle")).to_have_attribute("data-version", str(last))
        await expect(one.page.locator(".outcome")).to_have_count(1)
    assert await eve.page.locator(".question").count() == 0
    assert [fault for one in (*party, eve) for fault in one.real_errors] == []


async def test_a_plan_shows_its_odds_and_an_enemy_its_coming_turn(
    server: Server, browser: Browser
) -> None:
    """Given an encounter in which everybody starts beside an enemy."""
    ann = await person(browser, painted=True)
    page = ann.page
    await open_table(ann, server.url, 2, (2,), "face-to-face")
    await begin(ann)
    target = "[data-slot=target] .option"
    await play_on((ann,), f"{asked('turn.engage')}:has({target})")
    for slot in ("target", "dice"):
        free = page.locator(f"[data-slot={slot}] .option:not(.picked):not(.off)")
        if await free.count():
            await free.first.click()
    await expect(page.locator(".odds")).to_contain_text(re.compile(r"chance to defeat|on average"))
    await page.locator(".unit.enemy").first.hover()
    await expect(page.locator("#card")).to_contain_text("Next turn, as things stand")
    assert ann.real_errors == []
