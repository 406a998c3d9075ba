"""Two people who play a match against each other, each in a browser of their own, all by clicks."""

import time
from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, Page, expect

from tests.web.clicking import OPEN, PATIENCE, Clicker
from tests.web.people import NEXT_FRAME, get_ready, invite, sit_down

ALLEY = "[data-encounter='alley']"


async def choose_match(one: Clicker, url: str, name: str, *, rated: bool) -> None:
    """Open a table for a match with a friend."""
    page = one.page
    if url:
        await page.goto(url)
    await page.fill("#name", name)
    await page.click(ALLEY)
    await page.locator("label", has=page.locator("#others-friends")).click()
    if rated:
        await page.check("#rated")
    await page.click("#create")
    await expect(page.locator(".seats")).to_be_visible()


async def begin_together(leader: Clicker, guest: Clicker, name: str) -> None:
    """The guest follows the leader's invitation; both are ready, and the match begins."""
    await sit_down(guest, await invite(leader, "2"), name)
    for one in (guest, leader):
        await get_ready(one)
    await leader.page.click("#start")
    for one in (leader, guest):
        await expect(one.page.locator(".match")).to_be_visible()


async def give_up(one: Clicker) -> None:
    """Resign, and say that one means it."""
    one.page.once("dialog", lambda dialog: dialog.accept())
    await one.page.get_by_role("button", name="Resign").click()
    await expect(one.page.locator(".match-end h2")).to_have_text("You have lost")


PLAN = """(why) => {
  const { session } = globalThis.hexwarden;
  const { units } = session.battle.state;
  const { shape } = session.mine.find((one) => one.why === why) ?? {};
  if (!shape) return "gone";
  const foes = Object.values(units).filter((one) => one.at && !session.seats.includes(one.side));
  const far = (at, to) => Math.hypot(at[0] - to[0], at[1] - to[1]);
  const nearest = (at) => Math.min(...foes.map((one) => far(at, one.at)));
  const keysOf = (slot) => slot.options.map(({ key }) => key);
  const named = (key) => units[key.split(":")[1]];
  const least = (keys, cost) => [...keys].sort((a, b) => cost(a) - cost(b))[0];
  if (why === "match.engage") {
    const targets = keysOf(shape.slots[1]);
    const pairs = keysOf(shape.slots[0]).flatMap((unit) => targets.map((target) => [unit, target]));
    const cost = ([unit, target]) => far(named(unit).at, named(target).at);
    const pair = least(pairs, cost);
    return pair && cost(pair) < 7500 ? [...pair, "path:1"] : [];
  }
  if (why === "match.move") {
    const able = keysOf(shape.slots[0]).filter((key) => nearest(named(key).at) > 2500);
    const cost = (key) => nearest(named(key).at) + (key.startsWith("run") ? 0 : 1);
    return able.length ? [least(able, cost)] : [];
  }
  if (shape.kind === "place")
    return [least(keysOf(shape), (key) => nearest(key.split(",").map(Number)))];
  return null;
}"""
"""The keys of what an aggressive player picks, as the page's state has it; null: whatever comes;
"gone": the page shows the question for the rest of this frame only.
"""

ONCE = ("match.engage", "match.move")
"""What is not tried a second time in a phase."""
PASSED = ("match.deploy", "match.vanguard")
"""What the server puts down as well as anybody."""


HEARD = "() => !globalThis.hexwarden.session.pending.size"
"""Whether every answer of the page was granted or refused."""


