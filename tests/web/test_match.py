"""A match of the skirmish by clicks: chosen in the gallery, deployed and moved on the table."""

import re
from contextlib import suppress

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, expect
from playwright.async_api import TimeoutError as TooLate

from tests.web.clicking import PATIENCE, Clicker
from tests.web.people import person
from tests.web.process import Server

IN_THE_ZONE = {"x": 0.5, "y": 0.965}
"""Of the drawn table: half an inch inside the own edge, which lies below."""


async def press_table(one: Clicker) -> None:
    """Press the middle of the own zone."""
    box = await one.page.locator(".match .table").bounding_box()
    assert box is not None
    at = (box["x"] + IN_THE_ZONE["x"] * box["width"], box["y"] + IN_THE_ZONE["y"] * box["height"])
    await one.page.mouse.click(*at)


async def begin_match(one: Clicker, url: str) -> None:
    """A match of sellswords against a bot, begun; the server deploys whom nobody has put down."""
    page = one.page
    await page.goto(url)
    await page.fill("#name", "Ann")
    await page.click("[data-encounter='alley']")
    await page.select_option("#roster_1", "sellswords")
    await page.click("#create")
    await page.click("#ready")
    await page.click("#start")
    await page.locator(".question[data-why='match.deploy']").wait_for()
    await page.locator(".questions .pass").click()


async def come_to(one: Clicker, why: str) -> Locator:
    """Pass whatever is asked until a question of that code waits; return it."""
    wanted = one.page.locator(f".questions:not(:has(.sent)) .question[data-why='{why}']")
    other = one.page.locator(
        f".questions:not(:has(.sent)):not(:has([data-why='{why}'])) .pass:enabled"
    )
    await expect(wanted.or_(other).first).to_be_visible()
    while not await wanted.count():
        told = await one.page.locator(".match").get_attribute("data-version")
        # What was there a moment ago may be gone, as the bot answers, too.
        with suppress(TooLate):
            await other.click(timeout=PATIENCE)
            await expect(one.page.locator(".match")).not_to_have_attribute(
                "data-version", str(told)
            )
        await expect(wanted.or_(other).first).to_be_visible()
    return wanted


async def drag(one: Clicker, base: Locator, to: tuple[float, float]) -> None:
    """Take a base in its middle and let it go at a place of the page."""
    box = await base.bounding_box()
    assert box is not None
    mouse = one.page.mouse
    await mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await mouse.down()
    await mouse.move(*to, steps=5)
    await mouse.up()


@pytest.mark.slow
async def test_bases_are_dragged_to_go_and_to_engage(server: Server, browser: Browser) -> None:
    """Given a match, when a base is dragged over the table, then that place is proposed and nothing
    is settled before it is confirmed; dragged onto an enemy, all kinds of path are sketched, no
    length is told, and the one that is pressed is picked."""
    one = await person(browser)
    page = one.page
    await begin_match(one, server.url)
    await come_to(one, "match.move")
    first = page.locator(".fighter.side-0.movable").first
    box = await first.locator(".base").bounding_box()
    assert box is not None
    goes = f"{str(await first.get_attribute('aria-label')).split(' (')[0]} moves"
    await drag(one, first.locator(".base"), (box["x"] + box["width"], box["y"] - box["height"]))
    await page.locator(".question[data-why='match.go']").wait_for()
    await expect(page.locator(".planned .base")).to_have_count(1)
    assert goes not in await page.locator(".story .lines").inner_text()
    await page.locator(".questions .confirm").click()
    await expect(page.locator(".story .lines")).to_contain_text(goes)
    await come_to(one, "match.engage")
    foe = await page.locator(".fighter.side-1 .base").last.bounding_box()
    assert foe is not None
    middle = (foe["x"] + foe["width"] / 2, foe["y"] + foe["height"] / 2)
    await drag(one, page.locator(".fighter.side-0.movable .base").first, middle)
    await expect(page.locator(".sketch")).to_have_count(3)
    assert '"' not in "".join(await page.locator(".sketch").all_text_contents())
    await page.locator(".sketch.kind-2 .badge circle").click()
    await expect(page.locator("[data-key='path:2']")).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".checks[open] .check-group")).to_have_count(3)
    assert not (await Axe().run(page)).response["violations"]
    assert not one.real_errors


