"""A whole session of a campaign won by clicks: `python -m tests.web.advised [FOLDER]`.

One person at a browser and bots in the other seats. Beside the page sits a spectator with the SDK,
who sees what the page sees and asks the sensible bot what it would do; that is clicked. So the
session is played as well as bots play it, and every answer of it goes through the page. Takes many
minutes, so no test does it; writes a picture of each day, and says how many answers, clicks and
minutes it took. With `--tries` further sessions follow until one is won.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, Error, Locator, Page

from clients.sdk import Client, connect
from protocol.ids import SeatId
from protocol.questions import One, Option, Order, Picks, Plan, Question, Route, Some, Split
from server.commands.bots import sensible
from tests.web import chromium
from tests.web.clicking import OPEN, Clicker
from tests.web.people import NEXT_FRAME, begin, invite, open_table, page_of
from tests.web.process import served
from tests.web.whole_session import LEASE, Walk

SEAT = SeatId("1")
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
SHOWN = """() => {
  const { battle } = globalThis.hexwarden.session;
  return [battle.battle, battle.version];
}"""
PICKED = """card => [...card.querySelectorAll(".option.picked")].map((one) => one.dataset.key)"""
SHUT = """card => [...card.querySelectorAll(".option[aria-disabled=true]")]
  .map((one) => one.dataset.key)"""
AT_MOST = 60
"""Clicks for one answer: the longest plan takes a third of them."""


class Advised(Clicker):
    """Clicks what the sensible bot would choose in its place."""

    def __init__(self, page: Page, beside: Client) -> None:
        super().__init__(page)
        self.beside, self.clicks = beside, 0
        self._bot = sensible()

    async def answer(self, unless: str = "") -> str:
        """Answer as the bot would; gives the question's `why`, "" if it went away meanwhile."""
        if await self.goes_on():
            return ""
        battle, version = await self.page.evaluate(SHOWN)
        view = self.beside.view
        if view is None or (view.battle, view.version) != (battle, version):
            await self.page.evaluate(NEXT_FRAME)
            return ""
        mine = tuple(question for question in view.questions if SEAT in question.to)
        if not mine:
            await self.page.evaluate(NEXT_FRAME)
            return ""
        number, picks, _ = self._bot.choose(view.state, SEAT, mine)
        question = next(one for one in mine if one.id == number)
        try:
            await self._give(question, picks)
        except Error as fault:
            if await self.page.evaluate(SHOWN) == [battle, version]:
                raise AssertionError(f"{question.why} {picks}: {fault}") from fault
            return ""
        self.answered.append(question.why)
        await self._is_heard(question)
        return question.why

    async def _is_heard(self, question: Question) -> None:
        """Wait until the page shows that its answer is on its way, or was taken."""
        card = await self._card(question)
        while await card.count() and await self.page.locator(OPEN).count():
            here = await self.page.evaluate(SHOWN)
            view = self.beside.view
            if view is not None and [view.battle, view.version] != here:
                return
            if not any(one.id == question.id for one in (view.questions if view else ())):
                return
            await self.page.evaluate(NEXT_FRAME)

    async def _card(self, question: Question) -> Locator:
        """The card of a question, of several with one code that in whose head its words stand."""
        cards = self.page.locator(f".question[data-why='{question.why}']")
        if await cards.count() > 1:
            return cards.filter(has=self.page.locator("h2", has_text=question.text)).first
        return cards.first

    async def _give(self, question: Question, picks: Picks) -> None:
        await self._open(question.why)
        if question.why == "turn.act" and picks != ("end",):
            await self._click(self.page.locator(".modes [data-mode=other]"))
        card = await self._card(question)
        if not picks and question.may_pass:
            await self._click(card.locator(".pass"))
            return
        match question.shape:
            case One():
                await self._take(card, question.why, picks[0])
                return
            case Route():
                await self._go(card, picks)
            case Plan():
                await self._plan(card, picks)
            case Split():
                for pick in picks:
                    await self._click(card.locator(f"[data-key='{pick}']"))
            case Order(options):
                await self._sort(card, options, picks)
            case Some():
                await self._pick(card, picks)
            case _:
                raise AssertionError(f"nobody is asked a {type(question.shape).__name__} here")
        await self._click(card.locator(".confirm:enabled, .nobody").first)

    async def _take(self, card: Locator, why: str, key: str) -> None:
        """Take an option where the page offers it: in a town it is a ware on a counter, in the
        evening a square of the mat or an item.
        """
        first, _, rest = key.partition(":")
        if why == "together.town" and key != "done":
            ware, way = rest or first, ""
            if first in ("shop", "trainer"):
                *_, ware, way = rest.split(":")
            await self._click(self.page.locator(f"[data-ware='{ware}']").first)
            if way and await (how := card.locator(f"[data-way='{way}']")).count():
                await self._click(how)
        elif await (buy := self.page.locator(f"[data-buy='{key}']")).count():
            await self._click(buy.first)
        else:
            option = card.locator(f"button[data-key='{key}']").first
            if why == "together.rest.items" and not await option.count():
                await self._click(self.page.locator(f"[data-item='{rest.split(':')[-1]}']").first)
            elif not await option.is_visible() and await card.locator("details").count():
                await self._click(card.locator("summary").first)
            await self._click(option)
        if await (gold := card.locator(".confirm:enabled")).count():
            await self._click(gold.first)

    async def _go(self, card: Locator, way: Picks) -> None:
        """Go to the end of a way; from a walk in a circle, which the page does not offer, there is
        no coming back.
        """
        listed = card.locator(".routes")
        for end in reversed(way):
            there = self.page.locator(f".hex.offered[data-hex='{end}']")
            option = listed.locator(f"[data-key='{end}']")
            if not await there.count() and not await option.count():
                continue
            try:
                await self._click(there.first)
            except Error:
                # It lies outside of the map's window: the list of places has it, too.
                await self._click(listed.locator("summary"))
                await self._click(option)
            return

    async def _pick(self, card: Locator, picks: Picks) -> None:
        for key in await card.evaluate(PICKED):
            if key not in picks:
                await self._click(card.locator(f"button[data-key='{key}']"))
        for key in picks:
            if key not in await card.evaluate(PICKED):
                await self._click(card.locator(f"button[data-key='{key}']"))

    async def _plan(self, card: Locator, picks: Picks) -> None:
        """Take what is not wanted away, and add what is: a target brings a whole plan along."""
        wanted = sorted(picks, key=lambda key: not key.startswith("target:"))
        for _ in range(AT_MOST):
            picked = await card.evaluate(PICKED)
            missing = [key for key in wanted if key not in picked]
            extra = [key for key in picked if key not in picks]
            if not missing and not extra:
                return
            # What is picked in a part that takes one is replaced; else there must be room first.
            shut = await card.evaluate(SHUT)
            key = next((key for key in missing if key not in shut), (extra or missing)[0])
            await self._click(card.locator(f"button[data-key='{key}']").first)
        raise AssertionError(f"no clicks lead to {picks}")

    async def _sort(self, card: Locator, options: tuple[Option, ...], picks: Picks) -> None:
        texts = {option.key: option.text for option in options}
        for at, key in enumerate(picks):
            line = card.locator("ol.order li", has_text=texts[key])
            while not str(await line.first.inner_text()).startswith(f"{at + 1}."):
                await self._click(line.first.locator("button").first)

    async def _click(self, what: Locator) -> None:
        self.clicks += 1
        await super()._click(what)


