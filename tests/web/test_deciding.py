"""Nothing is decided unseen, and what ends a decision is always in sight."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, by_hand, open_table, person, play_on, until, version_of
from tests.web.process import Server
from tests.web.test_clicks import BESIDE_A_FOE

ENGAGE = ".question[data-why='turn.engage']"
AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"
EXPLORE = ".question[data-why='turn.explore']"
PLACE = ".question[data-why='delve.place']"
OTHER_FORMS = """() => {
  const { session } = globalThis.hexwarden;
  const end = session.battle.questions.find((one) => one.why === "turn.act");
  const options = Array.from(
    { length: 20 }, (_, at) => ({ key: `use:${at}`, text: `Way ${at}`, note: "" }));
  const reform = {
    ...end, id: end.id + 1000, why: "turn.reform", shape: { ...end.shape, options },
  };
  session.battle.questions = session.battle.questions.flatMap(
    (one) => one === end ? [reform, end] : [one]);
  globalThis.hexwarden.render();
}"""
UNHURRIED = "() => { globalThis.hexwarden.presses.young = 0; }"
"""Taps here follow each other faster than a person's; each is meant all the same."""
IN_SIGHT = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, bottom - 4);
  return top >= 0 && bottom <= innerHeight && one.contains(at);
}"""
WHOLE_TILE = """() => {
  const map = document.querySelector(".map").getBoundingClientRect();
  return [...document.querySelectorAll(".tile-ghost .cell")].flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isSeen = left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
    return isSeen ? [] : [one.outerHTML];
  });
}"""
"""The hexes of the tile that are not on the board's part of the page."""
TILE_SHOWN = """() => {
  const { session } = globalThis.hexwarden;
  const { options } = session.mine.find((one) => one.why === "delve.place").shape;
  const { way } = document.querySelector(".tile-ghost").dataset;
  const [hexes] = options.find((one) => one.key === way).note.split("; ");
  return JSON.stringify(hexes.split(" ").slice(1).sort());
}"""
LAID = """(where) => Object.values(globalThis.hexwarden.session.battle.state.tiles).some(
  ({ hexes }) => JSON.stringify(hexes.map(String).sort()) === JSON.stringify(where)
)"""
"""Whether a tile lies in just these hexes."""
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((each) => document.querySelector(each).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
THROWN = """() => {
  const { session, stage } = globalThis.hexwarden;
  const { state } = session.battle;
  const [[id, mat]] = Object.entries(state.adventurers);
  session.battle.state = {
    ...state, adventurers: { ...state.adventurers, [id]: { ...mat, row: [], rolled: mat.row } },
  };
  stage.stand(session.battle.state, session.battle.version);
  globalThis.hexwarden.render();
}"""
OUTCOME = r"(?:(?:<1|[1-9]\d*)% chance to defeat|\d+\.\d damage)"
"""How likely somebody falls; of whom an attack can only hurt, what it takes on average."""
HEIGHT = "() => document.querySelector('.map').getBoundingClientRect().height"


async def in_a_turn(
    browser: Browser, server: Server, goal: str, width: int = 1366, height: int = 800
) -> Clicker:
    """Somebody beside enemies, as soon as the page shows what is waited for."""
    ann = await person(browser, width, height)
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), goal)
    return ann


async def see(what: Locator) -> bool:
    """Whether the page shows it, without anything over it."""
    return bool(await what.evaluate(IN_SIGHT))


