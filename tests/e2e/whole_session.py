"""A whole session of a campaign in a terminal: `python -m tests.e2e.whole_session`.

`hexwarden play --campaign` runs in a terminal window of its own, somebody sits down in it and bots
have the other seats. A spectator with the SDK sees what is asked there and asks the sensible bot
what it would do; which lines say so is found out on the terminal's own dialogs, and they are typed.
Takes minutes, so no test does it; says how many answers, lines and minutes it took. With `--tries`
further sessions follow until one is won.
"""

import argparse
import asyncio
import itertools
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from clients.sdk import Client, connect
from clients.terminal.questions import Answer, Prompt, decide
from protocol.ids import SeatId
from protocol.questions import One, Picks, Plan, Question, Route, options_of
from server.commands.bots import sensible
from tests.e2e.terminal import PROMPT
from tests.e2e.test_sitting_down import OFFER, Window

SEAT = SeatId("1")
WATCH = re.compile(r"^  spectators +(http\S+)", re.MULTILINE)
CONFIRMS = ("roll", "so be it")
QUIET = 0.1
"""Seconds without news after which what the terminal shows is what it asks now."""
STALL = 90.0
"""Seconds without news after which it counts as stuck."""
FORMS = ("", *"lhdrm", "li", "he", "de", "ra", "ma")
Questions = tuple[Question, ...]


def after(mine: Questions, lines: list[str]) -> Prompt | Answer:
    """What the terminal's dialog comes to by these lines."""
    dialog = decide(mine)
    show: Prompt = next(dialog)
    for line in lines:
        try:
            show = dialog.send(line)
        except StopIteration as done:
            answer: Answer = done.value
            return answer
    return show


def lines_for(mine: Questions, question: Question, picks: Picks) -> list[str] | None:
    """The lines that give this answer; None where none were found."""

    def gives(lines: list[str]) -> bool:
        found = after(mine, lines)
        if not isinstance(found, Answer) or found.question.id != question.id:
            return False
        match question.shape:
            case Route():  # the dialog goes the cheapest way to where it ends
                return found.picks[-1:] == picks[-1:]
            case Plan():  # it fills the slots in their order
                return sorted(found.picks) == sorted(picks)
            case _:
                return found.picks == picks

    for first in _openings(mine, question):
        if gives(first):
            return first
        for rest in _answers(mine, first, question, picks):
            if gives([*first, *rest]):
                return [*first, *rest]
    return None


def _openings(mine: Questions, question: Question) -> Iterator[list[str]]:
    """The lines that may lead to a question, or answer it at once."""
    if len(mine) == 1:
        yield []
        return
    most = sum(len(options_of(one.shape)) + 2 for one in mine)
    for number in range(1, most + 1):
        found = after(mine, [f"{number}"])
        about = found.question if isinstance(found, Answer) else found.about
        if about is not None and about.id == question.id:
            yield [f"{number}"]


def _answers(
    mine: Questions, first: list[str], question: Question, picks: Picks
) -> Iterator[list[str]]:
    """Lines that may give an answer, once its question is asked."""
    if not picks:
        yield from (["p"], ["none"], ["ok"])
        return
    if isinstance(question.shape, Plan):
        yield from _plans(mine, first, question.shape, picks)
        return
    if isinstance(question.shape, Route):
        yield [picks[-1]]
        yield ["s", *picks, "ok"]
        return
    keys = [option.key for option in options_of(question.shape)]
    yield [" ".join(f"{keys.index(pick) + 1}" for pick in picks)]
    if isinstance(question.shape, One):
        for number, form in itertools.product(range(len(keys) + 2), FORMS):
            yield [f"{number} {form}".strip()]


def _plans(mine: Questions, first: list[str], shape: Plan, picks: Picks) -> Iterator[list[str]]:
    """Slot by slot: the prompt says which one is asked; one without a choice is not asked."""
    lines: list[str] = []
    for _ in range(2 * len(shape.slots) + 2):
        found = after(mine, [*first, *lines])
        if isinstance(found, Answer):
            yield lines
            return
        slot = next((one for one in shape.slots if found.prompt == f"{one.name}>"), None)
        if slot is None:
            return
        keys = [option.key for option in slot.options]
        wanted = [f"{keys.index(pick) + 1}" for pick in picks if pick in keys]
        lines += [" ".join(wanted)] if wanted else []
        if not wanted or slot.high > 1:
            lines.append("ok" if wanted else "0")