@pytest.mark.slow
async def test_a_match_is_opened_deployed_and_begun_by_clicks(
    server: Server, browser: Browser
) -> None:
    """Given the gallery, when somebody opens a match against a bot, then they put their first unit
    where they press, the rest where the server thinks best, and move a unit that they press."""
    one = await person(browser)
    page = one.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.click("[data-encounter='alley']")
    await page.select_option("#roster_1", "undead")
    await page.click("#create")
    await page.click("#ready")
    await page.click("#start")
    asked = page.locator(".question[data-why='match.deploy']")
    await expect(asked).to_contain_text("Necromancer")
    await press_table(one)
    await page.locator(".questions .confirm").click()
    await expect(page.locator(".fighter.side-0")).to_have_count(1)
    await expect(asked).not_to_contain_text("Necromancer")
    await page.locator(".fighter.side-0").hover()
    await expect(page.locator(".info-unit")).to_contain_text("Staff")
    await page.mouse.move(0, 0)
    # What is foreseen of the unit may come just then: its card goes all the same.
    await page.evaluate("() => hexwarden.inspector.refresh()")
    await expect(page.locator(".info-unit")).to_be_hidden()
    assert not (await Axe().run(page)).response["violations"]
    await page.locator(".questions .pass").click()
    moving = page.locator(".question[data-why='match.move']")
    engaging = page.locator(".question[data-why='match.engage']")
    await expect(moving.or_(engaging)).to_be_visible()
    if await engaging.count():  # the dice gave the bot the first turn: this one has all phases
        await page.locator(".questions .pass").click()
    await expect(moving).to_be_visible()
    await page.locator(".fighter.offered").first.click()
    await page.locator(".questions .confirm").click()
    going = page.locator(".question[data-why='match.go']")
    await going.locator(".option").last.click()
    await expect(page.locator(".story .lines")).to_contain_text("moves")


WIDTH_SEEN = "(table) => table.viewBox.baseVal.width"


@pytest.mark.slow
async def test_a_phone_shows_the_part_of_the_table_that_is_decided_about(
    server: Server, browser: Browser
) -> None:
    """Given a phone, when it is asked where a unit goes, then the table shows the ground around it
    and stays while the page scrolls; one press shows the whole table, another the part again."""
    one = await person(browser, 390, 844, mobile=True)
    page = one.page
    await begin_match(one, server.url)
    await come_to(one, "match.move")
    await page.locator("[data-slot=unit] .option").first.click()
    await page.locator(".questions .confirm").click()
    going = page.locator(".question[data-why='match.go']")
    await going.locator(".option").last.scroll_into_view_if_needed()
    table, nearer = page.locator(".match .table"), page.get_by_role("button", name="Whole table")
    await expect(table).to_be_in_viewport(ratio=0.9)
    await expect(nearer).to_have_attribute("aria-pressed", "false")
    near = await table.evaluate(WIDTH_SEEN)
    await nearer.click()
    await expect(nearer).to_have_attribute("aria-pressed", "true")
    assert near < 0.8 * await table.evaluate(WIDTH_SEEN)
    await nearer.click()
    await expect(nearer).to_have_attribute("aria-pressed", "false")
    assert await table.evaluate(WIDTH_SEEN) == near
    assert not (await Axe().run(page)).response["violations"]
    assert not one.real_errors


@pytest.mark.slow
async def test_a_match_with_a_pace_is_resigned_and_played_again(
    server: Server, browser: Browser
) -> None:
    """Given a match of ten minutes a side, then the own clock is shown and runs; once it is given
    up the page says who has lost, and the same is begun again by one press."""
    one = await person(browser)
    page = one.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.click("[data-encounter='alley']")
    await page.select_option("#roster_1", "sellswords")
    await page.select_option("#pace", "600+10")
    await page.click("#create")
    await page.click("#ready")
    await page.click("#start")
    await page.locator(".question[data-why='match.deploy']").wait_for()
    await expect(page.locator(".warbands .side-clock")).to_have_count(2)
    await expect(page.locator(".warbands .side-clock.runs")).to_have_text(re.compile("^9:5"))
    page.on("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("button", name="Resign").click()
    await expect(page.locator(".match-end h2")).to_have_text("You have lost")
    await page.locator(".match-end [data-next='again']").click()
    await expect(page.locator(".match-end")).to_have_count(0)
    await page.locator(".question[data-why='match.deploy']").wait_for()
    await expect(page.locator(".warbands .side-clock")).to_have_count(2)


async def test_a_warband_is_built_before_the_match(server: Server, browser: Browser) -> None:
    """Given a table whose form says that warbands are built, when the match begins, then each side
    is asked for a step, sees its gold after one, and deploys once it plays with what it has."""
    one = await person(browser)
    page = one.page
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    await page.click("[data-encounter='alley']")
    await page.check("#muster")
    await page.click("#create")
    await page.click("#ready")
    await page.click("#start")
    question = page.locator(".question[data-why='match.muster']")
    await expect(question).to_contain_text("500 of 500 gold")

    await question.get_by_text("Drop 2:", exact=False).click()
    await question.get_by_role("button", name="Confirm").click()
    await expect(question).not_to_contain_text("500 of 500 gold")

    await question.get_by_text("Suggest the rest").click()
    await question.get_by_role("button", name="Confirm").click()
    await question.get_by_text("Play with these", exact=False).click()
    await question.get_by_role("button", name="Confirm").click()
    await page.locator(".question[data-why='match.deploy']").wait_for()
