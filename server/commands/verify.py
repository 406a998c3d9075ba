"""`hexwarden verify FILE`: is this replay what really happened?"""

import argparse
from pathlib import Path
from typing import Any

from protocol import replay_file
from protocol.plain_text import shown
from server.commands.failure import UNVERIFIED, Failure
from server.commands.packs.loading import add_option, given, missing


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "verify",
        help="check a replay: every die, every commit",
        description="Runs the battle again and compares every commit; checks every die against "
        "the revealed seed, and the seed against its commitment. Exit code 3 if anything differs.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    add_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the file and say what was checked."""
    from server.commands.checking import Wrong, check
    from server.commands.setups import setups

    replay = read_file(args.file)
    here = given(args)
    try:
        verdict = check(replay, setups(here))
    except Wrong as wrong:
        raise Failure(f"{args.file}: NOT VERIFIED: {wrong}", UNVERIFIED) from wrong
    print(f"{args.file}: verified")
    print(shown(f"  battle     {verdict.opening.battle} ({verdict.opening.encounter})"))
    print(f"  commits    {verdict.commits}, folded and compared")
    print(f"  chance     {verdict.dice} dice and draws, as the promised seed gives them")
    if verdict.rules:
        print("  rules      run again over the recorded answers: every commit is the same")
    elif packs := missing(verdict.opening.content, here):
        missed = shown(", ".join(packs))
        print(f"  rules      of content that is not here, not run again: {missed}")
    else:
        print("  rules      of another release: not run again; dice and states are checked")
    return 0


def read_file(path: Path) -> replay_file.ReplayFile:
    """A replay file from disk. Raises Failure."""
    try:
        return replay_file.read(path.read_bytes())
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
    except replay_file.BadReplay as fault:
        raise Failure(f"{path}: NOT VERIFIED: {fault}", UNVERIFIED) from fault