@pytest.mark.parametrize("size", [(1366, 800), (390, 844)])
async def test_the_end_of_a_turn_stays_in_sight_however_much_is_offered(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a turn with an engage and with twenty ways of changing the form."""
    width, height = size
    ann = await in_a_turn(browser, server, AIMED, width, height)
    page = ann.page
    await page.evaluate(OTHER_FORMS)
    folded = page.locator(".folded", has=page.locator("[data-key='use:0']"))
    ways = folded.locator(".option")
    await expect(ways).to_have_count(20)
    assert not await ways.first.is_visible()
    end = page.locator(".always .option")
    assert await see(end)
    assert await see(page.locator(f"{ENGAGE} .confirm"))
    await page.click("[data-mode=other]")
    assert await see(end)
    await folded.locator("summary").click()
    await expect(ways.first).to_be_visible()
    assert await see(end)
    await page.locator(".questions").evaluate("(one) => { one.scrollTop = one.scrollHeight; }")
    assert await see(end)
    assert ann.real_errors == []


async def test_an_engage_needs_a_die(server: Server, browser: Browser) -> None:
    """Given an engage from which nothing comes without dice, then its button waits for one."""
    ann = await in_a_turn(browser, server, AIMED)
    card = ann.page.locator(ENGAGE)
    await card.get_by_role("button", name="Clear").click()
    await expect(card.locator(".confirm")).to_be_disabled()
    target = card.locator("[data-slot=target] .option").first
    await target.click()
    await expect(card.locator(".confirm")).to_be_enabled()
    picked = card.locator("[data-slot=dice] .picked")
    while await picked.count():
        await picked.first.click()
    await expect(card.locator(".confirm")).to_be_disabled()
    await expect(card.locator(".nobody")).to_have_count(0)
    assert ann.real_errors == []


async def test_a_finger_sees_on_the_board_what_it_takes(server: Server, browser: Browser) -> None:
    """Given a delve; the first tap on a hex or on a tile's way shows it, the second takes it."""
    ann = await person(browser, 390, 844, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "smugglers-warren")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), f"{asked('turn.move')}:has({EXPLORE})")
    await expect(page.locator(".question[data-why='turn.move'] .notes")).to_contain_text("a door")
    await page.locator("[data-mode=other]").tap()
    before = await version_of(ann)
    door = page.locator(f"{EXPLORE} .option").first
    await door.tap()
    await expect(door).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".hex.chosen")).to_have_count(1)
    assert await version_of(ann) == before
    await door.tap()
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    await play_on((ann,), asked("delve.place"))
    before = await version_of(ann)
    await page.get_by_text("All ways in words").tap()
    way = page.locator(f"{PLACE} .folded .option").last
    await way.tap()
    await expect(way).to_have_attribute("aria-pressed", "true")
    shown = await way.get_attribute("data-key")
    await expect(page.locator(f".tile-ghost[data-way='{shown}']")).to_be_visible()
    assert await version_of(ann) == before
    await page.get_by_role("button", name="Lay it here").tap()
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (720, 450)])
async def test_a_tile_is_laid_as_the_board_shows_it(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a tile to be laid, then the whole of it lies in sight; a key, a button and a tap on it
    turn it; the golden button lays it where it is shown."""
    ann = await person(browser, *size)
    page = ann.page
    await open_table(ann, server.url, 1, (), "smugglers-warren")
    await page.evaluate(UNHURRIED)
    await begin(ann)
    await play_on((ann,), asked("delve.place"))
    before = await version_of(ann)
    ghost = page.locator(".tile-ghost")
    keys = await page.locator(f"{PLACE} .folded .option").evaluate_all(
        "(all) => all.map((one) => one.dataset.key)"
    )
    seen = [await ghost.get_attribute("data-way")]
    for turn in ("key", "button", "tile"):
        assert await page.evaluate(WHOLE_TILE) == []
        if turn == "key":
            await page.keyboard.press("t")
        elif turn == "button":
            await page.locator(".turn-tile").click()
        else:
            await ghost.locator(".cell").last.click()
        await expect(ghost).not_to_have_attribute("data-way", str(seen[-1]))
        seen.append(await ghost.get_attribute("data-way"))
    assert set(seen) <= set(keys)
    assert await version_of(ann) == before
    where = await page.evaluate(TILE_SHOWN)
    await page.locator(f"{PLACE} .confirm.gold").click()
    await until(ann, f"({LAID})(JSON.parse('{where}'))")
    assert ann.real_errors == []


async def test_the_map_stays_where_it_is_when_dice_are_rolled(
    server: Server, browser: Browser
) -> None:
    ann = await in_a_turn(browser, server, AIMED)
    before = await ann.page.evaluate(HEIGHT)
    await ann.page.evaluate(THROWN)
    await expect(ann.page.locator(".mat .rolled .die")).not_to_have_count(0)
    assert await ann.page.evaluate(HEIGHT) == before


async def test_the_card_of_a_unit_covers_neither_the_unit_nor_a_question(
    server: Server, browser: Browser
) -> None:
    ann = await in_a_turn(browser, server, AIMED)
    for side in ("enemy", "party"):
        await ann.page.locator(f".unit.{side}").first.hover()
        await expect(ann.page.locator("#card .figures-card")).to_be_visible()
        assert not await ann.page.evaluate(OVERLAP, ["#card", ".questions"])
        assert not await ann.page.evaluate(OVERLAP, ["#card", f".unit.{side} .body"])
        await ann.page.mouse.move(5, 5)
        await expect(ann.page.locator("#card")).to_be_hidden()


async def test_a_class_tells_what_it_always_has(server: Server, browser: Browser) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await by_hand(ann)
    await play_on((ann,), asked("create.class"))
    sorcerer = ann.page.locator(".question[data-why='create.class'] [data-key='sorcerer']")
    await expect(sorcerer).to_contain_text("Always: 1 tenacity")


async def test_the_xp_dial_is_set_where_an_encounter_leaves_it_free(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    page = ann.page
    await page.goto(server.url)
    await page.get_by_text("More choices").click()
    await expect(page.locator("#xp")).to_have_count(0)
    await page.locator("#encounter").select_option("face-to-face")
    await page.locator("#xp").select_option("6")
    await page.click("#create")
    await until(ann, "globalThis.hexwarden.session.table?.settings.options.xp === '6'")
    assert ann.real_errors == []


async def test_a_tap_on_an_enemy_plans_the_whole_attack(server: Server, browser: Browser) -> None:
    """Given an enemy in reach, when it is tapped, then form and dice are chosen along and the
    button says whom, with how many dice, and what comes of it: two clicks an attack."""
    ann = await in_a_turn(browser, server, AIMED)
    page = ann.page
    assert await page.locator(".questions").get_attribute("data-mode") == "attack"
    assert not await page.locator(".question[data-why='turn.act'] .options").is_visible()
    await page.locator(f"{ENGAGE} [data-slot=target] .option").first.click()
    button = page.locator(f"{ENGAGE} .confirm")
    await expect(button).to_have_text(re.compile(rf"^Attack .+: \d dic?e.*, {OUTCOME}$"))
    before = await version_of(ann)
    await button.click()
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_the_look_ahead_tells_the_odds_that_an_attack_from_there_has(
    server: Server, browser: Browser
) -> None:
    """Given a pointer that rests on a hex beside an enemy, then panel and board say how likely
    the enemy falls by an attack from there; once one stands there, the attack says the same."""
    ann = await in_a_turn(browser, server, asked("turn.move"))
    page = ann.page
    await page.locator(".modes [data-mode=move]").click()
    spot = page.locator(f".hex[data-hex='{await page.evaluate(BESIDE_A_FOE)}']")
    await spot.hover()
    await expect(page.locator(".ahead")).to_contain_text(re.compile(OUTCOME))
    foe = page.locator(".chance").first
    name, coin = await foe.get_attribute("data-prey"), await foe.inner_html()
    told = re.findall(OUTCOME, await page.locator(".ahead").inner_text())
    odds = next(one for one in told if one.split()[0] in coin)
    assert not await page.locator(".border.range").count()
    await spot.click()
    await page.locator(".question[data-why='turn.move'] .confirm").click()
    await play_on((ann,), AIMED)
    await page.locator(f".unit[data-unit='{name}'] .piece").click()
    await expect(page.locator(f"{ENGAGE} .confirm")).to_contain_text(odds)
    assert ann.real_errors == []
