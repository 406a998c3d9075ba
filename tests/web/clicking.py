"""Somebody at a browser who plays with the mouse: looks at what is asked, and clicks an answer."""

import re
from typing import Any

from playwright.async_api import Error, Locator, Page

OPEN = ".questions:not(:has(.sent)) .question"
ONWARD = "[data-next=session]"
"""From the end of a campaign's battle back to its session."""
PATIENCE = 6000  # milliseconds for what is on the page; it may be gone, since others answer, too


NEAREST = """() => {
  const { units } = globalThis.hexwarden.session.battle.state;
  const foes = Object.values(units).filter((one) => one.side === "enemy" && one.at);
  const far = (key) => Math.min(...foes.map(({ at: [q, r] }) => {
    const [dq, dr] = [key.split(",")[0] - q, key.split(",")[1] - r];
    return Math.abs(Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) - 1.6);
  }));
  const offered = [...document.querySelectorAll(".hex.offered")].map((one) => one.dataset.hex);
  return foes.length ? offered.sort((a, b) => far(a) - far(b))[0] ?? "" : "";
}"""


class Clicker:
    """One person at one page. `errors` gathers what the page complains about.

    Whoever `seeks` walks to where enemies are; others walk anywhere.
    """

    seeks = False

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.answered: list[str] = []
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    @property
    def real_errors(self) -> list[str]:
        """What the page complained about, but for connections that were cut on purpose."""
        return [one for one in self.errors if "WebSocket" not in one and "ERR_" not in one]

    async def lose_the_line(self) -> None:
        """The network goes, and with it the connection."""
        await self.page.context.set_offline(True)
        await self.page.evaluate("() => globalThis.hexwarden.session.wire.socket?.close()")

    async def find_the_line(self) -> None:
        """The network is back."""
        await self.page.context.set_offline(False)

    async def is_asked(self) -> bool:
        return bool(await self.page.locator(f"{OPEN}, {ONWARD}").count())

    async def goes_on(self) -> bool:
        """Leave a campaign's battle that is over. Returns whether there was one to be left."""
        onward = self.page.locator(ONWARD)
        if there := await onward.count() > 0:
            await self._click(onward)
        return there

    async def answer(self, unless: str = "") -> str:
        """Answer one open question by clicks, unless the page shows something by now; gives its
        `why`, "" if it went away meanwhile."""
        if await self.goes_on():
            return ""
        questions = self.page.locator(OPEN)
        whys = await questions.evaluate_all("all => all.map(one => one.dataset.why)")
        if not whys or (unless and await self.page.locator(unless).count()):
            return ""
        try:
            chosen = await self._choose(whys)
            why = whys[chosen]
            await self._open(why)
            await self._answer(self.page.locator(f".question[data-why='{why}']").first)
        except Error as fault:
            if not re.search("Timeout|detached|not attached", fault.message):
                raise
            return ""
        self.answered.append(why)
        return str(why)

    async def _choose(self, whys: list[str]) -> int:
        """Engage with dice where a target is offered, walk if that was not last, else the last."""
        for at, why in enumerate(whys):
            card = self.page.locator(".question").nth(at)
            target = card.locator("[data-slot=target] .option")
            dice = card.locator("[data-slot=dice] .option:not(.off):not(.bends)")
            if why == "turn.engage" and await target.count() and await dice.count():
                return at
        if "turn.move" in whys and self.answered[-1:] != ["turn.move"]:
            return whys.index("turn.move")
        # What may be used besides is folded away, and nobody has to answer it.
        return max(at for at, why in enumerate(whys) if why != "together.road")

    async def _open(self, why: str) -> None:
        """Turn to the part of the turn that a question belongs to, where it is closed."""
        mode = {"turn.move": "move", "turn.engage": "attack"}.get(why, "other")
        closed = self.page.locator(f".question.closed[data-why='{why}']")
        if await closed.count() and why != "turn.act":
            await self._click(self.page.locator(f".modes [data-mode={mode}]"))

    async def _answer(self, card: Locator) -> None:
        kind = str(await card.get_attribute("class", timeout=PATIENCE)).split()[-1]
        if kind == "one" and await card.locator(".laying").count():
            await self._click(card.locator(".confirm"))
            return
        if kind == "one":
            end, open_ = card.locator(".always .option"), ".option:not([aria-disabled=true])"
            await self._click(end if await end.count() else card.locator(open_).first)
            if await (gold := card.locator(".choices ~ .confirm:enabled")).count():
                await self._click(gold)
            return
        if kind == "route":
            near = await self.page.evaluate(NEAREST) if self.seeks else ""
            wanted = f"[data-hex='{near}']" if near else ".hex.offered"
            await self._click(self.page.locator(wanted).last)
        elif kind == "plan":
            await self._fill(card)
        elif kind in ("some", "split"):
            await self._share(card, kind)
        await self._click(card.locator(".confirm:enabled, .nobody").first)

    async def _fill(self, card: Locator) -> None:
        """At least one option of every part of a plan, as far as there is one that can be taken."""
        for slot in await card.locator(".slot").all():
            for _ in range(4):
                free = slot.locator(".option:not(.picked):not(.off)")
                single = (
                    await slot.locator(".picked").count()
                    and (await slot.get_attribute("data-slot", timeout=PATIENCE)) != "dice"
                )
                if single or not await free.count():
                    break
                await self._click(free.first)

    async def _share(self, card: Locator, kind: str) -> None:
        wanted = ".option:not(.picked)" if kind == "some" else "[data-key]:not(:disabled)"
        for _ in range(20):
            confirm = card.locator(".confirm")
            if await confirm.is_enabled() or not await card.locator(wanted).count():
                return
            await self._click(card.locator(wanted).first)

    async def _click(self, what: Locator) -> None:
        await what.click(timeout=PATIENCE)
