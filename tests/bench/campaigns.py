"""How often bots win each guild's quest, and the endgames: `python -m tests.bench.campaigns`.

A **cell** is a guild's quest, a party size and a difficulty; its sessions have seeds one after the
other. They are first ones; with `--session 2` second ones, played by parties that have won a first
one; with `--session 3` endgames, of parties that have won two. With `--whole` campaigns are played,
a lost session once more with other dice. Every session is written as a line of JSON with `--keep
FILE`, and `--told FILE ...` prints the tables of what was kept; with `--figures` it writes how
often each battle was won (`server/rules/content/provinces/figures.json`), as bots weigh fights.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from msgspec.structs import replace

from server.commands.headless_session import Played, SessionSimulation, first_session
from server.rules.campaign.ending import carried, resume
from server.rules.campaign.ending.carrying import LAST, Carried
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.content import provinces
from server.rules.content.catalogue import catalogue
from server.rules.content.provinces import shipped
from tests.bench.encounters import hardness

SIZES = (1, 2, 3, 4)
FILE = Path(provinces.__file__).parent / "figures.json"
COUNT = 4
"""Sessions of a cell: enough to find what is won never or always, where all sizes are counted
together.
"""
TRIES = 3
"""Seeds after which a campaign whose session is never won is left."""
APART = 1_000
"""From one try's seed to the next one's: more than a cell has sessions."""
PARTIES, STRIDE = 7, 5
"""Parties of each size that play later sessions, and how many quests lie between what two of them
have won first.
"""
ENDGAME = "endgame"
Kept = dict[str, Any]
"""A session as it is kept: what was played, how it ended, its battles."""


class Cell(NamedTuple):
    """What is measured: a quest, and by whom."""

    province: str
    guild: str
    players: int
    difficulty: str


def cells(quests: Iterable[str], sizes: Iterable[int], difficulty: str) -> Iterator[Cell]:
    """Yield the cells of quests, each named PROVINCE/GUILD; all of them where none is named."""
    provinces = shipped.atlas().provinces
    every = [f"{name}/{guild}" for name, one in provinces.items() for guild in one.quests]
    for quest in list(quests) or every:
        province, guild = quest.split("/")
        for players in sizes:
            yield Cell(province, guild, players, difficulty)


def play(cell: Cell, seed: int, session: int) -> Iterator[Kept]:
    """Play a cell's n-th session once, by a party that has won those before."""
    begins = first_session(shipped.atlas(), *cell)
    if session > 1:
        party = earned(cell.players, cell.difficulty, seed % PARTIES, session - 1)
        quest = "" if session == LAST else cell.guild
        plan = SessionPlan(cell.province, cell.guild, quest, endgame=session == LAST)
        begins = resume(replace(party, plan=plan), begins.settings)
    yield kept(cell, seed, SessionSimulation(shipped.atlas(), begins, seed=seed).play())


@cache
def earned(players: int, difficulty: str, seed: int, sessions: int) -> Carried:
    """Return what a party has that won so many sessions; each begins with another quest."""
    every = list(cells((), (players,), difficulty))
    begins = first_session(shipped.atlas(), *every[(seed * STRIDE + players) % len(every)])
    settings = begins.settings
    if sessions > 1:
        begins = resume(earned(players, difficulty, seed, sessions - 1), settings)
    for number in count(seed, APART):
        later = carried(
            SessionSimulation(shipped.atlas(), begins, seed=number).play().state, catalogue()
        )
        if later is not None:
            return later
    raise AssertionError


def whole(cell: Cell, seed: int) -> Iterator[Kept]:
    """Play a campaign to its end, a session that is lost once more with other dice: `TRIES` times
    at most.
    """
    begins = first_session(shipped.atlas(), *cell)
    settings = begins.settings
    for _ in range(LAST):
        for attempt in range(TRIES):
            number = seed + APART * attempt
            played = SessionSimulation(shipped.atlas(), begins, seed=number).play()
            yield {**kept(cell, number, played), "again": attempt > 0}
            if played.state.outcome == "victory":
                break
        later = carried(played.state, catalogue())
        if later is None:
            return
        begins = resume(later, settings)


def kept(cell: Cell, seed: int, played: Played) -> Kept:
    """Return a session as it is kept."""
    state: SessionState = played.state
    return {
        **cell._asdict(),
        "seed": seed,
        "session": state.settings.session,
        "where": f"{state.plan.province}/{ENDGAME if state.plan.endgame else state.quest}",
        "won": state.outcome == "victory",
        "why": state.ended_why,
        "step": state.step,
        "day": state.day,
        "dial": state.dial,
        "fights": [(one.encounter, one.result, one.day, one.rounds) for one in played.fights],
    }


def _share(sessions: Iterable[Kept]) -> str:
    won = [one["won"] for one in sessions]
    return f"{100 * fmean(won):.0f} ({len(won)})" if won else "-"


