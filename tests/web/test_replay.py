"""A battle that is over: scrubbed, stepped through, linked to, and its dice checked."""

import re

from playwright.async_api import Browser, expect

from tests.web.clicking import Clicker
from tests.web.people import begin, open_table, person, play_on, version_of
from tests.web.process import Server

IN_ROUND_1 = """() => {
  const { marks, last } = globalThis.hexwarden.player.film;
  return Math.min(last - 1, marks.find((one) => one.tag === "round").version + 1);
}"""


async def finished(server: Server, browser: Browser) -> tuple[Clicker, int]:
    """Somebody at the end of a battle, and its last version."""
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), ".battle[data-over=true]")
    return ann, await version_of(ann)


async def test_a_battle_that_is_over_is_scrubbed_and_its_dice_are_verified(
    server: Server, browser: Browser
) -> None:
    ann, last = await finished(server, browser)
    page = ann.page
    told = await page.locator(".told").count()
    await page.locator(".ending").get_by_role("button", name="Replay").click()
    battle = page.locator(".battle.playback")
    await expect(page.locator(".bar .round")).to_contain_text("Round 1")
    await expect(page.locator(".map .unit").first).to_be_visible()

    await page.locator("#scrub").fill(str(last))
    await expect(battle).to_have_attribute("data-version", str(last))
    await expect(page.locator(".told")).to_have_count(told)
    middle = await page.evaluate(IN_ROUND_1)
    await page.locator("#scrub").fill(str(middle))
    await expect(battle).to_have_attribute("data-version", str(middle))
    assert 0 < await page.locator(".told").count() < told

    await page.locator("#step-kind").select_option("round")
    await page.get_by_label("Step back").click()
    await expect(page.locator(".told").first).to_contain_text("Round")
    await page.locator("#step-kind").select_option("event")
    await page.get_by_label("Step on").click()
    await expect(page).to_have_url(re.compile(r"#replay=.+&at=\d+\.\d+"))
    link, round_now = page.url, await page.locator(".bar .round").text_content()

    await page.click("#verify")
    await expect(page.locator(".checked.good")).to_contain_text("Fair.")
    await expect(page.locator(".checked.good")).to_contain_text("WebCrypto")

    guest = await person(browser)
    await guest.page.goto(link)
    await expect(guest.page.locator(".battle.playback")).to_be_visible()
    assert "&share=" in link
    stranger = await person(browser)
    await stranger.page.goto(link.partition("&share=")[0])
    await expect(stranger.page.get_by_text("There is no replay of that battle.")).to_be_visible()
    async with page.expect_download() as saved:
        await page.click("#download")
    assert (await (await saved.value).path()).read_bytes()[:8] == b"HWREPLAY"
    assert await guest.page.locator(".bar .round").text_content() == round_now
    assert ann.real_errors == guest.real_errors == []


async def test_a_recording_plays_by_itself_to_its_end(server: Server, browser: Browser) -> None:
    ann, last = await finished(server, browser)
    page = ann.page
    await page.get_by_role("button", name="Back to the table").first.click()
    await page.locator("[data-part], .page").first.wait_for()
    await page.get_by_role("button", name="Replay").click()
    await page.get_by_label("Speed").select_option("16")
    await page.locator("#play").click()
    battle = page.locator(".battle.playback")
    await expect(battle).to_have_attribute("data-version", str(last), timeout=300_000)
    await page.get_by_role("button", name="Leave the replay").click()
    await expect(page.locator(".page")).to_be_visible()
    assert ann.real_errors == []


async def test_a_forged_die_is_found(server: Server, browser: Browser) -> None:
    """The same battle with one face changed: the check names the commit."""
    ann, _ = await finished(server, browser)
    page = ann.page
    await page.locator(".ending").get_by_role("button", name="Replay").click()
    await page.locator(".battle.playback").wait_for()
    await page.evaluate(
        """() => {
          const { raw } = globalThis.hexwarden.player.film;
          const roll = raw.flatMap((one) => one[2]).find((event) => event[0] === "roll");
          roll[5][0] = (roll[5][0] + 1) % roll[4];
        }"""
    )
    await page.click("#verify")
    await expect(page.locator(".checked.bad")).to_contain_text("the seed gives")
