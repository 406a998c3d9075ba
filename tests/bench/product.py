"""The server under test: `hexwarden serve`, which also prints its port once it listens.

HEXWARDEN_BENCH_PROFILE=FILE writes a profile of the process to FILE when it stops.
"""

import argparse
import cProfile
import os
import sys

from server import app
from server.commands.bots import bots
from server.commands.serve import load
from server.commands.setups import setups
from server.settings import add_arguments


def main() -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    settings = load(parser.parse_args())

    def ready(port: int) -> None:
        print(port, flush=True)

    profile = os.environ.get("HEXWARDEN_BENCH_PROFILE", "")
    if not profile:
        return app.run(settings, setups=setups(), bots=bots(), ready=ready)
    watch = cProfile.Profile()
    try:
        return watch.runcall(app.run, settings, setups=setups(), bots=bots(), ready=ready)
    finally:
        watch.dump_stats(profile)


if __name__ == "__main__":
    sys.exit(main())
