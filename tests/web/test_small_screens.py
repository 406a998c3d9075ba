"""A whole turn on every size of screen: what is needed is in sight when it is needed."""

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import asked, begin, open_table, page_of, person, play_on
from tests.web.process import Server
from tests.web.reaching import Reacher, in_reach

SIZES = {
    "desktop": (1280, 800),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "small window": (720, 450),
    "desktop at 200%": (640, 400),
}
TURN = f"{asked('turn.engage')}:has(.modes)"


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
async def test_a_turn_needs_nothing_that_is_out_of_sight(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given everybody beside an enemy, one round by clicks that never scroll."""
    page = await page_of(browser, *size)
    ann = Reacher(page)
    await open_table(ann, server.url, 2, (2,), "face-to-face")
    await begin(ann)
    await play_on((ann,), TURN)

    for part in ("move", "attack"):
        await page.locator(f".modes [data-mode={part}]").click()
        for control in (".modes [data-mode=move]", ".modes [data-mode=other]", ".always .option"):
            assert await in_reach(page.locator(control)) == "", (part, control)
        if part == "move":
            hexes = page.locator(".hex.offered .ground")
            for at in range(await hexes.count()):
                assert await in_reach(hexes.nth(at)) == "", f"hex {at}"
    foe = page.locator(".unit.enemy.offered .piece").first
    assert await in_reach(foe) == ""
    await foe.click()
    button = page.locator("[data-why='turn.engage'] .confirm")
    await expect(button).to_contain_text("Attack")
    assert await in_reach(button) == ""
    assert await in_reach(page.locator("[data-why='turn.engage'] .option.picked").first) == ""

    await play_on((ann,), f"{asked('turn.move')} .round:has-text('2'), .battle[data-over=true]")
    assert ann.missed == []
    assert sorted(ann.small) == []
    assert ann.real_errors == []


async def test_the_board_stays_where_it_is_while_a_hex_is_looked_at_and_chosen(
    server: Server, browser: Browser
) -> None:
    """Given a phone, then neither the look-ahead nor a picked way moves the board: the second tap
    on a hex is one on the same hex."""
    ann = await person(browser, 390, 844)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await page.locator(".modes [data-mode=move]").click()
    height = "() => document.querySelector('.map').getBoundingClientRect().height"
    before = await page.evaluate(height)
    spot = page.locator(".hex.offered").first
    await spot.hover()
    await expect(page.locator("[data-ahead]")).to_contain_text("Could strike there")
    assert await page.evaluate(height) == before
    await spot.click()
    await expect(page.locator(".hex.chosen")).to_have_count(1)
    assert await page.evaluate(height) == before
    assert ann.real_errors == []


FILLED = """() => {
  const enamels = [...document.querySelectorAll("[fill^='url(#enamel']")];
  const named = (one) => one.getAttribute("fill").slice(4, -1);
  const sources = enamels.map((one) => document.querySelector(named(one)));
  return [enamels.length, sources.filter((one) => one?.closest("svg").checkVisibility()).length];
}"""


async def test_tokens_have_their_colours_where_the_board_is_out_of_sight(
    server: Server, browser: Browser
) -> None:
    """Given a phone on which the mat is open, then what tokens are filled with does not lie within
    the board, which is not drawn: each would be black."""
    ann = await person(browser, 390, 844)
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await ann.page.locator(".tabs [data-tab=mat]").click()
    await expect(ann.page.locator(".board")).to_be_hidden()
    tokens, filled = await ann.page.evaluate(FILLED)
    assert tokens == filled > 0
    assert ann.real_errors == []
