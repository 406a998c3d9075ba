"""`python -m tests.bench [--quick] [PART ...]`: all figures, or those of some parts.

`--profile PART` says where the time of a part goes instead.
"""

import argparse
import gc
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog
import uvloop

from tests.bench import (
    asking,
    engine,
    fanout,
    fleet,
    matches,
    memory,
    moves,
    profiling,
    sessions,
    startup,
    ways,
)
from tests.bench.report import Report
from tests.bench.scale import FULL, QUICK, Scale

Part = Callable[[Report, Scale], Awaitable[None]]


async def _engine(report: Report, scale: Scale) -> None:
    engine.run(report, scale.engine_rounds)


async def _ways(report: Report, scale: Scale) -> None:
    ways.run(report, scale.engine_rounds)


async def _matches(report: Report, scale: Scale) -> None:
    matches.run(report, scale.engine_rounds)


PARTS: dict[str, Part] = {
    "micro": moves.run,
    "board": moves.run_board,
    "everysec": moves.run_everysec,
    "jailbreak": moves.run_battles,
    "fanout": fanout.run,
    "idle": memory.run,
    "startup": startup.run,
    "engine": _engine,
    "sessions": sessions.run,
    "ways": _ways,
    "matches": _matches,
    "requests": asking.run,
    "fleet": fleet.run,
    "cluster": fleet.run_on_cluster,
}

PROFILED = f"print a profile instead, of {', '.join(sorted(profiling.PARTS))}"


def main(argv: list[str]) -> None:
    """Run the parts in order and write `bench.json`."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="tiny sizes: only that it works")
    parser.add_argument("--profile", choices=sorted(profiling.PARTS), metavar="PART", help=PROFILED)
    parser.add_argument("--out", type=Path, help="file of JSON lines (default: bench.json)")
    args = parser.parse_args(argv)
    if unknown := [name for name in args.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}")
    if args.profile:
        uvloop.run(profiling.run(args.profile))
        return
    # Some parts have a server in this process: its lines would be part of what requests cost.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    # The load must not be what pauses.
    gc.freeze()
    gc.disable()
    report = Report(args.out or Path("bench.json"))
    scale = QUICK if args.quick else FULL
    for name in args.parts or PARTS:
        uvloop.run(PARTS[name](report, scale))  # type: ignore[arg-type]
    if args.out or not args.quick:
        report.write()


if __name__ == "__main__":
    main(sys.argv[1:])
