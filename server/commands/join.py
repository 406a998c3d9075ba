"""`hexwarden join LINK` plays in the terminal, `hexwarden watch LINK` watches."""

import argparse
import asyncio
import getpass
from typing import Any


def add(commands: Any) -> None:
    """Add both commands."""
    join = commands.add_parser(
        "join",
        help="play at a table, in the terminal",
        description="Takes the seat that an invite link leads to. The same link leads back to the "
        "same seat, after whatever happened.",
    )
    watch = commands.add_parser("watch", help="watch a table, in the terminal")
    for parser, is_player in ((join, True), (watch, False)):
        parser.add_argument("link", metavar="LINK", help="such as http://localhost:8787/join/CODE")
        parser.add_argument("--name", default="", help="what others call you")
        parser.set_defaults(run=run, is_player=is_player)


def run(args: argparse.Namespace) -> int:
    """Play or watch until it is over or you leave."""
    from clients.terminal import play, watch

    name = args.name or login()
    return asyncio.run((play if args.is_player else watch)(args.link, name))


def login() -> str:
    """The name of whoever is logged in, as far as the system tells."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