def table(sessions: list[Kept], session: int) -> str:
    """Return how often each quest was won in a campaign's n-th session, by party size. A session
    that is played once more counts the first time: else hard ones would count more often.
    """
    mine = [one for one in sessions if one["session"] == session and not one.get("again")]
    lines = ["| quest | 1 | 2 | 3 | 4 | all | days | XP |", "|---|---|---|---|---|---|---|---|"]
    for where in sorted({one["where"] for one in mine}):
        here = [one for one in mine if one["where"] == where]
        shares = [_share(one for one in here if one["players"] == size) for size in SIZES]
        days, xp = fmean(one["day"] for one in here), fmean(one["dial"] for one in here)
        row = (where, *shares, _share(here), f"{days:.1f}", f"{xp:.1f}")
        lines.append(f"| {' | '.join(row)} |")
    shares = [_share(one for one in mine if one["players"] == size) for size in SIZES]
    lines.append(f"| all | {' | '.join(shares)} | {_share(mine)} | {_middle(mine)} | |")
    return "\n".join(lines)


def _middle(sessions: list[Kept]) -> str:
    """Return between which days the middle half of sessions ended."""
    days = [one["day"] for one in sessions]
    if len(days) < len(SIZES):
        return ""
    low, _, high = quantiles(days, n=4)
    return f"{low:.0f} to {high:.0f}"


def battles(sessions: list[Kept]) -> str:
    """Return how often each battle was won, by party size."""
    lines = ["| battle | 1 | 2 | 3 | 4 | all | rounds |", "|---|---|---|---|---|---|---|"]
    fights = [(one["players"], *fight) for one in sessions for fight in one["fights"]]
    for name in sorted({fight[1] for fight in fights}):
        mine = [fight for fight in fights if fight[1] == name]
        shares = [
            _share({"won": f[2] == "victory"} for f in mine if f[0] == size) for size in SIZES
        ]
        rounds = fmean(fight[4] for fight in mine)
        every = _share({"won": fight[2] == "victory"} for fight in mine)
        lines.append(f"| {name} | {' | '.join(shares)} | {every} | {rounds:.1f} |")
    return "\n".join(lines)


def figures(sessions: list[Kept]) -> str:
    """Return the file's text: how often each battle of the provinces was won, by party size."""
    every: dict[str, dict[str, list[bool]]] = {}
    for one in sessions:
        for name, result, *_ in one["fights"]:
            if catalogue().encounters[name].campaign:
                cell = every.setdefault(name, {}).setdefault(str(one["players"]), [])
                cell.append(result == "victory")
    return written(every)


def written(every: dict[str, dict[str, list[bool]]]) -> str:
    """Return the file's text for battles by name and party size, each won or not."""
    told = {}
    for name, cells_ in sorted(every.items()):
        players = {
            size: {"won": round(100 * fmean(won)), "battles": len(won)}
            for size, won in sorted(cells_.items())
        }
        share = hardness(cell["won"] for cell in players.values())
        told[name] = {"hardness": share, "players": players}
    about = {"difficulty": "adept", "bots": "sensible"}
    return json.dumps({**about, "encounters": told}, indent=1) + "\n"


def tell(sessions: list[Kept], *, with_battles: bool) -> None:
    """Print the tables of what was played."""
    for number in sorted({one["session"] for one in sessions}):
        print(f"\nSession {number}, won in % (sessions)\n\n{table(sessions, number)}")
    if with_battles:
        print(f"\nBattles, won in % (battles)\n\n{battles(sessions)}")


def main() -> None:
    """Play the sessions, or read those that were kept, and print their tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.campaigns", description=__doc__)
    parser.add_argument("quests", nargs="*", metavar="PROVINCE/GUILD")
    parser.add_argument("--players", type=int, nargs="+", default=SIZES, choices=SIZES)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--difficulty", default="adept")
    parser.add_argument("--session", type=int, default=1, choices=range(1, LAST + 1))
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--battles", action="store_true", help="print them, too")
    parser.add_argument("--figures", action="store_true", help="write them, with --told")
    parser.add_argument("--told", type=Path, nargs="+", metavar="FILE")
    args = parser.parse_args()
    if args.told:
        lines = [line for file in args.told for line in file.read_text().splitlines()]
        found = [json.loads(line) for line in lines]
        tell(found, with_battles=args.battles)
        if args.figures:
            FILE.write_text(figures(found))
        return
    sessions = []
    wanted = list(cells(args.quests, args.players, args.difficulty))
    if args.session == LAST:
        # An endgame is its province's, whatever quest led there.
        wanted = list({(one.province, one.players): one for one in wanted}.values())
    # Seeds before cells, so that a run that is cut short has as much of each.
    for seed in range(args.seed, args.seed + args.count):
        for cell in wanted:
            played = whole(cell, seed) if args.whole else play(cell, seed, args.session)
            for one in played:
                sessions.append(one)
                if args.keep:
                    with args.keep.open("a") as file:
                        file.write(json.dumps(one) + "\n")
    tell(sessions, with_battles=args.battles)


if __name__ == "__main__":
    main()
