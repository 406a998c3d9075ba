"""The server under test: `hexwarden serve`, which also prints its port once it listens.

HEXWARDEN_BENCH_PROFILE=FILE writes a profile of the process to FILE when it stops, from its first
SIGUSR2 on. It goes by processor time: others use the machine, too.
"""

import argparse
import cProfile
import os
import signal
import sys
import time

from server.commands.bots import bots
from server.commands.serve import load
from server.commands.setups import setups
from server.process import app
from server.settings import add_arguments
from tests.bench.board import BOARD
from tests.bench.processes import PROFILE


def main() -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    settings = load(parser.parse_args())

    def ready(port: int) -> None:
        print(port, flush=True)

    profile = os.environ.get(PROFILE, "")
    if not profile:
        return app.run(settings, setups=(*setups(), BOARD), bots=bots(), ready=ready)
    watch = cProfile.Profile(time.process_time)
    signal.signal(signal.SIGUSR2, lambda *_: watch.enable())
    try:
        return app.run(settings, setups=(*setups(), BOARD), bots=bots(), ready=ready)
    finally:
        watch.dump_stats(profile)


if __name__ == "__main__":
    sys.exit(main())
