"""The leader lets a member of the table go, by clicks."""

from playwright.async_api import Browser, Dialog, expect

from tests.web.people import invite, open_table, person, sit_down
from tests.web.process import Server


async def test_a_member_whom_the_leader_removes_is_sent_away_and_their_link_is_worthless(
    server: Server, browser: Browser
) -> None:
    """Given a member of a private table, when its leader chooses them to go and agrees, then they
    are gone from the seats, told so, and cannot come back by their link; when the leader thinks
    better of it, nothing happens."""
    ann, bob = await person(browser), await person(browser)
    await open_table(ann, server.url, 2, ())
    link = await invite(ann, "2")
    await sit_down(bob, link, "Bob")
    await expect(ann.page.locator(".seats")).to_contain_text("Bob")
    await ann.page.get_by_role("button", name="Change").click()
    choice = ann.page.get_by_label("Remove a member")
    await expect(choice.locator("option")).to_have_text(["Remove a member ...", "Bob"])
    asked: list[str] = []

    async def no(dialog: Dialog) -> None:
        asked.append(dialog.message)
        await dialog.dismiss()

    async def yes(dialog: Dialog) -> None:
        asked.append(dialog.message)
        await dialog.accept()

    ann.page.once("dialog", no)
    await choice.select_option(label="Bob")
    assert "Their seats become free" in asked[0]
    await expect(ann.page.locator(".seats")).to_contain_text("Bob")
    await expect(choice).to_have_value("")
    ann.page.once("dialog", yes)
    await choice.select_option(label="Bob")
    await expect(ann.page.locator(".seats")).not_to_contain_text("Bob")
    await expect(bob.page.locator("body")).to_contain_text("no longer a member")
    await bob.page.goto("about:blank")
    await bob.page.goto(link)
    await expect(bob.page.locator("#create")).to_be_visible()
    await expect(bob.page.locator(".seats")).to_have_count(0)
    assert len(asked) == 2
    assert ann.real_errors == bob.real_errors == []


async def test_a_guest_is_named_and_sent_away_by_the_leaders_click(
    server: Server, browser: Browser
) -> None:
    """Given somebody who came to a private table by the link for spectators, then the table names
    them, the leader alone has a button beside the name, and with it they are sent away."""
    ann, bob, eve = await person(browser), await person(browser), await person(browser)
    await open_table(ann, server.url, 2, ())
    await sit_down(bob, await invite(ann, "2"), "Bob")
    link = await invite(ann, "")
    await sit_down(eve, link, "Eve")
    await expect(ann.page.get_by_label("Came by the link for spectators")).to_be_visible()
    await expect(bob.page.get_by_label("Came by the link for spectators")).to_be_visible()
    button = "button[aria-label^='Remove ']"
    await expect(bob.page.locator(button)).to_have_count(0)

    async def yes(dialog: Dialog) -> None:
        await dialog.accept()

    ann.page.once("dialog", yes)
    await ann.page.locator(button).click()
    await expect(eve.page.locator("body")).to_contain_text("no longer a member or guest")
    await expect(ann.page.get_by_label("Came by the link for spectators")).to_have_count(0)
    assert ann.real_errors == bob.real_errors == eve.real_errors == []
