"""`hexwarden content`: check a pack, show a component, list the building blocks."""

import argparse
import difflib
from pathlib import Path
from typing import Any

from protocol.plain_text import shown
from server.commands.failure import FAILED, Failure
from server.commands.packs.loading import add_option


def add(commands: Any) -> None:
    """Add the command with its three subcommands."""
    parser = commands.add_parser("content", help="judge a content pack, or show a component")
    which = parser.add_subparsers(dest="which", required=True, metavar="WHAT")
    check = which.add_parser(
        "check",
        help="name every mistake of a pack",
        description="Reads a folder of TOML files, or one, and names every mistake with its file "
        "and line. Exit code 1 if there is any.",
    )
    check.add_argument("path", metavar="PATH", type=Path)
    check.set_defaults(run=run_check)
    show = which.add_parser(
        "show",
        help="print a card, chip, die, class, race, tile or map",
        description="Prints whatever has this id; a map as a picture.",
    )
    show.add_argument("id", metavar="ID")
    add_option(show)
    show.set_defaults(run=run_show)
    blocks = which.add_parser("blocks", help="list what a pack may hold and name")
    blocks.set_defaults(run=run_blocks)


def run_check(args: argparse.Namespace) -> int:
    """Print every mistake of a pack, and return the exit code: 1 if there is any."""
    from server.commands.packs.judging import judge
    from server.commands.packs.loading import (
        atlas_without_own,
        box_without_own,
        content,
        files_of,
        without_own,
    )

    files = files_of(args.path)
    played = content()
    known = without_own(files, played.catalogue), atlas_without_own(files, played.atlas)
    problems, _ = judge(files, *known, box_without_own(files, played.box))
    for problem in problems:
        print(shown(str(problem)))
    if problems:
        count = f"{len(problems)} mistake{'s' if len(problems) > 1 else ''}"
        print(f"{count} in {len({p.file for p in problems})} of {len(files)} files")
        return FAILED
    print(f"{args.path}: {len(files)} file{'' if len(files) == 1 else 's'}, no mistake")
    return 0


def run_blocks(args: argparse.Namespace) -> int:
    """Print every table, key and block that a pack may use, and return the exit code."""
    from server.commands.packs.listing import everything

    for line in everything():
        print(line)
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Print every component with an id, and return the exit code. Raises Failure if there is
    none.
    """
    from server.commands.packs import showing, showing_matches
    from server.commands.packs.loading import given

    played = given(args)
    catalogue, box = played.catalogue, played.box
    found = [*showing.shown(catalogue, args.id), *showing_matches.shown(box, args.id)]
    if not found:
        every = [*showing.names(catalogue), *showing_matches.names(box)]
        close = difflib.get_close_matches(args.id, every, 3)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise Failure(f"nothing is called {args.id!r}{hint}")
    print("\n\n".join(found))
    return 0
