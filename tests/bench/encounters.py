"""How long and how hard each encounter is: `python -m tests.bench.encounters [ENCOUNTER ...]`.

Sensible bots play battles on Adept at each encounter's own dial. **Hardness** goes by the share
that they win, over all party sizes. **Minutes** are assumed of people, from what was measured of
bots: every answer after creation takes `SECONDS` by its kind, every turn of an enemy or companion
so long to watch; the median battle counts. Nobody was clocked. The figures are shipped with the
encounters (`server/rules/content/encounters/figures.json`) and told by `GET /catalogue.json`.
"""

import argparse
import json
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from protocol.battle import TurnBegan
from protocol.replies import author_of
from server.commands.headless import Simulation
from server.rules.content import encounters
from server.rules.content.catalogue import catalogue

FILE = Path(encounters.__file__).parent / "figures.json"
BATTLES = 12
"""Of each encounter and party size: all of them take about eight minutes on two cores."""
GENTLE, HARD = 70, 60
"""From this percentage on an encounter is gentle, below the other hard: they are balanced to lie
between 55 and 80, so these steps part them in thirds, and chance is about 7 points.
"""
SIZES = (1, 2, 3, 4)
SECONDS = {"turn": 10.0, "other": 5.0, "watched": 3.0}
"""Assumed of a person: a decision of the own turn, any other answer, a turn that others take."""


class Played(NamedTuple):
    """What came of one battle: whether it was won, and how long people would have taken."""

    is_won: bool
    seconds: float


def play(encounter: str, players: int, seed: int) -> Played:
    """Play one battle."""
    battle = Simulation(encounter, players, "adept", "sensible", seed)
    battle.begin()
    seconds = 0.0
    while not battle.record.shown.over:
        asked = {question.id: question.why for question in battle.record.shown.questions}
        commit = battle.step().commit
        adventurers = _state(battle).adventurers
        why = asked[author_of(commit).question]
        if not why.startswith("create."):
            seconds += SECONDS["turn" if why.startswith("turn.") else "other"]
        turns = [event for event in commit.events if isinstance(event, TurnBegan)]
        others = [turn for turn in turns if turn.unit not in adventurers]
        seconds += SECONDS["watched"] * len(others)
    return Played(_state(battle).outcome == "victory", seconds)


def _state(battle: Simulation) -> Any:
    return battle.record.shown.state


def measured(encounter: str, players: int, battles: int = BATTLES) -> dict[str, int]:
    """The figures of one party size."""
    found = [play(encounter, players, seed) for seed in range(1, battles + 1)]
    return {
        "minutes": max(1, round(median(one.seconds for one in found) / 60)),
        "won": round(100 * sum(one.is_won for one in found) / battles),
        "battles": battles,
    }


def hardness(won: Iterable[int]) -> str:
    """Three steps, by the percentages won with each party size."""
    share = fmean(won)
    return "gentle" if share >= GENTLE else "fair" if share >= HARD else "hard"


def written(cells: dict[str, dict[str, dict[str, int]]]) -> str:
    """The file's text."""
    every = {
        name: {"hardness": hardness(one["won"] for one in sizes.values()), "players": sizes}
        for name, sizes in sorted(cells.items())
    }
    about = {"difficulty": "adept", "bots": "sensible", "seconds": SECONDS}
    return json.dumps({**about, "encounters": every}, indent=1) + "\n"


def main() -> None:
    """Measure the encounters named, or all, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.encounters", description=__doc__)
    parser.add_argument("encounters", nargs="*", metavar="ENCOUNTER")
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    known = json.loads(FILE.read_text())["encounters"] if FILE.exists() else {}
    cells = {name: one["players"] for name, one in known.items() if name in catalogue().encounters}
    names = args.encounters or list(catalogue().encounters)
    with ProcessPoolExecutor(args.jobs) as pool:
        work = {
            (name, size): pool.submit(measured, name, size, args.battles)
            for name in names
            for size in SIZES
        }
        for (name, size), cell in work.items():
            cells.setdefault(name, {})[str(size)] = cell.result()
            print(name, size, cell.result(), flush=True)
    FILE.write_text(written(cells))


if __name__ == "__main__":
    main()
