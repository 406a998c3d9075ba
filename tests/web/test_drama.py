"""What happens in a battle is seen happening: dice, blows, who falls; and nothing moves unasked."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import begin, open_table, person, play_on
from tests.web.process import Server

ATTACK = """() => {
  const { session, stage } = globalThis.hexwarden;
  const { state, version } = session.battle;
  const units = Object.values(state.units).filter((unit) => unit.at);
  const [own, foe] = ["party", "enemy"].map((side) => units.find((unit) => unit.side === side));
  const owned = Object.keys(state.dice).filter((die) => state.dice[die].owner === own.id);
  const dice = owned.slice(0, 2);
  const events = [
    ["engage", own.id, [foe.id], "", ""],
    ["show", dice, dice.map(() => 0), "roll"],
    ["damage", foe.id, own.id, 9, 1, 0, foe.hp, 0, "engage"],
    ["defeat", foe.id, own.id],
    ["engaged", own.id],
  ];
  stage.stand(state, version);
  stage.play({ commit: { version, events, asked: [] }, before: state, after: state, asked: [] });
}"""
"""An attack on an enemy that falls by it, shown on the board without having been played."""


async def test_an_attack_is_seen_from_its_line_to_its_verdict(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser, motion=True)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0.6)")
    await ann.page.evaluate(ATTACK)
    for drawn in (".strike", ".cast .lands", ".blow.hit", ".broken .shard"):
        await ann.page.locator(drawn).first.wait_for(state="attached")
    await expect(ann.page.locator(".verdict")).to_contain_text("is defeated")
    await expect(ann.page.locator(".verdict .die")).to_have_count(2)


async def test_a_press_skips_what_is_shown_and_leaves_the_verdict(
    server: Server, browser: Browser
) -> None:
    """Given motion is unwanted, then nothing waits; given an attack is shown, space ends it."""
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate(ATTACK)
    await expect(ann.page.locator(".verdict")).to_contain_text("is defeated")
    assert await ann.page.locator(".cast, .strike, .broken").count() == 0
    await ann.page.click("#pace-step")
    await expect(ann.page.locator("#pace-step")).to_have_attribute("aria-label", "Pace: calm")
    await ann.page.evaluate(ATTACK)
    await ann.page.locator(".board-tools .skip").click()
    await expect(ann.page.locator(".board-tools .skip")).to_have_count(0)


COSTLY = """() => {
  const { session, stage, glossary } = globalThis.hexwarden;
  const { state, version } = structuredClone(session.battle);
  const units = Object.values(state.units).filter((unit) => unit.at);
  const [own, foe] = ["party", "enemy"].map((side) => units.find((unit) => unit.side === side));
  foe.chip = glossary.all("chips").find(([, { skills }]) => skills.includes("fumes"))[0];
  const events = [
    ["engage", own.id, [foe.id], "", ""],
    ["damage", foe.id, own.id, 2, 1, 0, 1, 0, "engage"],
    ["status", own.id, "blind"],
    ["engaged", own.id],
  ];
  stage.stand(state, version);
  stage.play({ commit: { version, events, asked: [] }, before: state, after: state, asked: [] });
}"""
"""An attack on an enemy that blinds whoever attacks it."""


async def test_what_an_attack_costs_by_a_skill_of_who_is_struck_stands_with_its_verdict(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate(COSTLY)
    await expect(ann.page.locator(".verdict .answered")).to_have_text(
        re.compile("^Fumes: .+ gains Blind$")
    )
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(844, 390), (720, 450)])
async def test_a_verdict_leaves_the_board_to_its_blow_where_the_sheet_is_free(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a phone that is held sideways, whose sheet asks nothing while an attack is shown; then
    its verdict is told there, and covers nothing of the board."""
    ann = await person(browser, *size, motion=True)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(1)")
    await ann.page.evaluate(COSTLY)
    await ann.page.locator(".verdict .answered").wait_for()
    shown, board, sheet = [
        await ann.page.locator(one).bounding_box() for one in (".verdict", ".map", ".questions")
    ]
    assert shown
    assert board
    assert sheet
    assert shown["x"] >= board["x"] + board["width"]
    assert shown["y"] + shown["height"] <= sheet["y"] + sheet["height"]
    assert ann.real_errors == []


async def test_sound_is_off_until_it_is_asked_for(server: Server, browser: Browser) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), ".question[data-why^='turn.']")
    switch = ann.page.locator("#sound")
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await switch.click()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    await ann.page.reload()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    assert ann.real_errors == []


COVERED = """async () => {
  let [seen, covered] = [0, 0];
  const until = performance.now() + 900;
  while (performance.now() < until) {
    await new Promise((done) => requestAnimationFrame(done));
    const [number, word] = ["hurt", "guard"].map(
      (kind) => document.querySelector(`.float .${kind}`)?.getBoundingClientRect());
    if (!number || !word) continue;
    const middle = (word.top + word.bottom) / 2;
    seen += 1;
    covered += number.top < middle && middle < number.bottom;
  }
  return [seen, covered];
}"""
"""In how many frames both are there, and in how many the number lies over the word's middle."""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
async def test_the_number_of_a_blow_does_not_cover_how_much_was_blocked(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    ann = await person(browser, *size, motion=True)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0.6)")
    await ann.page.evaluate(ATTACK)
    await ann.page.locator(".float .guard").wait_for(state="attached")
    seen, covered = await ann.page.evaluate(COVERED)
    assert seen > 3
    assert covered == 0
