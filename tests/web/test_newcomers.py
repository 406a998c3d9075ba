"""What watched newcomers stumbled over in a battle does not happen any more."""

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, person, play_on, until
from tests.web.process import Server

TURN = asked("turn.move")
AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"
END = ".always .option"
PLACE = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
}"""
ARRIVE = """() => {
  const { session, stage } = globalThis.hexwarden;
  const { state, version } = session.battle;
  const foe = Object.values(state.units).find((unit) => unit.side === "enemy");
  stage.stand(state, version);
  const commit = { version, events: [["deploy", foe.id, foe.at]], asked: [] };
  stage.play({ commit, before: state, after: state, asked: [] });
}"""
"""An enemy of the board comes once more, shown without having been played."""
DAZED = """() => {
  const { session, stage, teller } = globalThis.hexwarden;
  const { state, version } = session.battle;
  const units = Object.values(state.units);
  const [own, foe] = ["party", "enemy"].map((side) => units.find((unit) => unit.side === side));
  const dazed = { ...state.units, [own.id]: { ...own, statuses: ["daze"] } };
  session.battle.state = { ...state, units: dazed };
  const events = [["engage", foe.id, [own.id], "", ""], ["status", own.id, "daze"]];
  stage.stand(session.battle.state, version);
  const commit = { version, events, asked: [] };
  const after = session.battle.state;
  stage.play({ commit, before: after, after, asked: [] });
  return own.id;
}"""
"""An enemy attacks and dazes somebody, shown without having been played."""
CLEAR_OF_WAYS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const plate = box(document.querySelector(".plate.own rect"));
  const line = document.querySelector(".way polyline.back");
  const { a, d, e, f } = line.getScreenCTM();
  const [from, first] = [...line.points].map(({ x, y }) => [a * x + e, d * y + f]);
  const isIn = ([x, y]) =>
    x > plate.left && x < plate.right && y > plate.top && y < plate.bottom;
  // From the rim of the token on: below it nothing of the way is seen.
  const shares = Array.from({ length: 61 }, (_, at) => 0.4 + at / 100);
  return !shares.some((share) =>
    isIn(from.map((value, at) => value + share * (first[at] - value))));
}"""
BESIDE = """() => {
  const { units } = globalThis.hexwarden.session.battle.state;
  const [q, r] = Object.values(units).find((one) => one.kind === "adventurer").at;
  const offered = [...document.querySelectorAll(".hex.offered")].map((one) => one.dataset.hex);
  return offered.filter((key) => {
    const [dq, dr] = [key.split(",")[0] - q, key.split(",")[1] - r];
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) === 1;
  });
}"""


async def in_a_turn(
    server: Server,
    browser: Browser,
    goal: str = TURN,
    encounter: str = "face-to-face",
    size: tuple[int, int] = (1440, 900),
) -> Clicker:
    ann = await person(browser, *size)
    await open_table(ann, server.url, 1, (), encounter)
    await begin(ann)
    await play_on((ann,), goal)
    return ann


