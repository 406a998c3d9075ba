"""A whole server in a process of its own, for a browser. Prints its port once it listens.

The dice of its battles follow from a name, so that a test meets the same battle in every run: one
that needs a fight or a town in reach would otherwise fail on the day the dice give none.
"""

import argparse
import hashlib
import secrets
from itertools import count
from pathlib import Path
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


def main(data: str, port: int, store: str, seeds: str, lease: float) -> int:
    settings = Settings(port=port, data=data, store=store, bot_delay=0.0, log="json", lease=lease)
    played = content((FACE_TO_FACE,))
    with patch("server.tables.seats.secrets", Seeds(seeds) if seeds else secrets):
        return app.run(
            settings,
            setups=(*setups(played), *sessions(played), *matches(played), ordering.SETUP),
            bots=bots(),
            ready=lambda port: print(port, flush=True),
        )


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("data")
    asked.add_argument("--port", type=int, default=0)
    asked.add_argument("--store", default="memory://")
    asked.add_argument("--seeds", default="", help="what the dice follow from; empty: by chance")
    asked.add_argument("--lease", type=float, default=2.0, help="seconds")
    raise SystemExit(main(**vars(asked.parse_args())))
