"""Invite links: the code is nowhere that a server, a proxy, a log or a history could keep it."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import begin, invite, open_table, person, sit_down
from tests.web.process import Server

FOLLOW_AND_DRAW = """async (link) => {
  location.href = link;
  hexwarden.frames.now();
  await Promise.resolve();
}"""


@pytest.mark.parametrize("form", ["fragment", "path"])
async def test_a_link_of_either_form_is_followed_and_leaves_the_address_at_once(
    server: Server, browser: Browser, form: str
) -> None:
    """Given a link for those who watch a private table, then its code is sent in no address, stands
    in none once the page is there, and a page that is loaded again is at the table."""
    ann, eve = await person(browser), await person(browser)
    await open_table(ann, server.url, 1, ())
    link = await invite(ann, "")
    code = link.rpartition("=")[2]
    assert urlsplit(link).fragment == f"join={code}"
    sent: list[str] = []
    eve.page.on("request", lambda request: sent.append(request.url.partition("#")[0]))
    await eve.page.goto(link if form == "fragment" else f"{server.url}/join/{code}")
    await eve.page.locator("#name").wait_for()
    assert code not in eve.page.url
    await eve.page.reload()
    await eve.page.fill("#name", "Eve")
    await eve.page.keyboard.press("Enter")
    await expect(eve.page.locator(".seats")).to_be_visible()
    # The address follows once the server has answered; the table may stand there a frame before.
    await expect(eve.page).to_have_url(re.compile(r"/#table=\w+$"))
    await eve.page.reload()
    await expect(eve.page.locator(".seats")).to_be_visible()
    if form == "fragment":
        assert [each for each in sent if code in each] == []
    assert ann.real_errors == eve.real_errors == []


async def test_a_link_is_followed_where_the_page_is_open_already(
    server: Server, browser: Browser
) -> None:
    """Given somebody in the lobby, when they follow a link in the same tab, then they sit down,
    also where the page is drawn once more before it hears of its new address."""
    ann, bob = await person(browser), await person(browser)
    await open_table(ann, server.url, 2, ())
    link = await invite(ann, "2")
    await sit_down(bob, server.url, "Bob")
    await bob.page.locator("#play-now:enabled").wait_for()
    await bob.page.evaluate(FOLLOW_AND_DRAW, link)
    await begin(ann, bob)
    assert link.rpartition("=")[2] not in bob.page.url


async def test_a_link_tells_who_invites_and_to_what_before_it_asks_for_a_name(
    server: Server, browser: Browser
) -> None:
    """Given links to a seat and for watching, then each says who leads the table, what is played
    there and what the link gives; once the seat is held, its link says so and leads away."""
    ann, bob, eve = [await person(browser) for _ in range(3)]
    await open_table(ann, server.url, 2, ())
    seat, watch = await invite(ann, "2"), await invite(ann, "")
    await bob.page.goto(seat)
    told = bob.page.locator(".invitation")
    await expect(told.locator("h2")).to_have_text("Ann invites you to play Jailbreak.")
    await expect(told).to_contain_text("for 2 players")
    await expect(bob.page.get_by_role("button", name="Take seat 2")).to_be_visible()
    await eve.page.goto(watch)
    await expect(eve.page.locator("h2")).to_have_text("Ann invites you to watch Jailbreak.")
    await expect(eve.page.get_by_role("button", name="Watch")).to_be_visible()
    await bob.page.fill("#name", "Bob")
    await bob.page.keyboard.press("Enter")
    await expect(bob.page.locator(".seats")).to_be_visible()
    await eve.page.evaluate("(link) => { location.href = link; }", seat)
    await expect(eve.page.locator(".taken")).to_contain_text("Somebody else has seat 2")
    await eve.page.get_by_role("button", name="To the first page").click()
    await expect(eve.page.locator("#play-now")).to_be_visible()
    assert ann.real_errors == bob.real_errors == eve.real_errors == []


async def test_a_link_that_leads_nowhere_says_so_before_it_asks_for_a_name(
    server: Server, browser: Browser
) -> None:
    """Given a link whose code opens nothing, then the first page tells so at once."""
    bob = await person(browser)
    await bob.page.goto(f"{server.url}/#join=t0.2.000000000000000000000000")
    await expect(bob.page.locator("#play-now")).to_be_visible()
    await expect(bob.page.locator(".notice")).to_contain_text("There is no such table")
    assert "join" not in bob.page.url
