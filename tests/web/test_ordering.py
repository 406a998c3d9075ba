"""A question for an order: the dice that an engage leaves go to the track as one likes."""

from playwright.async_api import Browser, expect

from tests.web.clicking import Clicker
from tests.web.people import NEXT_FRAME, asked, begin, open_table, person
from tests.web.process import Server

ORDER = ".question.order:not(.sent)"
TRACK = "() => Object.values(globalThis.hexwarden.session.battle.state.adventurers)[0].track"
NAMES = """(track) => track.map((die) => {
  const { state } = globalThis.hexwarden.session.battle;
  return globalThis.hexwarden.lexicon.piece("dice", state.dice[die]?.kind ?? die);
})"""


async def until_dice_are_left(ann: Clicker) -> None:
    """Play on, and resolve nothing that one may leave, until dice of two kinds are left over."""
    page = ann.page
    for _ in range(600):
        if await page.locator(ORDER).count():
            return
        leave = page.locator(f"{asked('engage.resolve')} .pass")
        if await leave.count():
            await leave.first.click()
        elif await ann.is_asked():
            await ann.answer()
        else:
            await page.evaluate(NEXT_FRAME)
    raise AssertionError("no engage left dice of two kinds")


async def test_dice_go_to_the_track_in_the_order_that_one_gives(
    server: Server, browser: Browser
) -> None:
    """Given dice that are left, when the first is moved one later, then it lies behind the next."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await until_dice_are_left(ann)
    lines = page.locator(f"{ORDER} .order li:not(.hint) .words")
    first, second, *rest = await lines.all_inner_texts()
    await page.locator(f"{ORDER} [aria-label^='Later']").first.click()
    await expect(lines.first).to_contain_text(second.removeprefix("2. "))
    wished = [text.split(". ", 1)[1] for text in (second, first, *rest)]
    await page.locator(f"{ORDER} .confirm").click()
    await expect(page.locator(ORDER)).to_have_count(0)
    track = await page.evaluate(NAMES, await page.evaluate(TRACK))
    places = range(len(track) - len(wished) + 1)
    assert wished in [track[at : at + len(wished)] for at in places]
    assert ann.real_errors == []
