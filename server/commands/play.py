"""`hexwarden play`: a server, a table, bots in the free seats, and links for everybody else."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from protocol.ids import TableId
from server import settings as declared
from server.commands import pace
from server.commands.failure import USAGE, Failure
from server.commands.kept_table import PROFILE, KeptTable
from server.commands.leading import PROLOGUE, lead
from server.commands.packs.loading import add_option, given
from server.commands.serve import EXIT_CODES, load
from server.runtime import Tasks

MOST_SEATS, MATCH_SEATS = 4, 2  # seats of a table, and of one at which two play a match
DAY, MOST_ROUNDS = 86_400, 100  # seconds and rounds: the bounds of `protocol.tables.Settings`
FIRST_PROVINCE = "black-marsh"  # where a first campaign begins (SET-3)


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="start a server with a table, and play",
        description="Starts a server with its own store, opens a table, seats bots where nobody is "
        "expected, and prints a link for every person. In a terminal, Enter sits you down in "
        "seat 1; open its link in a browser instead, and the terminal only keeps the server.",
        epilog=EXIT_CODES,
    )
    parser.add_argument(
        "--encounter",
        default="jailbreak",
        help="hexwarden encounters lists them (default: %(default)s)",
    )
    _add_campaign(parser)
    pace.add(parser)
    parser.add_argument(
        "--difficulty", default="", help="apprentice, adept or expert (default: adept, where any)"
    )
    parser.add_argument(
        "--seats",
        type=int,
        default=0,
        choices=(1, 2, 3, 4),
        help="party size (default: 4, in a match 2)",
    )
    text = "an option of the encounter, such as roster_1=undead; may be given several times"
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=text)
    parser.add_argument(
        "--people", type=int, default=1, help="how many of them are people (default: %(default)s)"
    )
    parser.add_argument(
        "--bot", default="sensible", help="who plays the others (default: %(default)s)"
    )
    text = "seconds that spectators are behind (default: %(default)s)"
    parser.add_argument("--delay", type=int, default=0, help=text)
    parser.add_argument(
        "--delay-rounds", type=int, default=0, help="rounds that spectators are behind"
    )
    parser.add_argument("--name", default="", help="what others call you")
    parser.add_argument(
        "--links-only", action="store_true", help="only serve; do not sit down in this terminal"
    )
    add_option(parser)
    declared.add_arguments(parser)
    parser.set_defaults(run=run)


def _add_campaign(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--campaign",
        nargs="?",
        const=FIRST_PROVINCE,
        metavar="PROVINCE",
        help="play a campaign of three sessions: the one begun before in --data, else a new one in "
        f"the province (default: {FIRST_PROVINCE})",
    )
    parser.add_argument(
        "--new", action="store_true", help="with --campaign: begin another, whatever was begun"
    )
    parser.add_argument(
        "--jailbreak",
        action="store_true",
        help="with --campaign: play the Jailbreak first, and begin with the classes that it gives",
    )
    parser.add_argument("--guild", default="", help="whose quest its first session follows")


class Links(NamedTuple):
    """The invite links of a table: one per seat that a person takes, and the spectators'."""

    seats: tuple[tuple[str, str], ...]
    spectators: str


def run(args: argparse.Namespace) -> int:
    """Serve, open the table, let the user sit down, and return the exit code."""
    settings = load(args)
    is_match = _is_match(args)
    args.seats = args.seats or (MATCH_SEATS if is_match else MOST_SEATS)
    args.difficulty = args.difficulty or ("" if is_match else "adept")
    if not 0 <= args.people <= args.seats:
        raise Failure(f"--people must be 0 to {args.seats}", USAGE)
    if args.jailbreak and not args.campaign:
        raise Failure("--jailbreak comes before a campaign: give --campaign too", USAGE)
    pace.pace(args)
    args.options = _options(args.option)
    if not (0 <= args.delay <= DAY and 0 <= args.delay_rounds <= MOST_ROUNDS):
        raise Failure(f"--delay must be 0 to {DAY}, --delay-rounds 0 to {MOST_ROUNDS}", USAGE)
    with _logs(settings) as sit_down:
        return asyncio.run(_play(args, settings, sit_down and not args.links_only))


