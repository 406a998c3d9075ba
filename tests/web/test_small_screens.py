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


async def test_the_board_stays_where_it_is_whatever_an_attack_is_planned_with(
    server: Server, browser: Browser
) -> None:
    """Given a phone, then no form, target or die that is picked moves the board: a second tap
    on an enemy is one on the same enemy."""
    ann = await person(browser, 390, 844)
    page = ann.page
    await open_table(ann, server.url, 2, (2,), "face-to-face")
    await begin(ann)
    await play_on((ann,), TURN)
    await page.locator(".modes [data-mode=attack]").click()
    card = page.locator("[data-why='turn.engage']")
    where = "() => JSON.stringify(document.querySelector('.stage').getBoundingClientRect())"
    before = await page.evaluate(where)

    picked = 0
    for slot in ("form", "dice", "target"):
        options = card.locator(f"[data-slot={slot}] .option:not([aria-disabled])")
        for at in range(await options.count()):
            await options.nth(at).click()
            await expect(page.locator(".question.sent")).to_have_count(0)
            assert await page.evaluate(where) == before, (slot, at)
            picked += 1
    assert picked > 4
    assert ann.real_errors == []


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


MANY_DICE = "() => Object.assign(globalThis.hexwarden.ui.forms, { xp: '30' })"
TOGETHER = {
    "laptop": (1280, 720),
    "desktop": (1440, 900),
    "tablet": (820, 1100),
    "tablet on its side": (1024, 768),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "small window": (720, 450),
}