async def _end(page: Page) -> list[float]:
    place: list[float] = await page.locator(END).evaluate(PLACE)
    return place


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (820, 1100), (390, 844), (844, 390)])
async def test_the_end_of_a_turn_stays_where_it_is(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a turn; whatever part of it is open and whatever is picked, its end is where it was."""
    ann = await in_a_turn(server, browser, AIMED, size=size)
    page = ann.page
    places = []
    for part in ("move", "attack", "other"):
        await page.locator(f".modes [data-mode={part}]").click()
        places.append(await _end(page))
        if part == "move":
            await page.locator(".hex.offered").first.click()
            await expect(page.locator(".hex.chosen")).to_have_count(1)
        if part == "attack":
            await page.locator("[data-slot=target] .option").first.click()
        if part == "other":
            await page.locator("details.apart summary").click()
        places.append(await _end(page))
    for place in places:
        assert place == pytest.approx(places[0], abs=1), "a pixel, for browsers round"
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
async def test_a_retreat_lies_behind_a_line_and_apart_from_the_end_of_a_turn(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    ann = await in_a_turn(server, browser, size=size)
    page = ann.page
    await page.locator(".modes [data-mode=other]").click()
    retreat = page.locator(".questions [data-key=retreat]")
    await expect(retreat).to_be_hidden()
    await page.locator("details.apart summary").click()
    await expect(retreat).to_be_visible()
    box, end = await retreat.bounding_box(), await page.locator(END).bounding_box()
    assert box is not None
    assert end is not None
    far = max(end["y"] - box["y"] - box["height"], end["x"] - box["x"] - box["width"])
    assert far >= 24, "more than a finger's error from the turn's end"
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
async def test_the_own_mark_covers_no_way(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given somebody who plans a step to any hex beside, then "You" does not lie over the way, and
    what the hexes cost is still to be read."""
    ann = await in_a_turn(server, browser, size=size)
    page = ann.page
    await page.locator(".modes [data-mode=move]").click()
    beside = await page.evaluate(BESIDE)
    assert beside
    for key in beside:
        await page.locator(f".hex[data-hex='{key}'] .ground").click(force=True)
        await expect(page.locator(f".hex.chosen[data-hex='{key}']")).to_have_count(1)
        assert await page.evaluate(CLEAR_OF_WAYS), key
        await expect(page.locator(".way .cost text")).to_have_text("1")
    assert ann.real_errors == []


async def test_enemies_that_come_later_are_announced_and_called_out(
    server: Server, browser: Browser
) -> None:
    """Given a battle whose rules bring enemies, then the bar says from the first round on when, on
    a desktop and on a phone; when they come a banner says so and who."""
    ann = await person(browser, 1440, 900, motion=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "ambush")
    await begin(ann)
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), TURN)
    for width, height in ((1440, 900), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".bar .round small.wave")).to_be_visible()
        await expect(page.locator(".bar .round small.wave")).to_have_text("more enemies in round 4")
    await page.evaluate("() => globalThis.hexwarden.setPace(0.6)")
    await page.evaluate(ARRIVE)
    await expect(page.locator(".herald.arrive")).to_contain_text("More enemies")
    foe = await page.evaluate(
        "() => Object.values(hexwarden.battle.state.units).find((one) => one.side === 'enemy').name"
    )
    await expect(page.locator(".herald.arrive .motto")).to_have_text(foe)
    await expect(page.locator(".unit.enemy.arriving")).to_have_count(1)
    assert ann.real_errors == []


async def test_a_card_says_from_what_a_status_came_and_has_no_code(
    server: Server, browser: Browser
) -> None:
    """Given somebody whom an enemy has dazed, then their card says who did it; the card of the
    status says a sentence, and its link leads to the rule with its number."""
    ann = await in_a_turn(server, browser)
    page = ann.page
    unit = await page.evaluate(DAZED)
    token = page.locator(f".unit[data-unit={unit}]")
    await page.evaluate("() => globalThis.hexwarden.stage.skip()")
    await token.click(button="right")
    card = page.locator("#card")
    await expect(card.locator(".states")).to_contain_text("From ")
    await page.keyboard.press("Escape")
    await token.locator(".status").first.click(button="right")
    source = card.locator(".source")
    await expect(source).to_be_visible()
    words = await card.inner_text()
    assert "STS-" not in words
    assert "p67" not in words
    await source.locator("a").click()
    await expect(page.locator("#word")).to_have_value("STS-7")
    await expect(page.locator("main.help")).to_contain_text("STS-7")
    await expect(card).to_be_hidden()
    assert ann.real_errors == []


