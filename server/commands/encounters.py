"""`hexwarden encounters`: what can be played."""

import argparse
from typing import Any

from server.commands.packs.loading import add_option


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "encounters",
        help="list every encounter that can be played",
        description="Lists what --encounter takes: kind, objective, challenges for larger parties.",
    )
    add_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    from rich.console import Console
    from rich.table import Table

    from server.commands.packs.loading import given

    table = Table(
        "encounter", "kind", "players", "what it is", "objective", box=None, pad_edge=False
    )
    for one in given(args).catalogue.encounters.values():
        sizes = "/".join(str(size) for size in sorted(one.challenges))
        players = f"1-4, harder for {sizes}" if sizes else "1-4"
        goal = one.objective.split(". ")[0].rstrip(".") + "."
        table.add_row(one.id, one.kind, players, f"{one.name}. {one.text}".strip(), goal)
    Console().print(table)
    return 0
