"""`hexwarden tables`: lists the public tables of a server."""

import argparse
import asyncio
from typing import Any

from server.commands.failure import Failure


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("tables", help="list the public tables of a server")
    parser.add_argument("server", metavar="SERVER", nargs="?", default="http://127.0.0.1:8787")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables, and return the exit code."""
    return asyncio.run(_list(args.server))


async def _list(server: str) -> int:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from clients.sdk import HexwardenError, connect
    from protocol.plain_text import shown

    try:
        async with connect(server) as client:
            found = await client.tables()
    except (HexwardenError, ValueError) as fault:
        raise Failure(str(fault)) from fault
    if not found:
        print("No public tables.")
        return 0
    listed = Table("table", "name", "encounter", "difficulty", "phase", "free seats")
    for line in found:
        free = f"{line.free} of {line.party}"
        words = (line.table, line.name, line.encounter, line.difficulty, line.phase, free)
        # As Text, for a name in brackets is no markup, and escape sequences are no colours.
        listed.add_row(*(Text(shown(word)) for word in words))
    Console().print(listed)
    return 0
