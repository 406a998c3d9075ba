"""`hexwarden play`: a server, a table, bots in the free seats, links for everybody else."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from server import settings as declared
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import add_option, given
from server.commands.serve import EXIT_CODES, load
from server.tasks import Tasks

DAY, MOST_ROUNDS = 86_400, 100


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
    parser.add_argument("--encounter", default="jailbreak", help="hexwarden encounters lists them")
    parser.add_argument("--difficulty", default="adept", help="apprentice, adept or expert")
    parser.add_argument("--seats", type=int, default=4, choices=(1, 2, 3, 4), help="party size")
    parser.add_argument("--people", type=int, default=1, help="how many of them are people")
    parser.add_argument("--bot", default="sensible", help="who plays the others")
    parser.add_argument("--delay", type=int, default=0, help="seconds that spectators are behind")
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


class Links(NamedTuple):
    """The invite links: one a person's seat, and the spectators'."""

    seats: tuple[tuple[str, str], ...]
    spectators: str


def run(args: argparse.Namespace) -> int:
    """Serve, open the table, sit down."""
    settings = load(args)
    if not 0 <= args.people <= args.seats:
        raise Failure(f"--people must be 0 to {args.seats}", USAGE)
    if not (0 <= args.delay <= DAY and 0 <= args.delay_rounds <= MOST_ROUNDS):
        raise Failure(f"--delay must be 0 to {DAY}, --delay-rounds 0 to {MOST_ROUNDS}", USAGE)
    with _logs(settings) as sit_down:
        return asyncio.run(_play(args, settings, sit_down and not args.links_only))


@contextlib.contextmanager
def _logs(settings: declared.Settings) -> Iterator[bool]:
    """Where somebody sits down, logs go to a file; else to stderr. Gives whether somebody can."""
    from server import logs

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
    from server import app
    from server.commands.bots import bots
    from server.commands.setups import offered, setups

    played = offered(setups(given(args)), settings)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    tasks = Tasks()
    server = tasks.share(app.serve(settings, setups=played, bots=bots(), ready=port.set_result))
    await asyncio.wait({server, port}, return_when=asyncio.FIRST_COMPLETED)
    if not port.done():
        return await server
    address = settings.public_url or _own_address(settings, port.result())
    host = tasks.share(_host(args, address, sit_down))
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


async def _host(args: argparse.Namespace, address: str, sit_down: bool) -> None:
    """Open the table, keep it going as its leader, and play in this terminal if there is one."""
    from clients.sdk import connect

    async with connect(address, name="Host") as client:
        links = await _open_table(args, client)
        _show(args, links, sit_down)
        leading = Tasks().share(_lead(client))
        if sit_down and links.seats:
            await _sit_down(args, client, links.seats[0][1], leading)
        else:
            await leading


async def _sit_down(
    args: argparse.Namespace, client: Any, link: str, leading: asyncio.Task[None]
) -> None:
    """Play here once Enter is pressed, unless somebody has followed the link by then."""
    from clients.terminal import play
    from clients.terminal.lines import Lines
    from clients.terminal.screen import Screen
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
    await play(link, args.name or login(), screen=screen, lines=lines)
    leading.cancel()


def _is_taken(table: Any) -> bool:
    return table is not None and bool(table.chairs[0].player)


async def _open_table(args: argparse.Namespace, client: Any) -> Links:
    from clients.sdk import Refusal
    from protocol.tables import Settings

    wish = Settings(
        args.encounter,
        args.difficulty,
        args.seats,
        delay=args.delay,
        delay_rounds=args.delay_rounds,
    )
    try:
        await client.create(wish, "The table")
        seats = [str(n) for n in range(1, args.seats + 1)]
        for seat in seats[args.people :]:
            await client.put_bot(seat, args.bot)
        invited = [(seat, await client.invite(seat)) for seat in seats[: args.people]]
        return Links(tuple(invited), await client.invite())
    except Refusal as no:
        raise Failure(no.text) from no


async def _lead(client: Any) -> None:
    """Start a battle whenever every seat is taken and ready."""
    from clients.sdk import Refusal

    while True:
        await client.until(lambda: _is_ready(client.table))
        with contextlib.suppress(Refusal):
            await client.start()
        await client.until(lambda: not _is_ready(client.table))


def _is_ready(table: Any) -> bool:
    """Whether a battle can begin; after the first one only where somebody wants another."""
    if table is None or table.phase == "playing":
        return False
    eager = any(c.player and c.ready and not c.bot for c in table.chairs)
    everybody = all((c.player and c.ready) or c.bot for c in table.chairs)
    return everybody and (eager or not table.battles)


def _show(args: argparse.Namespace, links: Links, sit_down: bool) -> None:
    print(f"\n  {args.encounter}, {args.difficulty}: the table is open.\n")
    for seat, link in links.seats:
        note = "   (yours)" if sit_down and seat == "1" else ""
        print(f"  seat {seat}      {link}{note}")
    print(f"  spectators  {links.spectators}")
    print(
        "\n  Open a link in a browser, or in a terminal: hexwarden join LINK, hexwarden watch LINK."
    )
    print("  Ctrl-C ends the server; battles are kept and go on at the next start.\n", flush=True)
