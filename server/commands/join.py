"""`hexwarden join LINK` plays in the terminal, `hexwarden watch LINK` watches there."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.commands.failure import USAGE, Failure

VARIABLE = "HEXWARDEN_ID_TOKEN"
KEYS = (
    "Keys: numbers choose, d takes the default, p passes, b goes back, ? helps everywhere; "
    "/help lists the commands, /quit leaves."
)


def add(commands: Any) -> None:
    """Add both commands."""
    join = commands.add_parser(
        "join",
        help="play at a table, in the terminal",
        description="Takes the seat that an invite link leads to. The same link leads back to the "
        "same seat, after whatever happened.",
        epilog=KEYS,
    )
    watch = commands.add_parser("watch", help="watch a table, in the terminal", epilog=KEYS)
    for parser, is_player in ((join, True), (watch, False)):
        parser.add_argument(
            "link",
            metavar="LINK",
            nargs="?",
            default="",
            help="such as 'http://localhost:8787/#join=CODE'; - reads it from the first line of "
            "standard input, so that nobody else on this machine sees it among the processes",
        )
        parser.add_argument("--name", default="", help="what others call you")
        parser.add_argument(
            "--id-token",
            metavar="FILE",
            help="where a server asks for a sign-in: the file with your identity provider's token, "
            f"read anew at every connection (default: {VARIABLE} holds the token)",
        )
        parser.set_defaults(run=run, is_player=is_player)


def run(args: argparse.Namespace) -> int:
    """Play or watch until the battle is over or the user leaves, and return the exit code."""
    from clients.sdk import parse_link
    from clients.terminal import play, watch
    from server.commands.bots import faces

    name = args.name or login()
    visit = play if args.is_player else watch
    link = sys.stdin.readline().strip() if args.link == "-" else args.link
    if not link:
        raise Failure("a LINK is needed, such as 'http://localhost:8787/#join=CODE'", USAGE)
    try:
        parse_link(link)
    except ValueError as fault:
        raise Failure(str(fault)) from None
    return asyncio.run(visit(link, name, proof=proof_of(args), faces=faces()))


def proof_of(args: argparse.Namespace) -> Callable[[], str]:
    """Return a function that reads the identity provider's token: from the file that the arguments
    name, else from the environment. Raises Failure if the file cannot be read.
    """
    if not args.id_token:
        return lambda: os.environ.get(VARIABLE, "")
    file = Path(args.id_token)

    def read() -> str:
        try:
            return file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as fault:
            raise Failure(f"{file}: {fault}", USAGE) from fault

    read()
    return read


def login() -> str:
    """Return the system's name for the user who runs this, "" where it has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
