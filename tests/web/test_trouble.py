"""Trouble is told in a line, and what was under way is still there afterwards."""

from playwright.async_api import Browser, expect

from tests.web.people import asked, begin, open_table, person, play_on, version_of
from tests.web.process import Server


async def test_a_line_that_was_lost_is_taken_up_where_it_broke(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await ann.page.locator(".hex.offered").last.click()
    await expect(ann.page.locator(".hex.chosen")).to_have_count(1)
    before = await version_of(ann)
    await ann.lose_the_line()
    await expect(ann.page.locator(".trouble")).to_contain_text("connection is lost")
    await ann.find_the_line()
    await expect(ann.page.locator(".trouble")).to_have_count(0)
    await expect(ann.page.locator(".hex.chosen")).to_have_count(1)
    assert await version_of(ann) == before
    await ann.page.locator(".question[data-why='turn.move'] .confirm").click()
    await expect(ann.page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_restarted_server_is_told_in_a_line_and_the_battle_goes_on(
    lasting: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, lasting.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    before = await version_of(ann)
    await lasting.stop()
    await expect(ann.page.locator(".trouble")).to_have_count(1)
    await ann.page.locator(".hex.offered").last.click()
    await ann.page.locator(".question[data-why='turn.move'] .confirm").click()
    await lasting.start()
    await expect(ann.page.locator(".trouble")).to_have_count(0, timeout=30_000)
    await expect(ann.page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_table_that_is_gone_leads_back_to_the_lobby(
    server: Server, browser: Browser
) -> None:
    """A server without a lasting store has forgotten everybody."""
    ann = await person(browser)
    await open_table(ann, server.url, 1, ())
    await server.stop()
    await expect(ann.page.locator(".trouble")).to_have_count(1)
    await server.start()
    await expect(ann.page.locator(".trouble")).to_have_count(0, timeout=30_000)
    await expect(ann.page.locator("#create")).to_be_visible()
