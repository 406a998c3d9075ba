"""Every screen has an address; Back and Forward go through them, and loading anew loses nothing."""

import re

from playwright.async_api import Browser, expect

from tests.web.people import asked, begin, open_table, person, play_on
from tests.web.process import Server

AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"


async def test_back_and_forward_go_through_the_screens(server: Server, browser: Browser) -> None:
    """Lobby, table, battle, the pages of help: there and back again."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await expect(page.locator(".seats")).to_be_visible()
    assert re.search(r"/#table=\w+$", page.url)
    await begin(ann)
    await page.wait_for_url(re.compile(r"/#table=\w+&battle$"))

    await page.keyboard.press("?")
    await expect(page.locator(".help .keys").first).to_contain_text("take the option")
    assert page.url.endswith("/#keys")
    await page.locator(".masthead").get_by_role("button", name="Rules and words").click()
    await page.fill("#word", "stealth")
    await expect(page.locator(".help .words").first).to_contain_text("Stealth")
    await page.go_back()
    await expect(page.locator(".help .keys").first).to_be_visible()
    await page.go_back()
    await expect(page.locator(".battle")).to_be_visible()
    await page.go_back()
    await expect(page.locator(".seats")).to_be_visible()
    await page.go_back()
    await expect(page.locator(".hero")).to_be_visible()
    await page.go_forward()
    await expect(page.locator(".seats")).to_be_visible()
    await page.reload()
    await expect(page.locator(".seats")).to_be_visible()
    await page.go_forward()
    await expect(page.locator(".battle")).to_be_visible()
    await page.reload()
    await expect(page.locator(".battle")).to_be_visible()
    assert ann.real_errors == []


async def test_what_was_half_picked_is_there_when_the_page_is_loaded_again(
    server: Server, browser: Browser
) -> None:
    """Given an attack with a die taken out of it, then a page that is loaded anew has just that."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), AIMED)
    await page.locator(".modes [data-mode=attack]").click()
    await page.locator("[data-slot=target] .option").first.click()
    picked = page.locator("[data-slot=dice] .picked")
    await picked.first.click()
    keys = await page.locator("[data-why='turn.engage'] .picked").evaluate_all(
        "all => all.map(one => one.dataset.key)"
    )
    await page.reload()
    await page.locator(".modes [data-mode=attack][aria-pressed=true]").wait_for()
    again = page.locator("[data-why='turn.engage'] .picked")
    await expect(again).to_have_count(len(keys))
    assert await again.evaluate_all("all => all.map(one => one.dataset.key)") == keys
    assert ann.real_errors == []


async def test_menus_close_on_escape_and_on_presses_beside_them(
    server: Server, browser: Browser
) -> None:
    """Given an open menu, then Escape and a press elsewhere close it, and toggles say how they
    stand."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    menu, summary = page.locator("details.menu"), page.locator("details.menu summary")
    await summary.click()
    toggle = menu.get_by_role("button", name="threat")
    await expect(toggle).to_have_attribute("aria-pressed", "false")
    await toggle.click()
    await expect(toggle).to_have_attribute("aria-pressed", "true")
    await expect(menu).to_contain_text("could strike next")
    await page.keyboard.press("Escape")
    await expect(menu).not_to_have_attribute("open", "")
    await expect(summary).to_be_focused()
    await summary.click()
    await expect(menu).to_have_attribute("open", "")
    await page.locator(".bar .whose").click()
    await expect(menu).not_to_have_attribute("open", "")
    assert ann.real_errors == []


async def test_the_menu_says_what_each_line_does_and_stays_inside_a_low_window(
    server: Server, browser: Browser
) -> None:
    """Given a phone on its side, then the open menu is inside its screen, down to the last line."""
    ann = await person(browser, 844, 390)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await page.locator("details.menu summary").click()
    lines = page.locator("details.menu > div > button")
    await expect(lines).not_to_have_count(0)
    assert await lines.filter(has_not=page.locator(".help-of")).all_text_contents() == []
    last = lines.last
    await last.scroll_into_view_if_needed()
    for shown in (page.locator("details.menu > div"), last):
        box = await shown.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 844
        assert box["y"] + box["height"] <= 390
    assert ann.real_errors == []
