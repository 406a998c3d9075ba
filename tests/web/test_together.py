"""What people at one table see of each other: talk, pointing, thinking, votes, clocks, seats."""

from contextlib import suppress

from playwright.async_api import Browser, expect

from tests.web.clicking import Clicker
from tests.web.people import (
    asked,
    begin,
    by_hand,
    invite,
    open_table,
    person,
    play_on,
    sit_down,
    until,
    version_of,
)
from tests.web.process import Server

MOVING = asked("turn.move")
POINTS = 5
SEEN = "globalThis.seen"
NOTE = """() => {
  globalThis.seen = [];
  const look = () => ['.thought', '.ping'].forEach((kind) =>
    document.querySelectorAll(`${kind} text`).forEach((one) =>
      globalThis.seen.push(`${kind} ${one.textContent}`)));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""
"""Arrows and pings go away by themselves; what is looked at too late has still been noted."""
EMPTY = """() => {
  const { state } = globalThis.hexwarden.session.battle;
  const taken = new Set(Object.values(state.units).map((unit) => String(unit.at)));
  return [...document.querySelectorAll('.hex:not(.offered)')]
    .map((one) => one.dataset.hex).find((key) => !taken.has(key));
}"""


async def two_at_a_table(server: Server, browser: Browser) -> tuple[Clicker, Clicker]:
    ann, bob = await person(browser), await person(browser)
    await open_table(ann, server.url, 2, ())
    await sit_down(bob, await invite(ann, "2"), "Bob")
    await expect(ann.page.locator(".seat:nth-child(2)")).to_contain_text("Bob")
    return ann, bob


async def test_talk_pointing_and_thinking_are_seen_by_the_others(
    server: Server, browser: Browser
) -> None:
    ann, bob = await two_at_a_table(server, browser)
    await ann.page.fill("#chat", "Good luck!")
    await ann.page.keyboard.press("Enter")
    await expect(bob.page.locator(".chat .lines")).to_contain_text("Ann: Good luck!")
    await begin(ann, bob)
    await play_on((ann, bob), ".told.t-round")
    await play_on((ann, bob), MOVING)
    for one in (ann, bob):
        await one.page.evaluate(NOTE)
    await ann.page.locator(".hex.offered").last.click()
    await until(bob, f"{SEEN}.includes('.thought Ann')")
    empty = bob.page.locator(f"[data-hex='{await bob.page.evaluate(EMPTY)}'] .ground")
    for _ in range(POINTS):  # a line that breaks just now carries no ping, and none is kept
        await empty.dblclick()
        with suppress(AssertionError):
            await until(ann, f"{SEEN}.includes('.ping Bob')", 10)
            break
    await until(ann, f"{SEEN}.includes('.ping Bob')")
    assert ann.real_errors == bob.real_errors == []


async def test_a_step_back_is_voted_on(server: Server, browser: Browser) -> None:
    ann, bob = await two_at_a_table(server, browser)
    await begin(ann, bob)
    await play_on((ann,), asked("create.ready"), at=bob)
    await by_hand(bob)
    before = await version_of(bob)
    await expect(ann.page.locator(".battle")).to_have_attribute("data-version", str(before))
    await ann.page.get_by_role("button", name="Undo").click()
    ballot = bob.page.locator(".ballot")
    await expect(ballot).to_contain_text("Ann asks to take a step back")
    await ballot.get_by_role("button", name="Agree").click()
    undone = ann.page.locator(f".battle:not([data-version='{before}'])")
    await expect(undone).to_have_count(1)
    await expect(ann.page.locator(".told.t-undo").first).to_contain_text("took back")


async def test_a_seat_is_lent_to_a_bot_and_taken_back(server: Server, browser: Browser) -> None:
    ann, bob = await two_at_a_table(server, browser)
    await begin(ann, bob)
    await play_on((ann, bob), ".told.t-round")
    await ann.page.get_by_text("More", exact=True).click()
    await ann.page.get_by_role("button", name="Let a bot play for me").click()
    lent = ann.page.locator(".questions .lent")
    await expect(lent).to_contain_text("plays for you")
    await lent.get_by_role("button", name="Take it back from the bot").click()
    await expect(lent).to_have_count(0)
    await ann.page.get_by_text("More", exact=True).click()
    await expect(ann.page.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    assert ann.real_errors == []


async def test_a_seat_is_handed_over_to_a_friend(server: Server, browser: Browser) -> None:
    ann, bob = await two_at_a_table(server, browser)
    await bob.page.get_by_role("button", name="Stand up").click()
    await expect(ann.page.locator(".seat").nth(1)).to_contain_text("free seat")
    await ann.page.get_by_label("Hand over to ...").select_option(label="Bob")
    await expect(bob.page.locator(".seat").first).to_contain_text("Bob you")
    await expect(ann.page.locator(".seat").first).to_contain_text("Bob")
    await ann.page.get_by_label("Let somebody else lead ...").select_option(label="Bob")
    await expect(bob.page.locator(".seat").first).to_contain_text("leader")
    await expect(bob.page.locator("#start")).to_be_visible()


async def test_the_clock_of_a_table_counts_down_where_one_decides(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.locator("label", has=page.locator("#party-1")).click()
    await page.get_by_text("More choices").click()
    await page.select_option("#clock", "30")
    await page.click("#create")
    await begin(ann)
    await expect(page.locator(".countdown")).to_contain_text("s")
    await expect(page.locator(".bar .clocks")).to_contain_text("Ann (seat 1)")
