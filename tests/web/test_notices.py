"""The browser's notice that it is one's turn in a session, for whoever has the page open behind
others.

A headless browser has no other window that could hide a page, and shows no notices: what the page
asks of it is written down, and whether it is hidden is said by the test.
"""

from playwright.async_api import Browser

from tests.web.clicking import Clicker
from tests.web.people import begin, invite, open_table, person, sit_down, those_asked, until
from tests.web.process import Server

WRITTEN_DOWN = """(() => {
  globalThis.notices = [];
  globalThis.behind = false;
  globalThis.Notification = class {
    static permission = "granted";
    constructor(title, { body }) { globalThis.notices.push(`${title}: ${body}`); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => globalThis.behind });
})()"""


async def behind(one: Clicker, *, is_hidden: bool) -> None:
    """Another window comes before somebody's page, or goes."""
    await one.page.evaluate("(hidden) => { globalThis.behind = hidden; }", is_hidden)
    await one.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


async def notices(one: Clicker) -> list[str]:
    """What somebody was told by the system."""
    found: list[str] = await one.page.evaluate("() => globalThis.notices")
    return found


async def until_asked(one: Clicker, *others: Clicker) -> None:
    """Let others answer whatever they are asked until somebody is asked."""
    while not await one.is_asked():
        for other in await those_asked((*others, one)):
            if other is not one:
                await other.answer()


async def test_who_does_not_look_is_told_once_that_the_session_waits_for_them(
    server: Server, browser: Browser
) -> None:
    """Given two in a session, when one has made an adventurer and looks elsewhere, then a notice
    comes once, as soon as the party is asked; while the page is looked at, none does."""
    ann, ben = await person(browser), await person(browser)
    await ann.page.add_init_script(WRITTEN_DOWN)
    await open_table(ann, server.url, 2, (), "black-marsh")
    await sit_down(ben, await invite(ann, "2"), "Ben")
    await begin(ann, ben)
    while await ann.is_asked():  # both make their adventurers at once
        await ann.answer()
    assert await notices(ann) == [], "all that was asked came before the player's eyes"
    await behind(ann, is_hidden=True)
    await until_asked(ann, ben)
    await until(ann, "globalThis.notices.length > 0")
    (told,) = await notices(ann)
    assert "turn" in told.lower()
    await behind(ann, is_hidden=False)
    await until_asked(ben, ann)
    await until_asked(ann, ben)
    assert len(await notices(ann)) == 1
    assert ann.real_errors == []
