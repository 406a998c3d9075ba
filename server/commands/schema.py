"""`hexwarden schema`: the protocol's JSON Schema."""

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("schema", help="print the protocol's JSON Schema")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from protocol.schema import text

    print(text(), end="")
    return 0
