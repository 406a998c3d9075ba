"""How many clicks a turn costs, and a dungeon's way to its first turn: counted in a browser."""

from playwright.async_api import Browser, Locator, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, page_of, play_on, until
from tests.web.process import Server

TURN = 8
"""Clicks of a move and two attacks with what they ask (17 before)."""
DUNGEON = 12
"""Clicks from a dungeon's start to the first own turn (33 before)."""

TABLES = 6
"""Tables at which a turn with two attacks is looked for; two of three have one."""

BESIDE_A_FOE = """() => {
  const { units } = globalThis.hexwarden.session.battle.state;
  const foes = Object.values(units).filter((one) => one.side === "enemy" && one.at);
  const far = (key) => Math.min(...foes.map(({ at: [q, r] }) => {
    const [dq, dr] = [key.split(",")[0] - q, key.split(",")[1] - r];
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
  }));
  const offered = [...document.querySelectorAll(".hex.offered")].map((one) => one.dataset.hex);
  return offered.sort((a, b) => far(a) - far(b))[0];
}"""


class Quick(Clicker):
    """Somebody who knows the page: takes what stands ready, and counts."""

    clicks = 0

    async def _click(self, what: Locator) -> None:
        self.clicks += 1
        await super()._click(what)

    async def _answer(self, card: Locator) -> None:
        ready = card.locator(".confirm:enabled")
        if await ready.count():
            await self._click(ready.first)
            return
        await super()._answer(card)


async def somebody(browser: Browser) -> Quick:
    return Quick(await page_of(browser, 1366, 800))


async def attack(ann: Quick) -> None:
    """Aim where nothing stands ready, and press the button."""
    page = ann.page
    card = page.locator(".question[data-why='turn.engage']")
    ready = card.locator(".confirm:enabled")
    await expect(
        ready.or_(card.locator("[data-slot=target] .option:enabled")).first
    ).to_be_visible()
    if not await ready.count():
        await ann._click(card.locator("[data-slot=target] .option:enabled").first)
    await ann._click(ready)


async def one_turn(server: Server, browser: Browser) -> Quick | None:
    """A move and two attacks in one turn; None where dice or a fall ended the turn before."""
    ann = await somebody(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.move')}:has([data-slot=target] .option)")
    turn = "globalThis.hexwarden.session.battle.state.round"
    began = await page.evaluate(turn)

    ann.clicks = 0
    await ann._click(page.locator(".modes [data-mode=move]"))
    spot = page.locator(f".hex[data-hex='{await page.evaluate(BESIDE_A_FOE)}']")
    await ann._click(spot)
    await expect(page.locator(".ahead")).to_contain_text("From there in reach")
    await ann._click(page.locator(".question[data-why='turn.move'] .confirm"))
    for _ in range(2):
        await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
        if await page.evaluate(turn) != began:
            return None
        await attack(ann)
        await until(ann, "!document.querySelector('.question.sent')")
    await play_on((ann,), f"{asked('turn.act')}, .battle[data-over=true]")
    return ann if await page.evaluate(turn) == began else None


async def test_a_move_and_two_attacks_take_at_most_eight_clicks(
    server: Server, browser: Browser
) -> None:
    """Given somebody beside enemies, when they move beside one and attack twice, resolving all.

    A turn that its dice end before the second attack is not the one that is meant: the next table
    plays another.
    """
    for _ in range(TABLES):
        ann = await one_turn(server, browser)
        if ann is not None:
            break
    assert ann is not None, "no turn had two attacks"
    print(f"clicks of a move and two attacks: {ann.clicks}")
    assert ann.clicks <= TURN, ann.answered
    assert ann.real_errors == []


async def test_the_first_turn_of_a_dungeon_comes_within_twelve_clicks(
    server: Server, browser: Browser
) -> None:
    """Given a dungeon with three bots, from its start to the first question of an own turn."""
    ann = await somebody(browser)
    await open_table(ann, server.url, 4, (2, 3, 4), "blackmire-gaol")
    await begin(ann)
    ann.clicks = 0
    await play_on((ann,), ".questions .modes")
    print(f"clicks before the first turn of a dungeon: {ann.clicks}")
    assert ann.clicks <= DUNGEON, ann.answered
    assert ann.real_errors == []
