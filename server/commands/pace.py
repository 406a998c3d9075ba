"""How fast a table of `hexwarden play` plays: its clocks, and whether a match is rated."""

import argparse
from typing import NamedTuple

from protocol.fields import LONGEST_CLOCK
from server.commands.failure import USAGE, Failure

DAY, HOUR = 86_400, 3_600  # seconds: also the most of a side's clock, and of what a turn adds
UNITS = {"": 1, "s": 1, "m": 60, "h": HOUR, "d": DAY}  # seconds
USUAL_ABSENCE = 120  # seconds


class Pace(NamedTuple):
    """The clocks of a table in seconds, 0 for none, and whether its matches are rated."""

    turn: int
    absence: int
    side_clock: int
    increment: int
    rated: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    for name, text in (
        ("turn", "how long somebody may take for an answer, such as 90, 12h or 3d; 0 for ever"),
        ("absence", "after how long a bot plays for who is away; 0 for never"),
        ("side-clock", "in a match: the time of each side for all of it, such as 25m"),
        ("increment", "in a match: how much a side's clock gains by each of its turns"),
    ):
        parser.add_argument(f"--{name}", default="", metavar="TIME", help=text)
    parser.add_argument(
        "--rated",
        action="store_true",
        help="in a match: it counts for the ladder; needs two people and --side-clock",
    )


def pace(args: argparse.Namespace) -> Pace:
    """Return how fast is played. Raises Failure.

    In a campaign nobody is played for as long as nothing is said: it lasts for weeks. Nor is
    anybody in a rated match.
    """
    usual = 0 if args.campaign or args.rated else USUAL_ABSENCE
    return Pace(
        _seconds("turn", args.turn, LONGEST_CLOCK),
        _seconds("absence", args.absence, LONGEST_CLOCK, usual),
        _seconds("side-clock", args.side_clock, DAY),
        _seconds("increment", args.increment, HOUR),
        args.rated,
    )


def _seconds(name: str, given: str, most: int, usual: int = 0) -> int:
    if not given:
        return usual
    number, unit = given.rstrip("smhd"), given.lstrip("0123456789")
    if not number.isdecimal() or unit not in UNITS:
        raise Failure(f"--{name} is a time such as 90, 30m, 12h or 3d, not {given!r}", USAGE)
    seconds = int(number) * UNITS[unit]
    if seconds > most:
        raise Failure(f"--{name} is {_told(most)} at most", USAGE)
    return seconds


def _told(seconds: int) -> str:
    count, unit = (seconds // DAY, "day") if seconds >= DAY else (seconds // HOUR, "hour")
    return f"{count} {unit}{'s' if count > 1 else ''}"
