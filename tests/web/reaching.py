"""Somebody who never scrolls: what is needed is in sight, and under nothing, when it is needed."""

from playwright.async_api import Locator, Page

from tests.web.clicking import PATIENCE, Clicker

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(done))"

# Where the middle of an element can be pressed, or why it cannot. A box is scrolled by nobody here.
PRESSABLE = """(one) => {
  if (!one.isConnected) return ""; // the page has gone on meanwhile
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of sight at ${x}, ${y}`;
  const hit = document.elementFromPoint(x, y);
  const same = hit && (one.contains(hit) || hit.contains(one) && hit.matches("button, label, g"));
  return same ? "" : `under ${hit?.outerHTML.slice(0, 90)} at ${x}, ${y}`;
}"""

# Texts that are seen and smaller than 12 pixels, as they are on the screen.
SMALL_TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const one = text.parentElement;
    const seen = { visibilityProperty: true, opacityProperty: true };
    if (!text.data.trim() || !one.checkVisibility(seen)) continue;
    if (one.closest(".unseen, script, style, noscript")) continue;
    const scale = one instanceof SVGElement ? one.getScreenCTM()?.a ?? 1 : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    const name = one.className.baseVal ?? one.className;
    if (size < 11.95) found.push(`${size.toFixed(1)} px: ${text.data.trim().slice(0, 30)} ${name}`);
  }
  return [...new Set(found)];
}"""


async def in_reach(what: Locator) -> str:
    """Why an element cannot be pressed as the page stands, "" where it can."""
    return str(await what.evaluate(PRESSABLE, timeout=PATIENCE))


async def small_texts(page: Page) -> list[str]:
    """The texts that are too small to be read."""
    found: list[str] = await page.evaluate(SMALL_TEXTS)
    return found


class Reacher(Clicker):
    """Presses only what is in sight; notes what is not, and texts that are too small."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.missed: list[str] = []
        self.small: set[str] = set()

    async def _fill(self, card: Locator) -> None:
        """Only what a plan lacks, as the page marks it."""
        needed = card.locator("[data-needed] .option:not(.picked):not(.off)")
        for _ in range(6):
            if await card.locator(".confirm").is_enabled() or not await needed.count():
                return
            await self._click(needed.first)

    async def _click(self, what: Locator) -> None:
        await what.wait_for(timeout=PATIENCE)
        for _ in range(2):  # a sheet that changes its height moves the board a frame later
            await self.page.evaluate(NEXT_FRAME)
        if why := await in_reach(what):
            asked = self.answered[-1:] or ["the first"]
            name = await what.evaluate("(one) => one.outerHTML.slice(0, 120)", timeout=PATIENCE)
            self.missed.append(f"{name} is {why} (after {asked[0]})")
        self.small.update(await small_texts(self.page))
        await super()._click(what)