class Warrior(Clicker):
    """Somebody at a match who goes for the enemy: walks up, engages who is near, shoots."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.tried: set[tuple[str, ...]] = set()

    async def answer_match(self) -> str:
        """Answer the first open question by clicks; return its code, "" where none was open."""
        whys = await self.page.locator(OPEN).evaluate_all("all => all.map(one => one.dataset.why)")
        if not whys:
            return ""
        why = str(whys[0])
        keys = [] if why in PASSED else await self.page.evaluate(PLAN, why)
        if keys == "gone":
            return ""
        self.answered.append(why)
        card = self.page.locator(f".question[data-why='{why}']").first
        if keys is None:
            await self._answer(card)
        elif not keys or (why in ONCE and self._has_tried(keys)):
            self.tried.clear()
            await self._click(self.page.locator(".questions .pass").first)
        else:
            for key in keys:
                await self._click(card.locator(f"[data-key='{key}']").first)
            if await (gold := card.locator(".confirm:enabled")).count():
                await self._click(gold)
        await self._wait_for_news()
        return why

    async def _wait_for_news(self) -> None:
        """Wait until no answer is on its way, and the page shows what came of the last one.

        The page hears of a commit between two frames: until the next one it shows the question that
        was answered, as if nobody had.
        """
        await self.page.wait_for_function(HEARD)
        await self.page.evaluate(NEXT_FRAME)

    def _has_tried(self, keys: list[str]) -> bool:
        """Return whether that was tried in this phase: it has led nowhere, or was refused."""
        before = tuple(keys) in self.tried
        self.tried.add(tuple(keys))
        return before


class Finger(Warrior):
    """A warrior on a phone, who taps."""

    async def _click(self, what: Locator) -> None:
        await what.tap(timeout=PATIENCE)


TABS = 400  # presses of the tab key within which everything on the page is reached
HAS_FOCUS = "(one) => document.activeElement === one"
LOST = "() => [null, document.body].includes(document.activeElement)"


class Typist(Warrior):
    """A warrior who has a keyboard alone, and sees that the focus is somewhere at any time."""

    async def reach(self, what: Locator) -> None:
        """Walk to something with the tab key; raise if that does not lead there."""
        wanted = await what.element_handle(timeout=PATIENCE)
        for _ in range(TABS):
            if await self.page.evaluate(HAS_FOCUS, wanted):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the tab key does not lead to {what}")

    async def type_in(self, what: str, text: str) -> None:
        """Fill a field."""
        await self.reach(self.page.locator(what))
        await self.page.keyboard.type(text)

    async def press(self, what: str, key: str = "Enter") -> None:
        """Walk to something, and press it."""
        await self.reach(self.page.locator(what))
        await self.page.keyboard.press(key)

    async def begin(self, url: str) -> None:
        """Open a table for a match against a bot, and begin it."""
        await self.page.goto(url)
        await self.type_in("#name", "Ann")
        for press in (ALLEY, "#create", "#ready", "#start:enabled"):
            await self.press(press)
        await expect(self.page.locator(".match")).to_be_visible()

    async def _click(self, what: Locator) -> None:
        if number := await what.get_attribute("data-number", timeout=PATIENCE):
            await self.page.keyboard.press(number)
            return
        await self.reach(what)
        await self.page.keyboard.press("Enter")

    async def _wait_for_news(self) -> None:
        await super()._wait_for_news()
        assert not await self.page.evaluate(LOST), f"no focus after {self.answered[-1]}"


Look = Callable[[int], Awaitable[None]]
"""What is done between two answers, with how many there were by then."""


async def no_look(answers: int) -> None:
    """Look at nothing."""


async def fight_on(people: tuple[Warrior, ...], seconds: float, look: Look = no_look) -> None:
    """Play until the match is over on every page; raise where that takes longer."""
    end = time.monotonic() + seconds
    over = people[0].page.locator(".match[data-over=true]")
    while not await over.count():
        if time.monotonic() > end:
            raise AssertionError(f"not over after {seconds} s")
        answers = [await one.answer_match() for one in people]
        if any(answers):
            await look(sum(len(one.answered) for one in people))
        else:
            await people[0].page.evaluate(NEXT_FRAME)
    for one in people:
        await expect(one.page.locator(".match-end h2")).to_be_visible()
