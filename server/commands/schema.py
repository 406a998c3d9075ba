"""`hexwarden schema`: prints the protocol's JSON Schema."""

import argparse
from typing import Any


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("schema", help="print the protocol's JSON Schema")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the schema, and return the exit code."""
    from protocol.schema import text

    print(text(), end="")
    return 0
