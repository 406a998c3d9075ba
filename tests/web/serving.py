"""A whole server in a process of its own, for a browser. Prints its port once it listens."""

import sys
from pathlib import Path

from server.commands.bots import bots
from server.commands.matches import matches
from server.commands.packs.loading import content
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.process import app
from server.settings import Settings
from tests.web import ordering

FACE_TO_FACE = Path(__file__).with_name("face_to_face.toml")


def main(data: str, port: int = 0, store: str = "memory://") -> int:
    settings = Settings(port=port, data=data, store=store, bot_delay=0.0, log="json")
    played = content((FACE_TO_FACE,))
    return app.run(
        settings,
        setups=(*setups(played), *sessions(played), *matches(played), ordering.SETUP),
        bots=bots(),
        ready=lambda port: print(port, flush=True),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
