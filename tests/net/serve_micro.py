"""A server of the micro-game, and of sessions of it, in a process that tests end without warning.

Takes the flags of `hexwarden serve`; prints its port on standard output once it listens. SIGUSR1
makes its event loop stand still for good, as a defect would.
"""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Mapping

from server.battles.games import Built, Setup
from server.process import app
from server.rules.micro.ruleset import MicroRules, start
from server.settings import BadSetting, add_arguments, load
from tests.service.games import GAMES


def build(seats: tuple[str, ...], _difficulty: str, options: Mapping[str, str]) -> Built:
    """The micro-game to a goal of the table's choice."""
    goal, cargo = int(options.get("goal", "60")), int(options.get("cargo", "20"))
    return Built(MicroRules(), start(seats, goal, cargo))


MICRO = Setup("micro", build, content="micro-content")


def main() -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    try:
        settings = load(parser.parse_args(), os.environ)
    except BadSetting as fault:
        print(fault, file=sys.stderr)
        return app.EXIT_SETTINGS

    def ready(port: int) -> None:
        print(port, flush=True)

    signal.signal(signal.SIGUSR1, lambda *_: threading.Event().wait())

    sessions = [GAMES.find(name) for name in ("calling", "duel")]
    return app.run(settings, setups=[MICRO, *sessions], bots={}, ready=ready)


if __name__ == "__main__":
    sys.exit(main())
