"""The keys of a turn stay where they are, and what gives something up lies apart from all else."""

from playwright.async_api import Browser, Locator, Page, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, person, play_on, until, version_of
from tests.web.process import Server

ENGAGE = ".question[data-why='turn.engage']"
RESOLVE = ".question[data-why='engage.resolve']"
AIMED = f"{asked('turn.engage')}:has([data-slot=target] .option)"
TABLES = 6
"""Tables at which an engage with results to choose from is looked for; most have one."""
KEYS = """(card) => Object.fromEntries([...card.querySelectorAll("[data-number]")].map(
  (one) => [one.dataset.key.split(":").at(-1), one.dataset.number]))"""
BOXED_IN = """() => {
  const { session } = globalThis.hexwarden;
  const end = session.battle.questions.find((one) => one.why === "turn.act");
  session.battle.questions = [end];
  globalThis.hexwarden.render();
}"""
NO_DICE_NEEDED = """(dice) => {
  const { session } = globalThis.hexwarden;
  const none = dice ? { low: 0 } : { low: 0, high: 0, options: [] };
  session.battle.questions = session.battle.questions.map((one) => {
    if (one.why !== "turn.engage") return one;
    const slots = one.shape.slots.map((slot) => slot.name === "dice" ? { ...slot, ...none } : slot);
    return { ...one, id: one.id + 1000, shape: { ...one.shape, slots } };
  });
  globalThis.hexwarden.render();
}"""


async def aiming(server: Server, browser: Browser) -> Clicker:
    """Somebody with an enemy in reach."""
    ann = await person(browser, 1440, 900)
    await open_table(ann, server.url, 1, (), "face-to-face")
    await begin(ann)
    await play_on((ann,), AIMED)
    await ann.page.locator(".modes [data-mode=attack]").click()
    return ann


async def keys_in(card: Locator) -> dict[str, str]:
    """The key of each option of a question, by the last part of the option's."""
    found: dict[str, str] = await card.evaluate(KEYS)
    return found


async def apart(page: Page, one: str, other: str) -> float:
    """How many pixels lie between two elements, downwards or sideways."""
    a = await page.locator(one).first.bounding_box()
    b = await page.locator(other).first.bounding_box()
    assert a is not None
    assert b is not None
    down = max(a["y"], b["y"]) - min(a["y"] + a["height"], b["y"] + b["height"])
    aside = max(a["x"], b["x"]) - min(a["x"] + a["width"], b["x"] + b["width"])
    return max(down, aside)


async def test_a_die_has_the_same_key_when_it_is_rolled_and_when_its_result_is_resolved(
    server: Server, browser: Browser
) -> None:
    """Given an attack by keys alone, then forms are 1 to 5, each die keeps its letter, and what is
    suggested stands ready when results are to be resolved."""
    for _ in range(TABLES):
        ann = await aiming(server, browser)
        page = ann.page
        first = await keys_in(page.locator(ENGAGE))
        assert [first[form] for form in ("light-weapon", "defensive", "magic")] == ["1", "3", "5"]
        die = page.locator(f"{ENGAGE} [data-slot=dice] .picked").first
        letter = str(await die.get_attribute("data-number"))
        assert letter.isalpha()
        picked = page.locator(f"{ENGAGE} [data-number={letter}]")
        await page.keyboard.press(letter)
        await expect(picked).to_have_attribute("aria-pressed", "false")
        await page.keyboard.press(letter)
        await expect(picked).to_have_attribute("aria-pressed", "true")
        before = await version_of(ann)
        await page.keyboard.press("Enter")
        await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
        await play_on((ann,), f"{RESOLVE}, .battle[data-over=true]")
        if await page.locator(f"{RESOLVE} .option").count():
            break
    later = await keys_in(page.locator(RESOLVE))
    assert later
    assert {die: first[die] for die in later} == later
    await expect(page.locator(f"{RESOLVE} .confirm")).to_be_enabled()
    assert ann.real_errors == []

    # What gives all of it away has no key, is not beside the button, and says what follows.
    grave = page.locator(f"{RESOLVE} .apart .pass")
    await expect(grave).to_have_text("Use none")
    assert await grave.get_attribute("data-number") is None
    assert await page.locator(f"{RESOLVE} .foot .pass").count() == 0
    await expect(page.locator(f"{RESOLVE} .apart")).to_contain_text("takes effect")
    assert await apart(page, f"{RESOLVE} .apart .pass", f"{RESOLVE} .confirm") >= 12


async def test_a_retreat_is_shown_by_its_key_and_taken_by_a_second_press(
    server: Server, browser: Browser
) -> None:
    """Given an attack that is being planned, when r is pressed, then the retreat has the focus and
    says what follows, and nothing is decided; once more proposes it."""
    ann = await aiming(server, browser)
    page = ann.page
    before = await version_of(ann)
    await page.keyboard.press("r")
    retreat = page.locator(".questions [data-key=retreat]")
    await expect(retreat).to_be_focused()
    await expect(retreat).to_contain_text("the encounter is over then")
    assert await retreat.get_attribute("data-number") == "r"
    assert await apart(page, "[data-key=retreat]", ".always .option") >= 12
    assert await version_of(ann) == before
    await page.keyboard.press("r")
    await expect(page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    await expect(retreat).to_have_count(0)
    assert ann.real_errors == []


async def test_the_parts_of_a_turn_stay_and_say_why_they_are_shut(
    server: Server, browser: Browser
) -> None:
    """Given a turn in which nothing but its end is left, as one is boxed in."""
    ann = await aiming(server, browser)
    page = ann.page
    await page.evaluate(BOXED_IN)
    move = page.locator(".modes [data-mode=move]")
    await expect(move).to_be_disabled()
    await expect(move).to_contain_text("no way is free")
    await expect(page.locator(".modes [data-mode=attack]")).to_contain_text("no dice left")
    await expect(page.locator(".modes [data-mode=other]")).to_have_attribute("aria-pressed", "true")
    assert ann.real_errors == []


async def test_an_attack_without_dice_is_never_the_golden_button(
    server: Server, browser: Browser
) -> None:
    """Given a plan that needs no die, then without one its button is plain, and says what it does;
    where there is no die at all, the attack is not what a turn opens with."""
    ann = await aiming(server, browser)
    page = ann.page
    await page.evaluate(NO_DICE_NEEDED, True)
    await until(ann, "!document.querySelector('.confirm.bare')")
    picked = page.locator(f"{ENGAGE} [data-slot=dice] .picked")
    while await picked.count():
        await picked.first.click()
    button = page.locator(f"{ENGAGE} .confirm")
    await expect(button).to_contain_text("without dice")
    assert "gold" not in str(await button.get_attribute("class"))
    await expect(page.locator(f"{ENGAGE} .does")).to_contain_text("Nothing is rolled")

    await page.evaluate("() => hexwarden.turnTo(undefined)")
    await page.evaluate(NO_DICE_NEEDED, False)
    await expect(page.locator(".questions")).to_have_attribute("data-mode", "move")
    assert await page.locator(f"{ENGAGE} .picked[data-key^='target:']").count() == 0
    assert ann.real_errors == []