ENDED = """() => {
  const { state } = globalThis.hexwarden.session.battle;
  return [state.outcome, state.day, state.dial, state.settings?.difficulty];
}"""


async def play(
    browser: Browser, url: str, folder: Path, seats: int, size: str
) -> tuple[bool, list[str]]:
    """The session; whether it was won, and what the page complained about."""
    width, height = SIZES[size]
    page = await page_of(browser, width, height, mobile=size == "phone", painted=True)
    leader = Clicker(page)
    await open_table(leader, url, seats, tuple(range(2, seats + 1)), "black-marsh")
    link = await invite(leader, "")
    began = time.monotonic()
    async with connect(link, "Beside") as beside:
        await beside.join()
        one = Advised(page, beside)
        await begin(one)
        await beside.until(lambda: beside.view is not None)
        walk = Walk(one, folder)
        try:
            while await walk.step():
                pass
        finally:
            await walk.picture("last")
            outcome, day, dial, difficulty = await page.evaluate(ENDED)
            minutes = (time.monotonic() - began) / 60
            print(
                f"{difficulty}: {outcome or 'not over'} on day {day}, dial {dial}: "
                f"{len(one.answered)} answers, {one.clicks} clicks, {minutes:.1f} minutes; "
                f"pages: {walk.seen}",
                flush=True,
            )
    return outcome == "victory", [*leader.real_errors, *one.real_errors]


async def main(folder: Path, seats: int, size: str, seed: str, tries: int) -> int:
    """Play on a server of its own, a further session while none is won."""
    async with chromium.opened() as browser:
        for number in range(1, tries + 1):
            here = folder / f"{seed}-{number}"
            here.mkdir(parents=True, exist_ok=True)
            async with served(f"{seed} {number}", LEASE) as url:
                is_won, faults = await play(browser, url, here, seats, size)
            print(*faults, sep="\n", flush=True)
            if is_won or faults:
                break
    return int(not is_won or bool(faults))


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"no session: {reason}")
    parser = argparse.ArgumentParser(prog="python -m tests.web.advised", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(tempfile.mkdtemp()))
    parser.add_argument("--seats", type=int, default=3, choices=(1, 2, 3, 4))
    parser.add_argument("--size", default="desktop", choices=tuple(SIZES))
    parser.add_argument("--seed", default="advised", help="what the dice follow from")
    parser.add_argument("--tries", type=int, default=1, help="sessions until one is won")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.folder, given.seats, given.size, given.seed, given.tries)))
