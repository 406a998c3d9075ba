"""The first page: what it offers, and one press from there to the first turn of a battle."""

from playwright.async_api import Browser, expect

from tests.web.people import (
    asked,
    begin,
    by_hand,
    invite,
    open_table,
    person,
    play_on,
    sit_down,
)
from tests.web.process import Server


async def test_one_press_leads_from_the_first_page_to_the_first_turn(
    server: Server, browser: Browser
) -> None:
    """Given somebody new; when they press "Play now", then a Jailbreak is on and it is their turn,
    with an adventurer that was made for them, and bots in the other seats."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.click("#play-now")
    await page.locator(asked("turn.move")).wait_for()
    state = "() => globalThis.hexwarden.battle.state"
    found = await page.evaluate(state)
    assert found["settings"]["difficulty"] == "apprentice"
    assert found["adventurers"]["a1"]["race"]
    bots = "() => globalThis.hexwarden.session.table.chairs.map((one) => Boolean(one.bot))"
    assert await page.evaluate(bots) == [False, True, True, True]
    assert ann.real_errors == []


async def test_the_rest_of_an_adventurer_is_suggested_in_one_press(
    server: Server, browser: Browser
) -> None:
    """Given a race that was chosen by hand, then all other steps are taken in one press."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await by_hand(ann)
    await page.click("[data-why='create.race'] [data-key=orc]")
    await page.click("[data-why='create.line'] [data-key=suggest]")
    await play_on((ann,), asked("turn.move"))
    assert await page.evaluate("() => hexwarden.battle.state.adventurers.a1.race") == "orc"
    assert [one for one in ann.answered if one.startswith("create.")] == []
    assert ann.real_errors == []


async def test_a_card_of_the_gallery_chooses_what_the_next_table_plays(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await expect(page.locator("[data-encounter=black-ford] .mini-hex")).to_have_count(42)
    await page.get_by_role("button", name="Dungeon", exact=True).click()
    await expect(page.locator("[data-encounter=black-ford]")).to_have_count(0)
    await page.click("[data-encounter=blackmire-gaol]")
    await expect(page.locator("#encounter")).to_have_value("blackmire-gaol")
    await page.click("#create")
    await expect(page.locator("main")).to_contain_text("Blackmire Gaol")
    assert ann.real_errors == []


async def test_while_a_battle_begins_by_itself_its_place_is_shown_in_the_layout_of_the_battle(
    server: Server, browser: Browser
) -> None:
    """Given a battle that one press began, and nobody asked here; then it says what is waited for,
    and where it will be lies in the board's place."""
    ann, ben = await person(browser), await person(browser)
    page = ann.page
    await open_table(ann, server.url, 2, (), "jailbreak")
    await sit_down(ben, await invite(ann, "2"), "Ben")
    await begin(ann, ben)
    await page.evaluate("() => { hexwarden.isBeginning = true; hexwarden.isSuggesting = true; }")
    await page.locator("[data-why='create.ready'] .option").first.click()
    await expect(page.locator(".questions")).to_contain_text("Your companions choose")
    await expect(page.locator(".map.beginning")).to_contain_text("Jailbreak")
    await expect(page.locator(".battle.bare")).to_have_count(0)
    assert ann.real_errors == []