async def test_one_is_called_by_ones_adventurers_name_everywhere(
    server: Server, browser: Browser
) -> None:
    """Given "You" on the board; then tip, strip, mat, list and card say who that is, and nothing of
    a battle is called by the guest's name."""
    ann = await in_a_turn(server, browser, encounter="jailbreak", size=(1280, 800))
    page = ann.page
    name = await page.evaluate("() => Object.values(hexwarden.session.battle.state.units)[0].name")
    told = f"{name} (you)"
    await expect(page.locator(".tip")).to_contain_text(f"You are {name}.")
    await expect(page.locator(".whose")).to_have_text(f"Your turn: {name}")
    own = page.locator(".order-strip .now")
    await expect(own).to_have_attribute("title", told)
    await expect(page.locator(".mats .names .own")).to_contain_text(told)
    await page.get_by_role("tab", name="Units").click()
    await expect(page.locator(".unit-line").first).to_contain_text(told)
    await own.hover()
    await expect(page.locator("#card h3")).to_have_text(told)
    for part in (".bar", ".mats", ".questions"):
        await expect(page.locator(part)).not_to_contain_text("Ann")
    assert ann.real_errors == []


async def test_what_was_not_asked_stands_under_details(server: Server, browser: Browser) -> None:
    """Given a battle in which something was done without a question, then the story tells it to
    those who want details."""
    ann = await in_a_turn(server, browser)
    page = ann.page
    told = page.locator(".story .told", has_text="Done without a question")
    await page.locator(".prelude summary").click()
    await expect(told).to_have_count(0)
    await page.locator("#details").check()
    await expect(told).not_to_have_count(0)
    assert ann.real_errors == []


async def test_who_never_won_begins_with_the_mildest(server: Server, browser: Browser) -> None:
    """Given a browser in which nothing was won, then a new table is for Apprentices; after a
    victory the usual difficulty is chosen, and what somebody has chosen stays. "Play now" says the
    same, and does it."""
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    told = page.locator(".hero .small")
    await expect(page.locator("#difficulty-apprentice")).to_be_checked()
    await expect(told).to_contain_text("Jailbreak on Apprentice,")
    await page.evaluate("() => localStorage.setItem('hexwarden.won', 'jailbreak')")
    await page.reload()
    await expect(page.locator("#difficulty-adept")).to_be_checked()
    await expect(told).to_contain_text("Jailbreak on Adept,")
    await page.locator("label", has=page.locator("#difficulty-expert")).click()
    await expect(page.locator("#difficulty-expert")).to_be_checked()
    await expect(told).to_contain_text("Jailbreak on Expert,")
    await page.click("#play-now")
    await until(ann, "globalThis.hexwarden.session.table?.settings.difficulty === 'expert'")
    assert ann.real_errors == []


async def test_small_tokens_bear_what_can_be_read(server: Server, browser: Browser) -> None:
    """Given a board that is seen from afar, then tokens show silhouette and HP, and of several
    marks the first one and how many more there are; from near all of it."""
    ann = await in_a_turn(server, browser, encounter="last-stand", size=(390, 844))
    page = ann.page
    await page.evaluate(
        "() => { const { session, stage } = globalThis.hexwarden; const { state, version } ="
        " session.battle; const units = Object.fromEntries(Object.entries(state.units).map("
        "([id, unit]) => [id, { ...unit, statuses: ['daze', 'maim', 'bane'] }]));"
        " session.battle.state = { ...state, units };"
        " stage.stand(session.battle.state, version); globalThis.hexwarden.render(); }"
    )
    foe = page.locator(".unit.enemy").first
    await expect(page.locator(".board[data-far]")).to_have_count(1)
    await expect(foe.locator(".status")).to_have_count(3)
    assert await foe.locator(".status:visible").count() == 1
    await expect(foe.locator(".rest")).to_be_visible()
    await expect(foe.locator(".rest")).to_have_text("+2")
    await expect(foe.locator(".level")).to_be_hidden()
    await expect(foe.locator(".hp")).to_be_visible()
    await page.set_viewport_size({"width": 1440, "height": 1400})
    await expect(page.locator(".board[data-far]")).to_have_count(0)
    await expect(foe.locator(".rest")).to_be_hidden()
    assert await foe.locator(".status:visible").count() == 3
    assert ann.real_errors == []
