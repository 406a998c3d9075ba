"""How hard an encounter is: many battles between bots, for every party size and difficulty.

Battles are shared out over processes. The same arguments give the same table.
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
    """Some battles of one cell: seeds from `first` on."""

    encounter: str
    players: int
    difficulty: str
    bots: str
    xp: int
    first: int
    number: int
    packs: tuple[Path, ...] = ()


class Cell(NamedTuple):
    """A row of the table: which battles they are."""

    difficulty: str
    xp: int
    players: int


@dataclass
class CellResult:
    """What came of a cell's battles."""

    battles: int = 0
    victories: int = 0
    rounds: int = 0

    @property
    def share(self) -> float:
        """Return the victories in percent."""
        return 100 * self.victories / self.battles

    @property
    def error(self) -> float:
        """Return the standard error of `share`, in points."""
        part = self.share / 100
        return 100 * float((part * (1 - part) / self.battles) ** 0.5)


def play(some: BattleRange) -> tuple[int, int]:
    """Play the battles. Returns how many were won, and how many rounds they took in all."""
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
    """Play the battles of each cell on `jobs` processes (0: as many as there are cores)."""
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
    """Return every difficulty, XP dial and party size."""
    return [Cell(*one) for one in product(difficulties, dials, (1, 2, 3, 4))]


def shares(start: BattleRange, count: int) -> Callable[[Cell], Iterator[BattleRange]]:
    """Cut the battles of a cell into pieces; seeds are the same for every cell."""

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
    """Return a percentage as a bar; where it is empty, bars stand at 55 and at 80."""
    filled = round(share * WIDTH / 100)
    marks = (round(LOW * WIDTH / 100), round(HIGH * WIDTH / 100))
    return "".join("█" if at < filled else "|" if at in marks else "·" for at in range(WIDTH))
