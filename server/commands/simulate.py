"""`hexwarden simulate`: battles with bots and no network."""

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

from server.commands.failure import USAGE, Failure

BOTS = ("random", "sensible")


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("simulate", help="play battles with bots, without a network")
    parser.add_argument("--encounter", default="jailbreak")
    parser.add_argument("--players", type=int, default=4, choices=(1, 2, 3, 4))
    parser.add_argument("--difficulty", default="adept")
    parser.add_argument("--bots", default="sensible", choices=BOTS)
    parser.add_argument("--seed", type=int, default=1, help="battle n is played with seed + n")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--replay", metavar="FILE", type=Path, help="write the last one's replay")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the battles and print the table."""
    from server.commands.headless import Simulation

    if args.count < 1:
        raise Failure("--count must be at least 1", USAGE)
    outcomes: Counter[str] = Counter()
    rounds: Counter[int] = Counter()
    commits, replay = 0, b""
    began = time.perf_counter()
    for number in range(args.count):
        battle = Simulation(
            args.encounter, args.players, args.difficulty, args.bots, args.seed + number
        )
        final = battle.play()
        outcomes[str(final.get("outcome", "over"))] += 1
        rounds[int(final.get("rounds", 0))] += 1
        commits += len(battle.frames)
        if number == args.count - 1 and args.replay:
            replay = battle.replay()
    _print(args, outcomes, rounds, commits, time.perf_counter() - began)
    if args.replay:
        _write(args.replay, replay)
        print(f"replay of the last battle: {args.replay} ({len(replay):,} bytes)")
    return 0


def _write(path: Path, replay: bytes) -> None:
    try:
        path.write_bytes(replay)
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault


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
