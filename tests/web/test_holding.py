"""A finger that rests on something sees what a mouse sees, and covers nothing that is asked."""

import pytest
from playwright.async_api import Browser, CDPSession, Locator, expect

from tests.web.people import asked, begin, open_table, person, play_on, version_of
from tests.web.process import Server
from tests.web.test_deciding import OVERLAP, UNHURRIED

SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "small window": (720, 450),
    "tablet": (820, 1100),
}


async def finger(line: CDPSession, what: Locator | None) -> None:
    """Lay a finger on the middle of something, or lift it."""
    box = None if what is None else await what.bounding_box()
    points = (
        []
        if box is None
        else [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    )
    kind = "touchStart" if points else "touchEnd"
    await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


HIDDEN = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [card, map] = [box("#card"), box(".map")];
  return (Math.min(card.bottom, map.bottom) - Math.max(card.top, map.top)) / map.height;
}"""
"""How much of the board's height lies under the card."""


@pytest.mark.parametrize("part", ["move", "attack"])
@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
async def test_holding_an_enemy_shows_what_pointing_at_it_shows(
    server: Server, browser: Browser, size: tuple[int, int], part: str
) -> None:
    """Given an enemy in reach, when a finger rests on it, then its card with its coming turn and
    the hexes that it threatens are there, no question is covered, and nothing is chosen by it."""
    ann = await person(browser, *size, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator(f".modes [data-mode={part}]").tap()
    before = await version_of(ann)
    line = await page.context.new_cdp_session(page)
    foe = page.locator(".unit.enemy .body").first
    card = page.locator("#card")
    await finger(line, foe)
    await expect(card).to_contain_text("Next turn, as things stand")
    await expect(page.locator(".hatch")).not_to_have_count(0)
    assert not await page.evaluate(OVERLAP, ["#card", ".questions"])
    if size == SIZES["phone"]:
        assert await page.evaluate(HIDDEN) < 0.65
    await finger(line, None)
    await expect(card).to_be_visible()
    await expect(page.locator(".hatch")).not_to_have_count(0)
    assert not await page.evaluate(OVERLAP, ["#card", ".questions"])
    assert await page.locator(".questions").get_attribute("data-mode") == part
    assert await version_of(ann) == before
    await page.locator(".questions").tap(position={"x": 4, "y": 4})
    await expect(card).to_be_hidden()
    await expect(page.locator(".hatch")).to_have_count(0)
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
async def test_a_tap_on_a_held_enemys_card_closes_it_and_what_is_marked_with_it(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given the card of an enemy that was held, which lies over the bar; when it is tapped, then it
    is closed, nothing is marked any longer, and nothing below it was pressed."""
    ann = await person(browser, *size, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    before = await version_of(ann)
    line = await page.context.new_cdp_session(page)
    card, hatched = page.locator("#card"), page.locator(".hatch")
    for spot in (card.locator("h3"), card.locator("dd").first):
        await finger(line, page.locator(".unit.enemy .body").first)
        await expect(card).to_be_visible()
        await finger(line, None)
        await expect(hatched).not_to_have_count(0)
        await spot.tap()
        await expect(card).to_be_hidden()
        await expect(hatched).to_have_count(0)
    looked = await page.evaluate("() => [hexwarden.ui.picked, hexwarden.ui.hover]")
    assert looked == ["", ""]
    assert await version_of(ann) == before
    assert ann.real_errors == []


async def test_a_tap_leaves_nothing_that_is_pointed_at(server: Server, browser: Browser) -> None:
    """Given a finger that taps a target in the sheet and a unit in the list, then nothing stays lit
    as if a mouse rested on it."""
    ann = await person(browser, 390, 844, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator("[data-slot=target] .option").first.tap()
    await expect(page.locator("[data-slot=target] .picked")).to_have_count(1)
    assert await page.evaluate("() => globalThis.hexwarden.ui.hover") == ""
    await page.locator(".tabs [data-tab=log]").tap()
    await page.locator(".side-tabs").get_by_role("tab", name="Units").tap()
    await page.locator(".unit-line").last.tap()
    await expect(page.locator(".unit-line.picked")).to_have_count(1)
    assert await page.evaluate("() => globalThis.hexwarden.ui.hover") == ""
    assert ann.real_errors == []


async def test_what_an_enemy_threatens_is_shown_as_long_as_its_card(
    server: Server, browser: Browser
) -> None:
    """Given an enemy out of reach that was tapped on the board, when its card is closed, then the
    hexes that it threatens are not marked any longer, and it is looked at no more."""
    ann = await person(browser, 390, 844, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.move')}:has(.modes)")
    await page.locator(".unit.enemy:not(.offered) .piece").first.tap()
    await expect(page.locator("#card")).to_be_visible()
    await expect(page.locator(".hatch")).not_to_have_count(0)
    await page.locator(".questions").tap(position={"x": 4, "y": 4})
    await expect(page.locator("#card")).to_be_hidden()
    await expect(page.locator(".hatch")).to_have_count(0)
    assert await page.evaluate("() => globalThis.hexwarden.ui.picked") == ""
    assert ann.real_errors == []


async def test_a_hex_that_a_mouse_has_left_is_looked_ahead_from_no_more(
    server: Server, browser: Browser
) -> None:
    """Given a hex that a mouse rests on while it ceases to be offered, when the mouse leaves it,
    then nothing is told of it before another hex is looked at."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.move')}:has(.modes)")
    spot = page.locator(".hex.offered .ground").first
    await spot.hover()
    looked = "() => globalThis.hexwarden.ui.ahead ?? ''"
    assert await page.evaluate(looked) != ""
    await page.keyboard.press("0")
    await expect(page.locator(".hex.offered")).to_have_count(0)
    await page.mouse.move(5, 5)
    assert await page.evaluate(looked) == ""
    assert ann.real_errors == []


async def test_what_a_finger_looked_at_is_marked_no_longer_at_its_next_tap(
    server: Server, browser: Browser
) -> None:
    """Given a finger that looked at an enemy; once it taps elsewhere what that threatens is marked
    no longer, and a browser's guess of a mouse looks at nothing."""
    ann = await person(browser, 390, 844, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.move')}:has(.modes)")
    hatched, foe = page.locator(".hatch"), page.locator(".unit.enemy")
    foe_id = await foe.first.get_attribute("data-unit")
    look = "(id) => hexwarden.set({ hover: id })"
    await page.evaluate(look, foe_id)
    await expect(hatched).not_to_have_count(0)
    await page.locator(".questions").tap(position={"x": 4, "y": 4})
    await expect(hatched).to_have_count(0)
    await foe.first.dispatch_event("pointerenter", {"pointerType": "mouse"})
    assert await page.evaluate("() => hexwarden.ui.hover") == ""
    assert ann.real_errors == []


@pytest.mark.parametrize("mobile", [True, False], ids=["finger", "mouse"])
async def test_holding_a_die_of_the_mat_on_a_phone_shows_its_card_and_picks_nothing(
    server: Server, browser: Browser, *, mobile: bool
) -> None:
    """Given the mat on a phone, whose browser may call a finger a mouse; when a die is held, then
    its card comes, and it is picked for nothing."""
    ann = await person(browser, 390, 844, mobile=mobile)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator(".tabs [data-tab=mat]").click()
    die, picked = page.locator(".rows .die.offered").first, page.locator(".rows .die.picked")
    count = await picked.count()
    if mobile:
        line = await page.context.new_cdp_session(page)
        await finger(line, die)
    else:
        await die.hover()
        await page.mouse.down()
    await expect(page.locator("#card.pinned")).to_be_visible()
    if mobile:
        await finger(line, None)
    else:
        await page.mouse.up()
    assert await page.evaluate("() => hexwarden.ui.tab") == "mat"
    assert await picked.count() == count
    assert ann.real_errors == []
