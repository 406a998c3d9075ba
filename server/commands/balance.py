"""How hard an encounter is: many battles between bots, for every party size and difficulty.

Battles are shared out over processes. The same arguments give the same table, on however many
processes.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

from server.commands.packs.loading import content

SHARE = 10
"""Battles of one cell that a process plays at a stretch."""
WIDTH, LOW, HIGH = 25, 55, 80
"""Columns of a bar, and the percentages between which a fair clash lies."""


class BattleRange(NamedTuple):
    """A piece of a cell's battles for one process: `number` battles with seeds from `first` on."""

    encounter: str
    players: int
    difficulty: str
    bots: str
    xp: int
    first: int
    number: int
    packs: tuple[Path, ...] = ()


class Cell(NamedTuple):
    """A row of the table: the encounter, party size, difficulty and XP dial of its battles."""

    difficulty: str
    xp: int
    players: int


@dataclass
class CellResult:
    """The result of a cell's battles: how many were played and won, and the rounds they took."""

    battles: int = 0
    victories: int = 0
    rounds: int = 0

    @property
    def share(self) -> float:
        """Return the share of victories in percent."""
        return 100 * self.victories / self.battles

    @property
    def error(self) -> float:
        """Return the standard error of `share` in percentage points."""
        part = self.share / 100
        return 100 * float((part * (1 - part) / self.battles) ** 0.5)


def play(some: BattleRange) -> tuple[int, int]:
    """Play the battles of a piece. Return how many were won, and how many rounds they took in
    all.
    """
    from server.commands.headless import Simulation

    victories = rounds = 0
    options = {"xp": str(some.xp)} if some.xp else {}
    for seed in range(some.first, some.first + some.number):
        battle = Simulation(
            some.encounter,
            some.players,
            some.difficulty,
            some.bots,
            seed,
            content(some.packs),
            options,
        )
        final = battle.play()
        victories += final.get("outcome") == "victory"
        rounds += int(final.get("rounds", 0))
    return victories, rounds


def measure(
    cells: Iterable[Cell], battles: Callable[[Cell], Iterator[BattleRange]], jobs: int = 0
) -> dict[Cell, CellResult]:
    """Play the battles of each cell on `jobs` processes (0: one per core), and return the cells'
    results in the order of the cells.
    """
    work = [(cell, some) for cell in cells for some in battles(cell)]
    tallies = {cell: CellResult() for cell, _ in work}
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        played = pool.map(play, [some for _, some in work])
        for (cell, some), (victories, rounds) in zip(work, played, strict=True):
            tally = tallies[cell]
            tally.battles += some.number
            tally.victories += victories
            tally.rounds += rounds
    return tallies


def cells_of(difficulties: Iterable[str], dials: Iterable[int]) -> list[Cell]:
    """Return one cell for each combination of difficulty, XP dial and party size."""
    return [Cell(*one) for one in product(difficulties, dials, (1, 2, 3, 4))]


def shares(start: BattleRange, count: int) -> Callable[[Cell], Iterator[BattleRange]]:
    """Return a function that cuts the `count` battles of a cell into pieces for the processes.
    Seeds are the same for every cell, so that cells differ by their settings alone.
    """

    def pieces(cell: Cell) -> Iterator[BattleRange]:
        for done in range(0, count, SHARE):
            yield start._replace(
                players=cell.players,
                difficulty=cell.difficulty,
                xp=cell.xp,
                first=start.first + done,
                number=min(SHARE, count - done),
            )

    return pieces


def bar(share: float) -> str:
    """Return a percentage as a bar of text. On an empty place, marks stand at 55 and at 80
    percent.
    """
    filled = round(share * WIDTH / 100)
    marks = (round(LOW * WIDTH / 100), round(HIGH * WIDTH / 100))
    return "".join("█" if at < filled else "|" if at in marks else "·" for at in range(WIDTH))
