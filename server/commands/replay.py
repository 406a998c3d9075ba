"""`hexwarden replay FILE`: step through a battle in the terminal."""

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("replay", help="step through a replay file")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show it, step by step."""
    from clients.terminal.replaying import step_through
    from server.commands.verify import read_file

    return step_through(read_file(args.file))
