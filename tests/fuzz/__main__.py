"""`python -m tests.fuzz --seconds 3600`: every decoder in turn, each for its share of the time;
without `--seconds` (about a minute) each for a number of its own of inputs, the same everywhere.

Exit code 1 if anything broke; the inputs that did then stand under tests/fuzz/regressions.
"""

import argparse
import sys
from collections.abc import Iterator

from tests.fuzz.fuzzing import Run, at_random, guided, is_guided
from tests.fuzz.targets import TARGETS, Target


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, help="for all targets together")
    parser.add_argument("--seed", type=int, default=0, help="of the random inputs")
    parser.add_argument("--unguided", action="store_true", help="without coverage as guide")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    args = parser.parse_args()
    chosen = [TARGETS[name] for name in args.targets or TARGETS]
    share = None if args.seconds is None else args.seconds / len(chosen)
    runs: Iterator[tuple[Target, Run]]
    runs = ((target, at_random(target, share, args.seed)) for target in chosen)
    if not args.unguided and is_guided():
        runs = guided(chosen, share, args.seed)
    elif not args.unguided:
        print("atheris is not to be had here (pip install '.[fuzz]'): inputs are mutated at random")
    broken = 0
    for target, found in runs:
        print(f"{target.name:18} {found.tried:9,} inputs, {len(found.broken)} broke", flush=True)
        for each in found.broken:
            print(f"    {each.file}: {each.why}")
        broken += len(found.broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
