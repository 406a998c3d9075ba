"""Those who only look on: how many they are is seen, and they follow a seat or the whole board."""

from playwright.async_api import Browser, expect

from tests.web.people import begin, invite, open_table, person, play_on, sit_down, until
from tests.web.process import Server

ZOOM = "globalThis.hexwarden.ui.camera.zoom"


async def test_a_spectator_follows_a_seat_and_is_counted(server: Server, browser: Browser) -> None:
    """The followed seat's mat shows; its turn brings the map near; then all of it again."""
    ann, eve = await person(browser), await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await sit_down(eve, await invite(ann, ""), "Eve")
    await begin(ann)
    await eve.page.wait_for_selector(".battle")
    await play_on((ann,), ".told.t-round")
    await expect(ann.page.locator(".watchers")).to_have_text("1")
    await expect(eve.page.locator(".questions")).to_contain_text("1 spectator")
    assert await ann.page.locator("#follow").count() == 0

    await eve.page.select_option("#follow", "2")
    await expect(eve.page.locator(".mats [aria-selected=true]")).to_contain_text("(2)")
    await eve.page.select_option("#follow", "1")
    await expect(eve.page.locator(".mats [aria-selected=true]")).to_contain_text("(1)")
    own = ".whose:has-text('(1)')"
    await play_on((ann,), own)
    await eve.page.wait_for_selector(own)
    await until(eve, f"{ZOOM} > 1.5")
    await eve.page.select_option("#follow", "")
    await until(eve, f"{ZOOM} === 1")
    assert eve.real_errors == []
