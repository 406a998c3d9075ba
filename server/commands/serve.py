"""`hexwarden serve`: runs the server."""

import argparse
import os
from typing import Any

from server import settings as declared
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import add_option, given

EXIT_CODES = (
    "Exit codes: 0 stopped as asked, 1 failed, 2 wrong usage or setting, "
    "3 the store cannot be used, 4 the address cannot be listened on."
)


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "serve",
        help="run the server",
        description="Runs the server until SIGTERM or Ctrl-C. Without --store it starts its own "
        "private Valkey and finds all its battles again at the next start.",
        epilog=EXIT_CODES,
    )
    add_option(parser)
    declared.add_arguments(parser)
    parser.set_defaults(run=run)


def load(args: argparse.Namespace) -> declared.Settings:
    """Return the settings of arguments, environment and file. Raises Failure for what does
    not fit.
    """
    try:
        return declared.load(args, os.environ)
    except declared.BadSetting as fault:
        raise Failure(str(fault), USAGE) from fault


def run(args: argparse.Namespace) -> int:
    """Serve until a signal asks the process to stop, and return the exit code."""
    from server.commands.bots import bots
    from server.commands.matches import matches
    from server.commands.sessions import sessions
    from server.commands.setups import offered, setups
    from server.process import app

    settings = load(args)
    played = given(args)
    offers = offered((*setups(played), *sessions(played), *matches(played)), settings)
    return app.run(settings, setups=offers, bots=bots(played))