def _is_match(args: argparse.Namespace) -> bool:
    """Return whether two play against each other, instead of a party against the game."""
    from server.commands.matches import matches

    return any(one.name == args.encounter for one in matches(given(args)))


def _options(texts: list[str]) -> dict[str, str]:
    """Return the options of a command line by name. Raises Failure for one without a value."""
    for text in texts:
        if "=" not in text:
            raise Failure(f"--option is NAME=VALUE, not {text!r}", USAGE)
    return dict(text.split("=", 1) for text in texts)


@contextlib.contextmanager
def _logs(settings: declared.Settings) -> Iterator[bool]:
    """Send the log to a file if the user plays in this terminal, else to stderr. Yield whether they
    do.
    """
    from server.process import logs

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        logs.start(settings.log, settings.log_level)
        yield False
        return
    folder = Path(settings.data).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "server.log").open("a", encoding="utf-8") as file:
        logs.start("json", settings.log_level, _line_by_line(file))
        yield True


def _line_by_line(file: TextIO) -> TextIO:
    file.reconfigure(line_buffering=True)  # type: ignore[attr-defined]
    return file


async def _play(args: argparse.Namespace, settings: declared.Settings, sit_down: bool) -> int:
    from server.commands.bots import bots
    from server.commands.matches import matches
    from server.commands.sessions import sessions
    from server.commands.setups import offered, setups
    from server.process import app

    played = given(args)
    offers = offered((*setups(played), *sessions(played), *matches(played)), settings)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    tasks = Tasks()
    server = tasks.share(
        app.serve(settings, setups=offers, bots=bots(played), ready=port.set_result)
    )
    await asyncio.wait({server, port}, return_when=asyncio.FIRST_COMPLETED)
    if not port.done():
        return await server
    own = _own_address(settings, port.result())
    # By its own address, as a public one need not lead back here (behind a router, or before its
    # name is known). Only a certificate asks for the name that it was made for.
    address = settings.public_url if settings.public_url and settings.tls_cert else own
    site = settings.public_url or own
    host = tasks.share(_host(args, settings, address, site, sit_down))
    await asyncio.wait({server, host}, return_when=asyncio.FIRST_COMPLETED)
    if not host.done():
        host.cancel()
        return await server
    if not server.done():
        os.kill(os.getpid(), signal.SIGTERM)
    code = await server
    host.result()
    return code


def _own_address(settings: declared.Settings, port: int) -> str:
    scheme = "https" if settings.tls_cert else "http"
    return f"{scheme}://{_reachable(settings.host)}:{port}"


