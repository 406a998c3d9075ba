"""`hexwarden simulate`: battles between bots, without a network."""

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

from server.commands import replays
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import add_option, given

BOTS = ("random", "sensible")


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("simulate", help="play battles with bots, without a network")
    usual = "(default: %(default)s)"
    text = f"what is played; `hexwarden encounters` lists them {usual}"
    parser.add_argument("--encounter", default="jailbreak", help=text)
    text = f"size of the party {usual}"
    parser.add_argument("--players", type=int, default=4, choices=(1, 2, 3, 4), help=text)
    text = f"apprentice, adept or expert; with --table also a list, or all {usual}"
    parser.add_argument("--difficulty", default="adept", help=text)
    text = f"who plays all seats {usual}"
    parser.add_argument("--bots", default="sensible", choices=BOTS, help=text)
    text = f"battle n is played with seed + n, from 0 {usual}"
    parser.add_argument("--seed", type=int, default=1, help=text)
    text = f"how many battles; with --table of each row {usual}"
    parser.add_argument("--count", type=int, default=100, help=text)
    parser.add_argument("--xp", default="", help="the XP dial; a list (2,10,20) with --table")
    parser.add_argument(
        "--table", action="store_true", help="a table over party sizes and difficulties, with bars"
    )
    parser.add_argument("--jobs", type=int, default=0, help="processes of --table (0: all cores)")
    text = "play matches on this board in place of an encounter (alley); bots change seats"
    parser.add_argument("--match", metavar="BOARD", default="", help=text)
    text = "the two rosters of --match, with a comma between (free-company,gutter-pack)"
    parser.add_argument("--rosters", default="", help=text)
    text = "in a --match, who plays the second roster; without it who plays the first one"
    parser.add_argument("--against", default="", choices=("", *BOTS), help=text)
    text = "play sessions of this province in place of one encounter (black-marsh)"
    parser.add_argument("--campaign", metavar="PROVINCE", default="", help=text)
    text = "whose quest those sessions follow; without it the party draws guilds"
    parser.add_argument("--guild", default="", help=text)
    parser.add_argument("--replay", metavar="FILE", type=Path, help="write the last one's replay")
    add_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the battles, print the table, and return the exit code."""
    from server.commands.headless import Simulation

    if args.count < 1:
        raise Failure("--count must be at least 1", USAGE)
    if args.jobs < 0:
        raise Failure("--jobs is a number of processes, or 0 for all cores", USAGE)
    if args.match:
        from server.commands import simulate_match

        return simulate_match.run(args)
    if args.campaign:
        from server.commands import simulate_session

        return simulate_session.run(args)
    if args.replay is not None:
        replays.can_write(args.replay)
    dials = _dials(args.xp)
    if args.table:
        return _table(args, dials)
    if len(dials) > 1:
        raise Failure("several XP dials go with --table", USAGE)
    played = given(args)
    outcomes: Counter[str] = Counter()
    rounds: Counter[int] = Counter()
    commits, replay = 0, b""
    began = time.perf_counter()
    for number in range(args.count):
        battle = Simulation(
            args.encounter,
            args.players,
            args.difficulty,
            args.bots,
            args.seed + number,
            played,
            {"xp": str(dials[0])} if dials[0] else {},
        )
        final = battle.play()
        outcomes[str(final.get("outcome", "over"))] += 1
        rounds[int(final.get("rounds", 0))] += 1
        commits += len(battle.frames)
        if number == args.count - 1 and args.replay:
            replay = battle.replay()
    _print(args, outcomes, rounds, commits, time.perf_counter() - began)
    if args.replay:
        replays.write(args.replay, replay)
        print(f"replay of the last battle: {args.replay} ({len(replay):,} bytes)")
    return 0


def _dials(given_: str) -> list[int]:
    """Return the XP dials to play with; 0 stands for the encounter's own."""
    try:
        return [int(part) for part in given_.split(",")] if given_ else [0]
    except ValueError:
        raise Failure(f"--xp takes numbers, not {given_!r}", USAGE) from None


def _table(args: argparse.Namespace, dials: list[int]) -> int:
    """Print the share of victories for each party size and difficulty, with a bar for each, and
    return the exit code.
    """
    from rich.console import Console
    from rich.table import Table

    from server.commands import balance
    from server.commands.setups import DIFFICULTIES

    given(args)
    wanted = DIFFICULTIES if args.difficulty == "all" else tuple(args.difficulty.split(","))
    packs = tuple(args.content)
    start = balance.BattleRange(args.encounter, 1, wanted[0], args.bots, 0, args.seed, 0, packs)
    began = time.perf_counter()
    cells = balance.cells_of(wanted, dials)
    found = balance.measure(cells, balance.shares(start, args.count), args.jobs)
    title = f"{args.encounter}, {args.bots} bots, {args.count} battles a row"
    table = Table("difficulty", "XP", "players", "won", "±", "rounds", "| 55%, | 80%", title=title)
    for cell, tally in found.items():
        table.add_row(
            cell.difficulty,
            str(cell.xp or "-"),
            str(cell.players),
            f"{tally.share:.0f}%",
            f"{tally.error:.0f}",
            f"{tally.rounds / tally.battles:.1f}",
            balance.bar(tally.share),
            end_section=cell.players == 4,
        )
    console = Console()
    console.print(table)
    seconds = time.perf_counter() - began
    console.print(f"{args.count * len(cells)} battles in {seconds:.1f} s")
    return 0


def _print(
    args: argparse.Namespace,
    outcomes: Counter[str],
    rounds: Counter[int],
    commits: int,
    seconds: float,
) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{args.encounter}, {args.players} players, {args.difficulty}, {args.bots} bots"
    table = Table("outcome", "battles", "share", title=title)
    for outcome, count in outcomes.most_common():
        table.add_row(outcome, str(count), f"{100 * count / args.count:.1f}%")
    console = Console()
    console.print(table)
    spread = ", ".join(f"{n}: {count}" for n, count in sorted(rounds.items()))
    console.print(f"rounds played: {spread}")
    console.print(
        f"{args.count} battles, {commits:,} commits in {seconds:.1f} s: "
        f"{args.count / seconds:.1f} battles/s, {commits / seconds:,.0f} commits/s"
    )