@pytest.mark.parametrize("size", TOGETHER.values(), ids=list(TOGETHER))
async def test_the_whole_plan_of_an_attack_is_in_sight(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given an adventurer with more than eight dice who aims at somebody, then forms, target, every
    die, odds as bars, the button and the end of the turn are in sight without scrolling."""
    ann = await person(browser, *size)
    page = ann.page
    await page.goto(server.url)
    await page.evaluate(MANY_DICE)
    await open_table(ann, "", 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator(".unit.enemy.offered .piece").first.click()
    plan = page.locator("[data-why='turn.engage']")
    await expect(plan.locator(".odds .bars")).to_be_visible()
    await page.mouse.move(5, 5)
    assert await plan.locator("[data-slot=dice] .option").count() > 8
    for part in ("form", "target", "dice", "afterwards"):
        every = plan.locator(f"[data-slot={part}] .option")
        for at in range(await every.count()):
            assert await in_reach(every.nth(at)) == "", (part, at)
    assert await in_reach(plan.locator(".confirm")) == ""
    assert await in_reach(page.locator(".always .option")) == ""
    bars = await plan.locator(".bar-of i").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert max(bars) > 12 > min(bars)
    assert ann.real_errors == []


WALK = """() => {
  const { units } = globalThis.hexwarden.session.battle.state;
  const own = Object.values(units).find((one) => one.kind === "adventurer").at;
  const foes = Object.values(units).filter((one) => one.side === "enemy" && one.at);
  const apart = (key, [q, r]) => {
    const [dq, dr] = [key.split(",")[0] - q, key.split(",")[1] - r];
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
  };
  const far = (key) => apart(key, own) + Math.min(...foes.map(({ at }) => apart(key, at)));
  const offered = [...document.querySelectorAll(".hex.offered")].map((one) => one.dataset.hex);
  return offered.sort((a, b) => far(b) - far(a))[0];
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
async def test_a_walk_that_is_planned_stays_in_sight_beside_an_attack(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a way that was picked to the hex farthest from all enemies, when one turns to the
    attack and aims, then the way's end lies on the strip that is left of the board."""
    ann = await person(browser, *size)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator(".modes [data-mode=move]").click()
    end = page.locator(f".hex[data-hex='{await page.evaluate(WALK)}'] .ground")
    await end.click()
    await page.locator(".modes [data-mode=attack]").click()
    await page.locator("[data-slot=target] .option").first.click()
    await expect(page.locator("[data-why='turn.engage'] .bars")).to_be_visible()
    assert await page.locator(".hex.chosen").count() == 1
    assert await in_reach(end) == ""
    assert ann.real_errors == []


async def test_a_tip_is_short_on_a_phone_and_gone_once_it_is_followed(
    server: Server, browser: Browser
) -> None:
    """Given a first battle on a phone and nobody who is aimed at, then the tip takes less than a
    tenth of the screen; once somebody is aimed at it makes room, and does not come again."""
    ann = await person(browser, 1280, 800)
    page = ann.page
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    clear, tip = page.get_by_role("button", name="Clear"), page.locator(".tip")
    await clear.click()
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(tip).to_contain_text("Tap it")
    box = await tip.bounding_box()
    assert box is not None
    assert box["height"] < 844 / 10
    await page.locator("[data-slot=target] .option").first.click()
    await expect(tip).to_have_count(0)
    await page.set_viewport_size({"width": 1280, "height": 800})
    await clear.click()
    await expect(page.locator("[data-slot=target] .picked")).to_have_count(0)
    await expect(page.get_by_text("Tap it")).to_have_count(0)
    assert ann.real_errors == []


async def test_who_stands_ready_can_be_weighed(server: Server, browser: Browser) -> None:
    """Given the cards of those who stand ready, then each says in figures and words how much it
    takes, how far it walks and reaches, what it rolls, and how much practice it takes."""
    ann = await person(browser, 390, 844)
    await open_table(ann, server.url, 1, (), "jailbreak")
    await begin(ann)
    await play_on((ann,), asked("create.ready"))
    cards = ann.page.locator(".option.piece:has(.weighed)")
    await expect(cards).to_have_count(10)
    archer = cards.filter(has_text="Wood Elf Archer")
    for words in ("5 health", "3 walk", "2-3 reach", "3 dice", "2 back", "easy to play"):
        await expect(archer).to_contain_text(words)
    await expect(cards.filter(has_text="Sorcerer")).to_contain_text("1-4 reach")
    assert ann.real_errors == []


@pytest.mark.parametrize("size", [(844, 390), (720, 450), (390, 844)])
async def test_the_goal_is_told_where_it_is_counted(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    """Given a phone, then a tap on the goal shows what it is and its special rules; held sideways,
    the bar says it in words, too."""
    ann = await person(browser, *size, mobile=True)
    page = ann.page
    await open_table(ann, server.url, 1, (), "jailbreak")
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    goal = page.locator(".bar .mission")
    if size[0] > size[1]:
        assert await in_reach(goal.locator(".wants")) == ""
        await expect(goal.locator(".wants")).to_contain_text("Break out")
    await goal.tap()
    await expect(page.locator("#card")).to_contain_text("Jailbreak")
    await expect(page.locator("#card")).to_contain_text("over the far end")
    assert ann.real_errors == []


@pytest.mark.parametrize(
    ("size", "experience", "least"),
    [((390, 844), "", 290), ((390, 844), "30", 240), ((360, 640), "", 150)],
)
async def test_the_board_keeps_its_strip_while_an_attack_is_planned(
    server: Server, browser: Browser, size: tuple[int, int], experience: str, least: int
) -> None:
    """Given an upright phone, then a plan with a handful of dice leaves the board more than a third
    of it, and one with seventeen dice and weapons more than a quarter; a small phone is left three
    rows of hexes."""
    ann = await person(browser, *size)
    page = ann.page
    await page.goto(server.url)
    await page.evaluate(
        "(xp) => xp && Object.assign(globalThis.hexwarden.ui.forms, { xp })", experience
    )
    await open_table(ann, "", 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), f"{asked('turn.engage')}:has([data-slot=target] .option)")
    await page.locator("[data-slot=target] .option").first.click()
    await expect(page.locator("[data-why='turn.engage'] .bars")).to_be_visible()
    height = await page.evaluate("() => document.querySelector('.map').clientHeight")
    assert height >= least
    assert ann.real_errors == []