def _reachable(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::", "") else host


async def _host(
    args: argparse.Namespace, settings: declared.Settings, address: str, site: str, sit_down: bool
) -> None:
    """Open the table, or return to that of the campaign begun before. Lead it while it lasts, and
    play in this terminal if there is one. `address`: where this process reaches the server; `site`:
    where others do. Raises Failure.
    """
    from clients.sdk import Unreachable

    try:
        await _lead(args, settings, address, site, sit_down)
    except Unreachable as no:
        raise Failure(str(no)) from no


async def _lead(
    args: argparse.Namespace, settings: declared.Settings, address: str, site: str, sit_down: bool
) -> None:
    from clients.sdk import Tokens, connect

    kept = KeptTable(Path(settings.data).expanduser())
    tokens = Tokens(kept.folder) if args.campaign else None
    async with connect(address, name="Host", profile=PROFILE, tokens=tokens) as client:
        if args.campaign:
            if args.new or not await _came_back(client, kept):
                kept.keep(await _open_table(args, client))
        else:
            await _open_table(args, client)
        links = await _links(args, client)
        _show(client.table, links, site, sit_down)
        leading = Tasks().share(lead(client, args.campaign or "", guild(args)))
        if sit_down and links.seats:
            await _sit_down(args, client, links.seats[0][1], leading)
        else:
            await leading


async def _sit_down(
    args: argparse.Namespace, client: Any, link: str, leading: asyncio.Task[None]
) -> None:
    """Play here once Enter is pressed, unless somebody has followed the seat's link by then."""
    from clients.terminal import Lines, Screen, play
    from server.commands.bots import faces
    from server.commands.join import login

    lines, screen = Lines(), Screen()
    screen.prompt("Press Enter to play seat 1 here, or open its link in a browser.")
    tasks = Tasks()
    pressed = tasks.share(lines.read())
    taken = tasks.share(client.until(lambda: _is_taken(client.table)))
    await asyncio.wait({pressed, taken}, return_when=asyncio.FIRST_COMPLETED)
    if taken.done():
        screen.show("Seat 1 is played elsewhere; this terminal keeps the server. Ctrl-C ends it.")
        await leading
        return
    taken.cancel()
    await play(link, args.name or login(), screen=screen, lines=lines, faces=faces())
    leading.cancel()


def _is_taken(table: Any) -> bool:
    """Return whether whoever holds seat 1 is connected. In a campaign somebody may hold it from an
    earlier evening.
    """
    return table is not None and table.chairs[0].player in table.here


async def _came_back(client: Any, kept: KeptTable) -> bool:
    """Return to the campaign's table. Return whether it still exists and this client leads it."""
    from clients.sdk import Refusal

    table = kept.load()
    if not table:
        return False
    try:
        await client.join(table=table)
    except Refusal:
        return False
    return bool(client.table.leader == client.session.player)


async def _open_table(args: argparse.Namespace, client: Any) -> TableId:
    """Open a table with bots in the free seats. Returns its id. Raises Failure."""
    from msgspec.structs import replace

    from clients.sdk import Refusal
    from protocol.tables import Settings

    clocks = pace.pace(args)
    wish = Settings(
        args.campaign or args.encounter,
        args.difficulty,
        args.seats,
        # Bots answer at once: what all are asked would be decided before anybody has read it.
        decides="leader" if args.campaign else "first",
        turn=clocks.turn,
        absence=clocks.absence,
        options={**guild(args), **args.options},
        delay=args.delay,
        delay_rounds=args.delay_rounds,
        side_clock=clocks.side_clock,
        increment=clocks.increment,
        rated=clocks.rated,
    )
    try:
        name = "The campaign" if args.campaign else "The table"
        table: TableId = await client.create(wish, name)
        if args.jailbreak:  # only now: a province that there is not has been refused
            # Of a campaign's first session: so pages ask for the classes that it goes on with.
            await client.change(replace(wish, encounter=PROLOGUE, options={"session": "1"}))
        for seat in range(args.people + 1, args.seats + 1):
            await client.put_bot(str(seat), args.bot)
        return table
    except Refusal as no:
        raise Failure(no.text) from no


def guild(args: argparse.Namespace) -> dict[str, str]:
    """Return the option that makes a campaign's first session follow a guild's quest, nothing
    without one.
    """
    return {"guild": args.guild} if args.campaign and args.guild else {}


async def _links(args: argparse.Namespace, client: Any) -> Links:
    from clients.sdk import Refusal

    seats = [chair.seat for chair in client.table.chairs if chair.player or not chair.bot]
    try:
        invited = [(seat, await client.invite(seat)) for seat in seats]
        return Links(tuple(invited), await client.invite())
    except Refusal as no:
        raise Failure(no.text) from no


def _show(table: Any, links: Links, site: str, sit_down: bool) -> None:
    named, campaign = table.settings, table.campaign
    opened = "the table is open" if campaign is None else stage(campaign, table.phase)
    what = ", ".join(filter(None, (named.encounter, named.difficulty)))
    print(f"\n  {what}: {opened}.\n")
    for seat, link in links.seats:
        note = "   (yours)" if sit_down and seat == "1" else ""
        print(f"  seat {seat}      {_at(site, link)}{note}")
    print(f"  spectators  {_at(site, links.spectators)}")
    print(
        "\n  Open a link in a browser, or in a terminal: hexwarden join LINK, hexwarden watch LINK."
    )
    print("  Ctrl-C ends the server; battles are kept and go on at the next start.\n", flush=True)


def _at(site: str, link: str) -> str:
    """Return a link as others can follow it, by the server's public address."""
    from clients.sdk import parse_link

    return parse_link(site).site + link.removeprefix(parse_link(link).site)


def stage(campaign: Any, phase: str) -> str:
    """Return a sentence about the progress of a table's campaign."""
    if campaign.phase in ("won", "lost"):
        return f"the campaign is {campaign.phase}; when all are ready another one begins"
    return f"session {campaign.part} " + ("goes on" if phase == "playing" else "can begin")
