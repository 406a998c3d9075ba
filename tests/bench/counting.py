"""What an answer and a move cost, counted and not timed: calls of functions, and memory blocks.

The counts of one Python version are the same on every machine and under every load, so a test can
hold them. `python -m tests.bench.counting` prints them.
"""

import gc
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from protocol.ids import SeatId
from protocol.questions import only_answer, options_of
from server.commands.headless import Simulation
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance
from server.rules.micro.ruleset import MicroRules, start

BATTLES = 4
"""Battles of four random bots that are played for a count: some 200 answers."""
MOVES = 200
"""Moves of the micro-game that are played for a count."""


class Cost(NamedTuple):
    """What one answer costs on average: calls, C functions included, and blocks that stay."""

    calls: float
    blocks: float


class _Counter:
    """Counts what is called while it watches."""

    def __init__(self) -> None:
        self.calls, self.blocks, self.times = 0, 0, 0

    def watch(self, do: Callable[[], object]) -> None:
        """Run `do`, and count its calls and the blocks that it leaves allocated."""
        before = sys.getallocatedblocks()
        sys.setprofile(self._note)
        try:
            do()
        finally:
            sys.setprofile(None)
        self.blocks += sys.getallocatedblocks() - before
        self.times += 1

    def _note(self, frame: object, event: str, argument: object) -> None:
        self.calls += event in ("call", "c_call")

    def cost(self) -> Cost:
        """The mean over all that was watched."""
        return Cost(self.calls / self.times, self.blocks / self.times)


def answers(battles: int = BATTLES) -> Cost:
    """The cost of an answer in a Jailbreak of four random bots, its record and bot included."""
    _played(0).step()
    counter = _Counter()
    for seed in range(battles):
        battle = _played(100 + seed)
        while not battle.record.shown.over:
            counter.watch(battle.step)
    return counter.cost()


def _played(seed: int) -> Simulation:
    battle = Simulation("jailbreak", 4, "adept", "random", seed)
    battle.begin()
    return battle


def moves(count: int = MOVES) -> Cost:
    """The cost of a move of the micro-game: the engine alone, with a state of 4 KB."""
    seats = tuple(SeatId(str(number)) for number in range(1, 5))
    play: Play[Any] = Play(MicroRules(), start(seats), SealedChance(bytes(32)))
    play.begin()
    counter = _Counter()
    for _ in range(count):
        question = play.questions[0]
        picks = only_answer(question) or (options_of(question.shape)[0].key,)
        counter.watch(lambda: play.answer(question.id, question.to[0], picks))  # noqa: B023
    return counter.cost()


if __name__ == "__main__":
    gc.disable()
    for name, cost in (("an answer", answers()), ("a move", moves())):
        print(f"{name}: {cost.calls:.0f} calls, {cost.blocks:.1f} blocks")
