"""`hexwarden replay FILE`: steps through a battle in the terminal."""

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the command."""
    keys = "Keys: n and b step (n 5: five), r and R by rounds, j N jumps, e ends, m map, a mats, q."
    parser = commands.add_parser("replay", help="step through a replay file", epilog=keys)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the battle step by step until the user leaves, and return the exit code."""
    from clients.terminal import step_through
    from server.commands.verify import read_file

    return step_through(read_file(args.file))