class Typist:
    """Somebody at a terminal, and the spectator beside."""

    def __init__(self, window: Window, beside: Client) -> None:
        self._window, self._beside = window, beside
        self._bot, self._typed_at = sensible(), 0
        self.answers = self.lines = 0
        self._began, self._told = time.monotonic(), (-1, "")

    async def play(self) -> str:
        """Play until the session is over. Returns its outcome."""
        while not self._is_over():
            prompt = await self._prompt()
            view = self._beside.view
            if view is None:
                self._type("d")
                continue
            self._tell()
            mine = tuple(one for one in view.questions if SEAT in one.to)
            if mine:
                await self._answer(mine, prompt)
            else:
                await self._news()
        assert self._beside.view is not None
        return str(self._beside.view.state["outcome"])

    async def _answer(self, mine: Questions, prompt: str) -> None:
        view = self._beside.view
        assert view is not None
        number, picks, _ = self._bot.choose(view.state, SEAT, mine)
        question = next(one for one in mine if one.id == number)
        lines = lines_for(mine, question, picks)
        if lines is None:
            raise AssertionError(f"no lines give {picks} to {question.why} at {prompt}")
        for at, line in enumerate(lines):
            self._type(line)
            if at + 1 < len(lines):
                await self._prompt()
        self.answers += 1
        stood = self._stands
        while not self._has_moved(stood) and not self._is_over():
            if (found := self._shown_prompt()) in CONFIRMS:
                self._type("")
            elif found and await self._is_quiet() and not self._has_moved(stood):
                # The terminal asks anew: what was typed came too late, or was refused.
                return
            else:
                await self._news()

    @property
    def _stands(self) -> tuple[str, int]:
        """Which battle the spectator sees, and which version of it."""
        view = self._beside.view
        return (view.battle, view.version) if view is not None else ("", -1)

    def _has_moved(self, stood: tuple[str, int]) -> bool:
        return self._stands != stood

    def _is_over(self) -> bool:
        view = self._beside.view
        return view is not None and view.state.get("day_phase") == "over"

    def _shown_prompt(self) -> str:
        found = PROMPT.search(self._window.shown[self._typed_at :][-100:])
        return found[1].strip(" >") or ">" if found else ""

    async def _prompt(self) -> str:
        """Wait until the terminal asks for a line, and nothing more is on its way."""
        while True:
            if (found := self._shown_prompt()) and await self._is_quiet():
                return found
            if self._is_over():
                return ""
            if not found:
                await self._news()

    async def _is_quiet(self) -> bool:
        """Whether neither the terminal nor the spectator hears anything for a moment."""
        try:
            await self._news(QUIET)
        except TimeoutError:
            return True
        return False

    async def _news(self, patience: float = STALL) -> None:
        """Wait until the terminal shows something, or the spectator hears of something."""
        shown, stood = len(self._window.shown), self._stands
        async with asyncio.timeout(patience):
            while len(self._window.shown) == shown and not self._has_moved(stood):
                self._window.news.clear()
                heard = asyncio.create_task(self._window.news.wait())
                seen = asyncio.create_task(self._beside.until(lambda: self._has_moved(stood)))
                try:
                    await asyncio.wait([heard, seen], return_when=asyncio.FIRST_COMPLETED)
                finally:
                    heard.cancel()
                    seen.cancel()

    def _type(self, line: str) -> None:
        self._typed_at = len(self._window.shown)
        self.lines += 1
        self._window.type(line)

    def _tell(self) -> None:
        view = self._beside.view
        assert view is not None
        stand = (int(view.state.get("day", 0)), str(view.opening.encounter))
        if stand != self._told:
            self._told = stand
            passed = time.monotonic() - self._began
            print(f"{passed:5.0f} s  day {stand[0]}  {stand[1]}", flush=True)


async def play(home: Path, seats: int) -> bool:
    """Play a session in a terminal. Returns whether it was won."""
    window, began = Window(home), time.monotonic()
    await window.open(
        "--campaign", "black-marsh", "--guild", "undaunted", "--difficulty", "apprentice",
        "--seats", f"{seats}", "--people", "1",
    )  # fmt: skip
    try:
        await window.sees(OFFER)
        link = WATCH.search(window.shown)
        assert link is not None
        async with connect(link[1], "Beside") as beside:
            await beside.join()
            window.type("")
            await window.sees("(you)")
            typist = Typist(window, beside)
            try:
                outcome = await typist.play()
            except BaseException:
                print(window.shown[-3000:], flush=True)
                raise
            minutes = (time.monotonic() - began) / 60
            day = beside.view.state["day"] if beside.view is not None else 0
            print(
                f"{outcome} on day {day}: {typist.answers} answers, {typist.lines} lines, "
                f"{minutes:.1f} minutes",
                flush=True,
            )
            await window.sees("Replay: ")
            print(window.shown[-1500:], flush=True)
            return outcome == "victory"
    finally:
        await window.close()


def main(seats: int, tries: int) -> int:
    """Play sessions until one is won."""
    for _ in range(tries):
        with tempfile.TemporaryDirectory() as home:
            if asyncio.run(play(Path(home), seats)):
                return 0
    return 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.whole_session", description=__doc__)
    parser.add_argument("--seats", type=int, default=3, choices=(1, 2, 3, 4))
    parser.add_argument("--tries", type=int, default=1, help="sessions until one is won")
    given = parser.parse_args()
    sys.exit(main(given.seats, given.tries))
