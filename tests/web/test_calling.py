"""What an adventurer is called: suggested by its race, and changed while it is made."""

from playwright.async_api import Browser, expect

from server.rules.content.catalogue import catalogue
from tests.web.people import asked, begin, by_hand, open_table, person, play_on
from tests.web.process import Server
from tests.web.test_accessible import complaints

NAME_OF = """(seat) => {
  const { adventurers, units } = globalThis.hexwarden.session.battle.state;
  const made = Object.entries(adventurers).find(([, mat]) => mat.seat === seat);
  return made ? units[made[0]].name : "";
}"""


async def test_whoever_stands_ready_is_named_as_one_takes_them(
    server: Server, browser: Browser
) -> None:
    """Given the first step of creation, when a name with digits and blanks is written and somebody
    ready-made is taken, then they go under it: no digit chose anything, and the story says it."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "plain-clash")
    await begin(ann)
    await page.locator(asked("create.ready")).wait_for()
    await page.fill("#called", "")
    await page.type("#called", " Brannic 2 ")
    assert await complaints(page) == []
    await page.locator("[data-why='create.ready'] .option").nth(3).click()
    await play_on((ann,), asked("turn.move"))
    assert await page.evaluate(NAME_OF, "1") == "Brannic 2"
    await expect(page.locator(".story .lines")).to_contain_text("Brannic 2")
    assert "name:" not in await page.locator(".story .lines").inner_text()
    assert ann.real_errors == []


async def test_a_name_from_the_table_is_changed_step_by_step(
    server: Server, browser: Browser
) -> None:
    """Given a name from the table, then it stands in the field; a race suggests another; what is
    written before the adventurer stands counts, also after the page was loaded again."""
    ann = await person(browser)
    page = ann.page
    await open_table(ann, server.url, 1, (), "plain-clash")
    await page.fill("#adventurer-1", "Tull")
    await page.press("#adventurer-1", "Enter")
    await begin(ann)
    await play_on((ann,), asked("create.ready"))
    await expect(page.locator("#called")).to_have_value("Tull")
    await by_hand(ann)
    await page.fill("#called", "Sefra")
    await page.locator("[data-why='create.race'] [data-key=nord]").click()
    await play_on((ann,), asked("create.line"))
    await page.reload()
    await expect(page.locator("#called")).to_have_value("Sefra")
    await page.fill("#called", "")
    placeholder = await page.locator("#called").get_attribute("placeholder")
    names = catalogue().races["nord"].names
    assert any(f"Suggested: {name}" == placeholder for name in names)
    assert await page.locator("#names option").count() == len(names)
    await page.fill("#called", "Ozhik")
    await play_on((ann,), asked("turn.move"))
    assert await page.evaluate(NAME_OF, "1") == "Ozhik"
    assert ann.real_errors == []
