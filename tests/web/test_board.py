"""What lies on a chip or on a track is drawn there."""

from playwright.async_api import Browser, expect

from tests.web.people import asked, begin, open_table, person, play_on
from tests.web.process import Server

AFFLICT = """() => {
  const { session, stage } = globalThis.hexwarden;
  const { state } = session.battle;
  const [[id, mat]] = Object.entries(state.adventurers);
  const enemy = Object.values(state.units).find((unit) => unit.side === "enemy" && unit.at);
  session.battle.state = {
    ...state,
    units: { ...state.units, [enemy.id]: { ...enemy, statuses: ["bane", "stealth"] } },
    adventurers: { ...state.adventurers, [id]: { ...mat, track: [...mat.track, "bane"] } },
  };
  stage.stand(session.battle.state, session.battle.version);
  globalThis.hexwarden.render();
}"""
FAR = """([mark, owner, body]) => [...document.querySelectorAll(mark)].filter((one) => {
  const inner = one.getBoundingClientRect();
  const outer = one.closest(owner).querySelector(body).getBoundingClientRect();
  return Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2) > outer.width / 2 + 1
    || Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2) > outer.height / 2 + 9;
}).length"""
"""How many marks do not lie on what they belong to, or just at its rim."""

SHADES = """(all) => all.map((one) => Number(/threat-(\\d)/.exec(one.getAttribute("fill"))[1]))"""


async def test_statuses_lie_on_the_chip_and_on_the_track(server: Server, browser: Browser) -> None:
    """Given a page so large that every mark of a token has room."""
    ann = await person(browser, 1600, 1400)
    page = ann.page
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await page.evaluate(AFFLICT)
    await expect(page.locator(".unit .status")).to_have_count(2)
    await expect(page.locator(".unit .status").last).to_be_visible()
    await expect(page.locator(".track .die.status")).to_have_count(1)
    assert await page.evaluate(FAR, [".unit .status", ".unit", ".body"]) == 0
    assert await page.evaluate(FAR, [".track .die.status", ".track", ".dice"]) == 0
    assert ann.real_errors == []


async def test_all_threats_are_shown_in_four_shades_with_their_number_in_the_hex(
    server: Server, browser: Browser
) -> None:
    """Given four enemies, when t is pressed, then each hex that they could strike next says how
    many could, and is the darker the more there are; t once more hides it."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "black-ford")
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await page.keyboard.press("t")
    counts = page.locator(".threat-count text")
    await expect(counts).not_to_have_count(0)
    numbers = [int(one) for one in await counts.all_text_contents()]
    shades = await page.locator(".hatch").evaluate_all(SHADES)
    assert shades == [min(number, 4) for number in numbers]
    assert len(set(shades)) > 1
    await page.keyboard.press("t")
    await expect(page.locator(".hatch, .threat-count")).to_have_count(0)
    assert ann.real_errors == []


async def test_a_bow_leads_to_whom_the_planned_attack_goes_at(
    server: Server, browser: Browser
) -> None:
    """Given somebody in reach who is the target of an attack that is planned, then a bow leads from
    who attacks to its token, and the story marks with signs what has happened. The bow goes when
    something else is turned to, and comes back with the attack."""
    ann = await person(browser, 1440, 900)
    page = ann.page
    await open_table(ann, server.url, 4, (2, 3, 4))
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    picked = page.locator("[data-slot=target] .option.picked")
    if not await picked.count():
        await page.locator("[data-slot=target] .option").first.click()
    head = page.locator(".aimed .head")
    await expect(head).to_have_count(1)
    target = str(await picked.get_attribute("data-key")).removeprefix("target:")
    own = await page.evaluate(OWN)
    assert await page.evaluate(FROM_HEAD, target) < await page.evaluate(FROM_HEAD, own)
    assert len(await page.locator(".story .t-move").first.evaluate(SIGN)) == 1
    await page.wait_for_function(SIGNS_LOADED)
    await page.locator(".modes [data-mode=move]").click()
    await expect(head).to_have_count(0)
    await page.locator(".modes [data-mode=attack]").click()
    await expect(head).to_have_count(1)
    assert ann.real_errors == []


SIGN = "(line) => JSON.parse(getComputedStyle(line, '::before').content.split(' / ')[0])"
"""The sign before a line of the story: a letter of the face of signs."""
SIGNS_LOADED = """() => [...document.fonts].some(
  ({ family, status }) => family === "Signs" && status === "loaded")"""
OWN = """() => {
  const { session } = globalThis.hexwarden;
  return session.mine.find((one) => one.why === "turn.engage").about;
}"""
FROM_HEAD = """(unit) => {
  const [head, token] = [".aimed .head", `.unit[data-unit="${unit}"]`].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [[x, y], [tx, ty]] = [middle(head), middle(token)];
  return Math.hypot(x - tx, y - ty);
}"""
"""Pixels from the bow's head to the middle of a unit's token."""
