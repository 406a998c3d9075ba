"""A match for everybody: axe over every state of it, and it is followed with a screen reader."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.web.people import page_of
from tests.web.process import Server
from tests.web.rivals import ALLEY, Typist, Warrior, give_up
from tests.web.test_accessible import complaints

MOST = 110  # answers: by then somebody has shot, two have met, and nothing new is asked
STATES = {"match.deploy", "match.engage", "match.move", "match.go"}
"""What is asked in every match."""


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
async def test_every_state_of_a_match_passes_the_checks_of_axe(
    server: Server, browser: Browser, scheme: str, width: int
) -> None:
    """Given a match against a bot, when it is played up to melees and given up, then axe has
    nothing against any page on which something is asked first, against the end, nor the replay."""
    one = Warrior(await page_of(browser, width, 800, painted=True))
    page = one.page
    await page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    await page.goto(server.url)
    await page.fill("#name", "Ann")
    for press in (ALLEY, "#create", "#ready", "#start"):
        await page.click(press)
    await page.locator(".question[data-why='match.deploy']").wait_for()
    found: dict[str, list[str]] = {}
    while len(one.answered) < MOST and not await page.locator(".match[data-over=true]").count():
        for why in await asked(one):
            if why not in found:
                found[why] = await complaints(page)
        await one.answer_match()
    assert found.keys() >= STATES
    if not await page.locator(".match[data-over=true]").count():
        await give_up(one)
    found["the end"] = await complaints(page)
    await page.locator(".match-end").get_by_role("button", name="Replay").click()
    await page.locator(".playback .replay").wait_for()
    found["the replay"] = await complaints(page)
    assert {state: told for state, told in found.items() if told} == {}
    assert not one.real_errors


async def asked(one: Warrior) -> list[str]:
    """The codes of what is asked now."""
    open_ = one.page.locator(".questions:not(:has(.sent)) .question")
    return [str(why) for why in await open_.evaluate_all("all => all.map((e) => e.dataset.why)")]


HEARD = """() => {
  globalThis.heard = [];
  const take = (nodes) => {
    for (const one of nodes) if (one.nodeType === 1) globalThis.heard.push(one.textContent);
  };
  take(document.querySelectorAll(".match [role=log] p"));
  const log = document.querySelector(".match [role=log]");
  new MutationObserver((all) => all.forEach((each) => take(each.addedNodes)))
    .observe(log, { childList: true });
}"""
NAMELESS = """() => [...document.querySelectorAll(
  ".match .table :is(.fighter, .piece, .treasure, .ladder)"
)].filter((one) => !(one.getAttribute("aria-label") ?? "").trim()).map((one) => one.outerHTML)"""
STEPS = 16  # answers: a turn of both sides, with moves and an engage


@pytest.mark.slow
async def test_a_match_is_followed_and_answered_with_a_screen_reader(
    server: Server, browser: Browser
) -> None:
    """Given a match by keyboard alone, when turns go by, then all that is told in the story was
    read out by the live region, everything on the table has a name, a unit's says where it stands,
    whose turn it is is told as a status, and the focus is never lost (`Typist` sees to that)."""
    one = Typist(await page_of(browser))
    page = one.page
    await page.emulate_media(reduced_motion="reduce")
    await one.begin(server.url)
    await page.locator(".question[data-why='match.deploy']").wait_for()
    await page.evaluate(HEARD)
    while len(one.answered) < STEPS:
        await one.answer_match()
        assert await page.evaluate(NAMELESS) == []
    heard = set(await page.evaluate("() => globalThis.heard"))
    # Behind a sentence a link to its rule may stand.
    told = await page.locator(".story .lines .told").all_text_contents()
    assert told
    assert [line for line in told if not any(line.startswith(said) for said in heard)] == []
    label = str(await page.locator(".fighter.side-0").first.get_attribute("aria-label"))
    assert re.search(r"at [\d.]+, [\d.]+", label), label
    await expect(page.locator(".bar .waiting[role=status]")).to_contain_text("Turn")
    assert not one.real_errors
