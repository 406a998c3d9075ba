"""`hexwarden simulate --match`: matches of the skirmish between bots, without a network."""

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from server.commands import replays
from server.commands.failure import USAGE, Failure
from server.commands.headless import Simulation
from server.commands.packs.loading import Content, given

SEATS = ("1", "2")
CONFIDENCE = 1.96
"""Standard errors on each side of a share between which it lies in 95 of 100 cases."""


class Contestant(NamedTuple):
    """One side of a contest: the bot and its roster."""

    roster: str
    bot: str

    def __str__(self) -> str:
        return f"{self.roster} ({self.bot})"


class MatchResult(NamedTuple):
    """The result of a match: which side won, whether it had the first turn, and by what."""

    winner: int
    was_first: bool
    how: str
    turns: int
    commits: int


class Contest(NamedTuple):
    """A series of matches between two sides on one board. The sides swap seats after each match."""

    board: str
    sides: tuple[Contestant, Contestant]
    seed: int
    matches: int


def run(args: argparse.Namespace) -> int:
    """Play the matches, print who won, and return the exit code."""
    if args.replay is not None:
        replays.can_write(args.replay)
    played = given(args)
    contest = Contest(args.match, _sides(args, played), args.seed, args.count)
    began = time.perf_counter()
    results = list(fought(contest, played))
    _print(contest, results, time.perf_counter() - began)
    if args.replay is not None:
        replay = _replay(contest, played)
        replays.write(args.replay, replay)
        print(f"replay of the last match: {args.replay} ({len(replay):,} bytes)")
    return 0


def _sides(args: argparse.Namespace, played: Content) -> tuple[Contestant, Contestant]:
    known = tuple(played.box.rosters)
    rosters = args.rosters.split(",") if args.rosters else list(known[:2])
    if len(rosters) != len(SEATS):
        raise Failure("--rosters names two, with a comma between", USAGE)
    for roster in rosters:
        if roster not in known:
            raise Failure(f"there is no roster {roster!r}; there are: {', '.join(known)}", USAGE)
    one, two = rosters
    return Contestant(one, args.bots), Contestant(two, args.against or args.bots)


def fought(contest: Contest, played: Content) -> Iterator[MatchResult]:
    """Play the matches of a contest, and return their results. Raises Failure for an unknown
    board.
    """
    for number in range(contest.matches):
        yield _fought(contest, number, played)


def _fought(contest: Contest, number: int, played: Content) -> MatchResult:
    battle = _match(contest, number, played)
    final = battle.play()
    winner = SEATS.index(final["winner"])
    return MatchResult(
        winner=winner ^ (number % 2),
        was_first=final["winner"] == final["first"],
        how=str(final["how"]),
        turns=int(final["turn"]),
        commits=len(battle.frames),
    )


def _match(contest: Contest, number: int, played: Content) -> Simulation:
    seated = contest.sides if number % 2 == 0 else contest.sides[::-1]
    return Simulation(
        contest.board,
        len(SEATS),
        "",
        ",".join(side.bot for side in seated),
        contest.seed + number,
        played,
        {f"roster_{seat}": side.roster for seat, side in zip(SEATS, seated, strict=True)},
    )


def _replay(contest: Contest, played: Content) -> bytes:
    battle = _match(contest, contest.matches - 1, played)
    battle.play()
    return battle.replay()


def share(won: int, count: int) -> tuple[float, float]:
    """Return a share in percent, and its margin of error in percentage points."""
    part = won / count
    return 100 * part, 100 * CONFIDENCE * math.sqrt(part * (1 - part) / count)


def _print(contest: Contest, results: list[MatchResult], seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("side", "won", "share", "±", title=f"{contest.board}, {len(results)} matches")
    rows = [(str(s), sum(r.winner == n for r in results)) for n, s in enumerate(contest.sides)]
    rows.append(("who had the first turn", sum(result.was_first for result in results)))
    for name, won in rows:
        per_cent, error = share(won, len(results))
        table.add_row(name, str(won), f"{per_cent:.1f}%", f"{error:.1f}")
    console = Console()
    console.print(table)
    turns = sorted(result.turns for result in results)
    commits = sum(result.commits for result in results)
    hows = Counter(result.how for result in results).most_common()
    ends = ", ".join(f"{how} {count}" for how, count in hows)
    console.print(
        f"turns of both sides: {turns[0]} to {turns[-1]}, half of the matches up to "
        f"{turns[len(turns) // 2]}; {commits / len(results):.0f} answers a match; ended by {ends}"
    )
    console.print(
        f"{len(results)} matches, {commits:,} commits in {seconds:.1f} s: "
        f"{len(results) / seconds:.1f} matches/s, {commits / seconds:,.0f} commits/s"
    )
