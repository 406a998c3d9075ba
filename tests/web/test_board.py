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


async def test_statuses_lie_on_the_chip_and_on_the_track(server: Server, browser: Browser) -> None:
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await page.evaluate(AFFLICT)
    await expect(page.locator(".unit .status")).to_have_count(2)
    await expect(page.locator(".track .die.status")).to_have_count(1)
    assert await page.evaluate(FAR, [".unit .status", ".unit", ".body"]) == 0
    assert await page.evaluate(FAR, [".track .die.status", ".track", ".dice"]) == 0
    assert ann.real_errors == []
