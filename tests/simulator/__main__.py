"""Many seeds, or one with everything that happens in it: see the package."""

import argparse
import gc
import multiprocessing
import os
import sys
import time
from collections import Counter
from functools import partial
from typing import NamedTuple

from tests.simulator.truth import Truth
from tests.simulator.world import World

SHOWN = 6


class Result(NamedTuple):
    """What became of a seed: what was wrong, what went wrong on purpose, and how much was done."""

    seed: int
    wrongs: list[str]
    faults: Counter[str]
    commits: int
    acknowledged: int
    lost: int
    doubled: int


def truth_of(scripts: bool) -> type[Truth]:
    """The store: that in memory, or the one that the store's own scripts drive."""
    if not scripts:
        return Truth
    from tests.simulator.scripted import ScriptedTruth

    return ScriptedTruth


def one(seed: int, scripts: bool = False) -> Result:
    """Run a seed."""
    world = World(seed, truth=truth_of(scripts))
    wrongs = world.run()
    acknowledged = len({ack.move for ack in world.history.acks})
    commits, tally = len(world.truth.written), world.tally
    del world
    gc.collect()
    return Result(seed, wrongs, tally.faults, commits, acknowledged, tally.lost, tally.doubled)


def traced(seed: int, scripts: bool) -> int:
    """Run a seed and tell everything."""
    world = World(seed, print, truth_of(scripts))
    print(f"{world.plan}\n")
    wrongs = world.run()
    print(f"\n{world.loop.time():.1f} s, {world.loop.steps:,} steps")
    for wrong in wrongs:
        print(f"WRONG {wrong}")
    print(f"{len(wrongs)} wrong" if wrongs else "nothing wrong")
    return 1 if wrongs else 0


def many(seeds: range, jobs: int, scripts: bool) -> int:
    """Run seeds on some processes and print what came of them."""
    began, total, faults = time.perf_counter(), Counter[str](), Counter[str]()
    defects: list[int] = []
    with multiprocessing.Pool(jobs) as pool:
        results = pool.imap_unordered(partial(one, scripts=scripts), seeds, chunksize=4)
        for number, result in enumerate(results, 1):
            faults.update(result.faults)
            total.update(
                commits=result.commits,
                acknowledged=result.acknowledged,
                lost=result.lost,
                doubled=result.doubled,
            )
            if result.wrongs:
                defects.append(result.seed)
                print(f"DEFECT --seed {result.seed}", *result.wrongs[:SHOWN], sep="\n    ")
            if number % 1000 == 0:
                print(f"{number:,} seeds, {len(defects)} defects", flush=True)
    seconds = time.perf_counter() - began
    for kind, count in sorted(faults.items()):
        print(f"{count:>10,}  {kind}")
    print(
        f"{len(seeds):,} seeds, {faults.total():,} faults, {total['commits']:,} commits, "
        f"{total['acknowledged']:,} acknowledged, lost {total['lost']}, "
        f"doubled {total['doubled']}; {seconds:.0f} s"
    )
    print(f"defects: {', '.join(map(str, sorted(defects))) or 'none'}")
    return 1 if defects else 0


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulator")
    parser.add_argument("--seeds", type=int, default=300, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--seed", type=int, default=None, help="only this one, told in full")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--scripts", action="store_true", help="the store's own scripts, in Lua")
    args = parser.parse_args()
    if args.seed is not None:
        return traced(args.seed, args.scripts)
    return many(range(args.first, args.first + args.seeds), args.jobs, args.scripts)


if __name__ == "__main__":
    sys.exit(main())
