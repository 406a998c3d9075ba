"""What a frame of the largest map has to draw, counted: times hang on the machine, counts do not.

`python -m tests.web.measure` tells the times of the same map.
"""

from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.web.measure import SCRIPT
from tests.web.people import begin, open_table, person, play_on, until
from tests.web.process import Server

MOST_TRANSFORMED = 3
"""Elements of a token that are laid elsewhere or made larger: a browser paints each by itself."""
MOST_CHANGES = 3
"""Changes of the page by which a token is moved."""

WATCH = """() => {
  const parts = {
    floor: ".layer.floor", tokens: ".layer.tokens", bar: ".bar", mats: ".mats", story: ".side",
  };
  const seen = ({ target }) => {
    const one = target instanceof Element ? target : target.parentElement;
    const part = Object.keys(parts).find((each) => one?.closest(parts[each])) ?? "";
    return { part, unit: one?.closest(".unit")?.dataset.unit ?? "" };
  };
  globalThis.draws = [];
  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  const watching = new MutationObserver((all) => globalThis.draws.push(all.map(seen)));
  watching.observe(document.querySelector(".battle"), watched);
}"""
"""From now on `draws` has for every drawing of the page what it changed: the part, the unit."""

MOVES = """async () => {
  const { session, stage } = globalThis.hexwarden;
  const { state, version } = session.battle;
  const events = [["move", "m3", [0, 1]], ["move", "m4", [1, 0]], ["move", "m5", [0, 0]]];
  const units = { ...state.units };
  for (const [, unit, at] of events) units[unit] = { ...units[unit], at };
  const after = { ...state, units };
  session.battle.state = after;
  stage.speed = 0.05;
  stage.play({ commit: { version, events, asked: [] }, before: state, after, asked: [] });
  while (stage.isBusy) await new Promise((done) => requestAnimationFrame(done));
}"""
"""Three enemies move, one after the other, slowly enough for frames between on a busy machine."""

LAYERED = """(all) => all.filter((each) =>
  [...document.querySelectorAll(`${each}, ${each} *`)].some((one) =>
    [null, "::before"].some((part) => {
      const { position, transform, opacity } = getComputedStyle(one, part);
      return position !== "static" || transform !== "none" || opacity !== "1";
    }) && !one.matches(".unseen, .done *")))"""
"""Those of the selectors that find something which a browser paints and layers by itself."""

Draws = list[list[dict[str, str]]]


async def on_the_largest_map(browser: Browser, server: Server) -> Page:
    ann = await person(browser, motion=True, painted=True)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".question[data-why^='turn.']")
    await ann.page.evaluate(f"() => {{ {SCRIPT.read_text('utf-8')} }}")
    await ann.page.evaluate("() => globalThis.measure.stand()")
    await until(ann, "document.querySelector('.board[data-ground]')")
    return ann.page


async def changes(page: Page) -> Draws:
    found: Any = await page.evaluate("() => globalThis.draws")
    return list(found)


async def test_a_move_changes_one_token_and_its_line_comes_in_a_frame_of_its_own(
    server: Server, browser: Browser
) -> None:
    """Given 40 units on 217 hexes, when one moves, then nothing but its token is drawn anew in
    that frame, and the story grows in another."""
    page = await on_the_largest_map(browser, server)
    await page.evaluate(WATCH)
    await page.evaluate(MOVES)
    draws = await changes(page)
    # The first and the last of a commit's drawings take the questions away and bring them back.
    [moved] = [one for one in draws if any(each["unit"] == "m4" for each in one)]
    assert {each["unit"] for each in moved} <= {"m4", ""}
    assert len([each for each in moved if each["unit"]]) <= MOST_CHANGES
    assert {each["part"] for each in moved} <= {"tokens", ""}
    told = [one for one in draws if any(each["part"] == "story" for each in one)]
    assert len(told) >= 2
    # What is read out grows with the story, and is no part that anybody sees.
    for one in told[:-1]:
        assert {"story"} <= {each["part"] for each in one} <= {"story", ""}


async def test_the_camera_moves_over_tokens_as_they_were_drawn(
    server: Server, browser: Browser
) -> None:
    """Given 40 tokens on the map, when it is seen from nearer, then none of them changes."""
    page = await on_the_largest_map(browser, server)
    near, plane = page.get_by_role("button", name="Zoom in"), page.locator(".tokens > .plane")
    await near.hover()
    before = str(await plane.get_attribute("style"))
    await page.evaluate(WATCH)
    await near.click()
    await expect(plane).not_to_have_attribute("style", before)
    assert [each for one in await changes(page) for each in one if each["unit"]] == []


async def test_a_token_is_made_of_few_things_that_are_painted_by_themselves(
    server: Server, browser: Browser
) -> None:
    page = await on_the_largest_map(browser, server)
    tokens = page.locator(".unit.enemy")
    assert await tokens.count() > 36
    counted = await tokens.evaluate_all(
        "all => all.map((one) => one.querySelectorAll('[transform], use[x], svg').length)"
    )
    assert max(counted) <= MOST_TRANSFORMED


async def test_hexes_lines_and_places_of_dice_are_no_layers_by_themselves(
    server: Server, browser: Browser
) -> None:
    """Given 217 hexes, a long story, the strip and the mats, then none of what stands there many
    times over is transformed or positioned: each such thing is layered in every frame."""
    page = await on_the_largest_map(browser, server)
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await page.evaluate("() => globalThis.measure.animation(60, 1)")
    many = {
        ".hex:not(.offered)": 150,
        ".story .told": 12,
        ".order-strip li": 10,
        ".die.hole": 10,
        ".square.free": 10,
    }
    assert await page.evaluate(LAYERED, list(many)) == []
    for what, least in many.items():
        assert await page.locator(what).count() >= least, what


async def test_earlier_lines_of_a_long_story_come_as_one_scrolls_down_to_them(
    server: Server, browser: Browser
) -> None:
    """Given two hundred lines, then the last ones are shown; further ones by a click or by
    scrolling, until all are there; and only the last ones again for who is back at the top."""
    page = await on_the_largest_map(browser, server)
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await page.evaluate("() => globalThis.measure.animation(200, 1)")
    story, lines = page.locator(".story .lines"), page.locator(".lines .told")
    earlier = page.get_by_role("button", name="Earlier")
    await expect(earlier).to_be_visible()
    shown = await lines.count()
    assert shown < 100
    # As a screen reader presses it: whoever scrolls down to it has further lines before.
    await earlier.evaluate("(one) => one.click()")
    assert await lines.count() > shown
    await expect(earlier).to_have_count(1)
    while await earlier.count():
        seen = await lines.count()
        await story.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
        await page.wait_for_function(
            "(seen) => document.querySelectorAll('.lines .told').length > seen", arg=seen
        )
    assert await lines.count() >= 200
    await story.evaluate("(one) => one.scrollTo(0, 0)")
    await expect(lines).to_have_count(shown)
