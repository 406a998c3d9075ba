"""`hexwarden admin`: what an operator can see and do, over HTTP, from anywhere."""

import argparse
import os
from pathlib import Path
from typing import Any

from server.commands.failure import USAGE, Failure

VARIABLE = "HEXWARDEN_OPERATOR_TOKEN"
SERVER = "HEXWARDEN_SERVER"
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}  # seconds of each


def add(commands: Any) -> None:
    """Add the command and its own commands."""
    parser = commands.add_parser(
        "admin",
        help="look after a running server: list, inspect, kick, close, hand over, ban",
        description="Everything that an operator can do, at any process of a server. The token is "
        f"taken from {VARIABLE}, or from --token-file; `hexwarden admin token` makes one.",
        epilog="Exit codes: 0 done, 1 refused or not reachable, 2 wrong usage.",
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        default=os.environ.get(SERVER, "http://127.0.0.1:8787"),
        help=f"any process of the server (default: {SERVER}, or %(default)s)",
    )
    parser.add_argument("--token-file", metavar="FILE", help=f"token file, in place of {VARIABLE}")
    parser.add_argument("--json", action="store_true", help="print what the server says as JSON")
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    _add_looking(acts)
    _add_acting(acts)
    one = acts.add_parser(
        "token", help="make a token", description="Makes a token and the line for --operators."
    )
    one.add_argument("name", metavar="NAME", help="whose token; it stands in the audit trail")
    one.set_defaults(admin=_token)
    parser.set_defaults(run=run)


def _add_looking(acts: Any) -> None:
    one = acts.add_parser("list", help="processes, tables in use, who is connected")
    one.set_defaults(admin=_look)
    one = acts.add_parser("inspect", help="one table: seats, who is there, who is waited for")
    one.add_argument("table", metavar="TABLE")
    one.set_defaults(admin=_look)
    acts.add_parser("bans", help="the bans that hold").set_defaults(admin=_look)
    one = acts.add_parser("audit", help="what operators have done, the newest first")
    one.add_argument("--most", type=int, default=50, metavar="N", help="how many (default: 50)")
    one.set_defaults(admin=_look)


def _add_acting(acts: Any) -> None:
    def act(name: str, text: str, told: str = "") -> Any:
        one = acts.add_parser(name, help=text, description=told or text)
        one.add_argument("--why", default="", metavar="TEXT", help="reason, for players and record")
        one.set_defaults(admin=_perform)
        return one

    one = act("kick", "end a player's connections; with --table take away their seats there")
    one.add_argument("player", metavar="PLAYER", help="a player's id, as `list` shows it")
    one.add_argument("--table", default="", metavar="TABLE")
    one = act(
        "close", "end a table's battle in good order (its replay is kept) and close the table"
    )
    one.add_argument("table", metavar="TABLE")
    one = act("lose", "give up a battle that no server can take up, so that another can begin")
    one.add_argument("table", metavar="TABLE")
    one = act("hand-over", "give a seat, the lead or the hosting of a table to somebody else")
    one.add_argument("table", metavar="TABLE")
    what = one.add_mutually_exclusive_group(required=True)
    what.add_argument("--seat", metavar="SEAT", help="this seat; --to is a player, bot:NAME or -")
    what.add_argument("--lead", action="store_true", help="the lead; --to is a player")
    what.add_argument("--host", action="store_true", help="the hosting; --to is a process")
    one.add_argument("--to", required=True, metavar="WHOM")
    one = act(
        "motd", "show a message to everybody, and to whoever comes; without TEXT take it away"
    )
    one.add_argument("text", metavar="TEXT", nargs="?", default="")
    one = act("ban", "keep a player, an address or a network out, and end their connections")
    one.add_argument("target", metavar="TARGET", help="a player's id, 192.0.2.7 or 2001:db8::/32")
    one.add_argument("--for", dest="seconds", default="0", metavar="TIME", help="90m, 12h, 7d, 4w")
    act("unban", "end a ban").add_argument("target", metavar="TARGET")


def run(args: argparse.Namespace) -> int:
    """Send the operator's request that the arguments name, print the answer, and return the exit
    code.
    """
    code: int = args.admin(args)
    return code


def _ask(args: argparse.Namespace, method: str, given: dict[str, str]) -> Any:
    from server.commands.operating import Service

    return Service(args.server, _kept_token(args)).ask(method, args.act, given)


def _kept_token(args: argparse.Namespace) -> str:
    if args.token_file:
        try:
            return Path(args.token_file).read_text("utf-8").strip()
        except OSError as fault:
            raise Failure(f"{args.token_file}: {fault.strerror}", USAGE) from fault
    token = os.environ.get(VARIABLE, "")
    if not token:
        raise Failure(f"an operator's token is needed: set {VARIABLE}, or --token-file", USAGE)
    return token


def _token(args: argparse.Namespace) -> int:
    from server.net.credentials import hash_of, new_token, read

    token = new_token()
    line = f"{args.name}:{hash_of(token)}"
    try:
        read(line)
    except ValueError:
        raise Failure("a name is 1 to 40 of A-Z a-z 0-9 _ . @ -", USAGE) from None
    print(f"token, for {args.name} alone:       {token}")
    print(f"line for the file --operators:  {line}")
    return 0


def _look(args: argparse.Namespace) -> int:
    from server.commands import operating

    shows = {
        "list": operating.show_list,
        "inspect": operating.show_table,
        "bans": operating.show_bans,
        "audit": operating.show_audit,
    }
    given = {"inspect": ("table",), "audit": ("most",)}.get(args.act, ())
    found = _ask(args, "GET", {name: str(getattr(args, name)) for name in given})
    return _shown(args, found, shows[args.act])


def _shown(args: argparse.Namespace, found: Any, show: Any) -> int:
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        show(found)
    return 0


def _whom(written: str) -> dict[str, str]:
    """Return, as the request's parameter, to whom a seat is handed over: `bot:NAME` is a bot, `-`
    nobody, anything else a player's id.
    """
    kind, colon, name = written.partition(":")
    if kind == "bot" and colon:
        return {"bot": name}
    return {"to": "" if written == "-" else written}


def _perform(args: argparse.Namespace) -> int:
    given = {"why": args.why}
    match args.act:
        case "kick":
            given |= {"player": args.player, "table": args.table}
        case "close" | "lose":
            given |= {"table": args.table}
        case "hand-over":
            what = "seat" if args.seat else "lead" if args.lead else "host"
            given |= {"table": args.table, "what": what, "seat": args.seat or ""}
            given |= _whom(args.to)
        case "motd":
            given |= {"text": args.text}
        case "ban":
            given |= {"target": args.target, "seconds": str(_seconds(args.seconds))}
        case _:
            given |= {"target": args.target}
    return _shown(args, _ask(args, "POST", given), lambda found: print(found["done"]))


def _seconds(text: str) -> int:
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "s")
    if not number.isdecimal():
        raise Failure(f"{text!r} is no time, such as 90m, 12h, 7d or 4w", USAGE)
    return int(number) * UNITS[unit]
