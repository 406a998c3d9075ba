"""Whole servers for a browser, each in a process of its own.

They are forked from a process that has read the program and its content, which takes a second of a
core: far longer than all else until a server listens.

The dice of its battles follow from a name, so that a test meets the same battle in every run: one
that needs a fight or a town in reach would otherwise fail on the day the dice give none.
"""

import hashlib
import json
import os
import secrets
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from server.commands.bots import bots
from server.commands.matches import matches
from server.commands.packs.loading import content
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.process import app
from server.settings import Settings
from tests.web import ordering

FACE_TO_FACE = Path(__file__).with_name("face_to_face.toml")


class Seeds:
    """Stands in for `secrets` where seeds are made: by a name and their number; ids as ever."""

    def __init__(self, name: str) -> None:
        self._name, self._numbers = name, count(1)

    def token_bytes(self, size: int) -> bytes:
        return hashlib.sha256(f"{self._name} {next(self._numbers)}".encode()).digest()[:size]

    def token_hex(self, size: int) -> str:
        return secrets.token_hex(size)


PLAYED = content((FACE_TO_FACE,))
SETUPS = (*setups(PLAYED), *sessions(PLAYED), *matches(PLAYED), ordering.SETUP)
BOTS = bots()


def serve(told: int, data: str, port: int, store: str, seeds: str, lease: float) -> int:
    """Serve until told to stop; `told` is the file that the port is written into."""
    settings = Settings(port=port, data=data, store=store, bot_delay=0.0, log="json", lease=lease)
    with patch("server.tables.seats.secrets", Seeds(seeds) if seeds else secrets):
        return app.run(
            settings,
            setups=SETUPS,
            bots=BOTS,
            ready=lambda port: os.close(told) if os.write(told, b"%d" % port) else None,
        )


def start(arguments: dict[str, Any]) -> tuple[int, int]:
    """A server in a process of its own: its number, and its port once it listens, else 0."""
    told, tells = os.pipe()
    if process := os.fork():
        os.close(tells)
        with open(told, "rb") as port:
            return process, int(port.read() or 0)
    # Whatever happens here, the child must not go on as if it were the parent.
    try:
        os.close(told)
        os.dup2(os.open(os.devnull, os.O_RDWR), sys.stdin.fileno())
        os._exit(serve(tells, **arguments))
    finally:
        os._exit(1)


def main() -> None:
    """Start and stop servers as lines of JSON ask; where nobody asks any more, stop all."""
    running: set[int] = set()
    for line in sys.stdin:
        match json.loads(line):
            case {"stop": process}:
                stop(process)
                running.remove(process)
                print(process, flush=True)
            case arguments:
                process, port = start(arguments)
                running.add(process)
                print(process, port, flush=True)
    for process in running:
        stop(process)


def stop(process: int) -> None:
    os.kill(process, signal.SIGTERM)
    os.waitpid(process, 0)


if __name__ == "__main__":
    main()
