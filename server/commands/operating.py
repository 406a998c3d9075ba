"""Sends an operator's requests to a server, and prints its answers as tables."""

import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from rich.console import Console
from rich.table import Table

from clients.sdk import is_local
from protocol.plain_text import shown
from server.commands.failure import USAGE, Failure
from server.net.credentials import NoRedirects, NotFetched

PATIENCE = 30.0  # seconds: an order to other processes waits for each of them
WIDE = 400  # where nobody looks, nothing is cut short


class Service:
    """The operators' interface of a server. Raises Failure for an address to which a token must not
    be sent, since it would travel in the clear.
    """

    def __init__(self, server: str, token: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Failure(f"{server!r} is no server, such as https://play.example.org", USAGE)
        if parts.scheme == "http" and not is_local(server):
            text = "a token is not sent over plain http to another machine: use https, or a tunnel"
            raise Failure(text, USAGE)
        self._server, self._token = server.rstrip("/"), token
        here = (urllib.request.ProxyHandler({}),) if is_local(server) else ()
        self._opener = urllib.request.build_opener(NoRedirects, *here)

    def ask(self, method: str, what: str, given: dict[str, str]) -> Any:
        """Send a request, and return the answer as plain data. Raises Failure if the server refuses
        it or cannot be reached.
        """
        address = f"{self._server}/admin/{what}?{urlencode(given)}"
        headers = {"Authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(address, method=method, headers=headers)
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as fault:
            with fault:
                raise Failure(_refusal(fault)) from None
        except (OSError, HTTPException, NotFetched, msgspec.MsgspecError) as fault:
            reason = getattr(fault, "reason", fault)
            raise Failure(f"{self._server} cannot be asked: {reason}") from None


def _refusal(fault: urllib.error.HTTPError) -> str:
    try:
        told = msgspec.json.decode(fault.read(), type=dict[str, str])
        return shown(told["text"])
    except (msgspec.MsgspecError, KeyError, OSError):
        return f"the server answers {fault.code}: has it operators (--operators)?"


def _print(title: str, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    table = Table(*columns, title=title, title_justify="left")
    for row in rows:
        table.add_row(*(shown(str(each)) for each in row))
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    console.print(table)


def show_list(found: dict[str, Any]) -> None:
    """Print processes, tables and players."""
    columns = ("process", "version", "connections", "battles", "hosts", "relays", "")
    rows = [
        (
            *(one[key] for key in ("process", "version", "connections", "battles")),
            *(one["hosted"], one["relayed"], "stopping" if one["draining"] else ""),
        )
        for one in found["processes"]
    ]
    _print("Processes", columns, [*rows, *((one, "no answer") for one in found["silent"])])
    keys = ("table", "name", "encounter", "phase", "here", "spectators", "battle", "version")
    lines = [(*(one[key] for key in keys), one["host"]) for one in found["tables"]]
    _print("Tables in use", (*keys, "host"), lines)
    whose = ("player", "name", "address", "table", "process")
    _print("Players", whose, [tuple(one[key] for key in whose) for one in found["players"]])
    if found["notice"]:
        print(f"Message of the day: {shown(found['notice'])}")


def show_table(found: dict[str, Any]) -> None:
    """Print one table."""
    told = (
        ("name", found["name"]),
        ("encounter", found["encounter"]),
        ("phase", found["phase"]),
        ("leader", f"{found['leader']['name']} ({found['leader']['player']})"),
        ("host", found["host"]),
        ("relayed by", ", ".join(found["processes"]) or "nobody"),
        ("spectators", found["spectators"]),
        ("battle", f"{found['battle']} at version {found['version']}" if found["battle"] else "-"),
        ("closed", (found["why_closed"] or "yes") if found["closed"] else "no"),
    )
    for name, value in told:
        print(f"{name:<11} {shown(str(value))}")
    rows = [
        (
            *(one["seat"], one["name"], one["player"], one["bot"]),
            *("yes" if one["ready"] else "", "here" if one["here"] else "away"),
        )
        for one in found["chairs"]
    ]
    _print("Seats", ("seat", "name", "player", "bot", "ready", ""), rows)
    asked = [(one["text"], ", ".join(one["waited_for"])) for one in found["questions"]]
    if asked:
        _print("Open questions", ("question", "waits for"), asked)


def show_bans(found: list[dict[str, Any]]) -> None:
    """Print the bans."""
    rows = [
        (
            *(one["target"], moment(one["until"]) if one["until"] else "for good"),
            *(one["by"], moment(one["since"]), one["why"]),
        )
        for one in found
    ]
    _print("Bans", ("target", "until", "by", "since", "why"), rows)


def show_audit(found: list[dict[str, Any]]) -> None:
    """Print the audit trail."""
    rows = [
        (
            *(moment(one["time"]), one["operator"], one["address"], one["act"]),
            " ".join(f"{key}={value}" for key, value in one["given"].items()),
            *(one["why"], one["outcome"] or "?"),
        )
        for one in found
    ]
    columns = ("time", "operator", "from", "act", "on", "why", "outcome")
    _print("Acts, the newest first", columns, rows)


def moment(ms: int) -> str:
    """Return a Unix time in milliseconds as local date and time."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(ms / 1000))
