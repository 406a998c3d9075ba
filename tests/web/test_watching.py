"""Those who only look on: how many they are is seen, and they follow a seat or the whole board."""

from playwright.async_api import Browser, expect

from tests.web.people import asked, begin, invite, open_table, person, play_on, sit_down, until
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

    shown = eve.page.locator(".mats [aria-selected=true]")
    await eve.page.select_option("#follow", "2")
    await expect(shown).to_have_id("tab-a2")
    await eve.page.select_option("#follow", "1")
    await expect(shown).to_have_id("tab-a1")
    name = (await shown.inner_text()).removesuffix("●")  # the mark of whoever acts
    own = f".whose:has-text('{name}')"
    await play_on((ann,), own)
    await eve.page.wait_for_selector(own)
    await until(eve, f"{ZOOM} > 1.5")
    await eve.page.select_option("#follow", "")
    await until(eve, f"{ZOOM} === 1")
    assert eve.real_errors == []


async def test_a_spectator_looks_back_while_the_battle_goes_on_and_comes_to_where_it_is(
    server: Server, browser: Browser
) -> None:
    """The recording grows with the battle; played to its end, it goes on as the battle does."""
    ann, eve = await person(browser), await person(browser)
    await open_table(ann, server.url, 1, ())
    await sit_down(eve, await invite(ann, ""), "Eve")
    await begin(ann)
    await play_on((ann,), asked("turn.engage"))
    page = eve.page
    await page.wait_for_selector(".battle")
    await page.click("#look-back")
    battle = page.locator(".battle.playback")
    await page.locator("#scrub").fill("2")
    await expect(battle).to_have_attribute("data-version", "2")
    last = int(str(await page.locator("#scrub").get_attribute("max")))

    await page.get_by_label("Speed").select_option("16")
    await page.click("#play")
    await expect(page.locator(".replay output")).to_contain_text("live")
    await ann.page.locator(".always .option").click()
    await expect(battle).not_to_have_attribute("data-version", str(last))
    await page.get_by_role("button", name="To the live battle").click()
    await expect(page.locator(".battle:not(.playback)")).to_have_count(1)
    assert eve.real_errors == ann.real_errors == []
