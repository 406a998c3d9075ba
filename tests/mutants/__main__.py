"""Plants a sample of mistakes, one by one, and runs the tests that cover each one's line.

    python -m tests.mutants draw [--seed 14]          what `sample.txt` lacks, since lines have gone
    python -m tests.mutants measure [TESTS ...]       which tests run which lines, once
    python -m tests.mutants run [--slice 0/6]         plant the sample, or a part of it
    python -m tests.mutants report                    what was found, and what was not

`make mutants` does all three. What no test finds is read by somebody, who writes a test, or says
in `read.toml` why no test could find it. Ends with 1 where less than 90% were found, or one that
was not found has not been read.
"""

import argparse
import json
import random
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.mutants.covering import ROOT, Covering
from tests.mutants.forking import Forking
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.verdicts import SECONDS, Verdict, measure, tested

QUOTAS = {"server/rules": 150, "server/rules/engine": 50, "server/service": 50, "server/store": 50}
"""Mistakes of each part: as many of the small ones, where the service's life hangs on each line, as
make a percentage mean something. The engine's are not among those of the rules."""
ENOUGH = 0.9  # of all mistakes; the rest was read
FOLDER = ROOT / ".mutants"
SAMPLE = Path(__file__).with_name("sample.txt")
COLLECTED = (
    *("-n0", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:terminal"),
    *("-o", "addopts=-p tests.rules_coverage"),  # for a run without a terminal -q is no option
)
TESTS = (
    "rules",
    "service",
    "store",
    "battles",
    "cluster",
    "tables",
    "spectating",
    "replays",
    "golden",
    "simulator",
    "clients",
    "players",
    "operator",
)
"""Folders of tests that run in one process; those that start servers do not see a mistake."""


def drawn(seed: int) -> list[Mutation]:
    """The sample with as many new mistakes, by a seed, as lines of it have gone. An empty
    `sample.txt` gives another sample.
    """
    chance, found = random.Random(seed), sample()
    for part, quota in QUOTAS.items():
        files = [str(each.relative_to(ROOT)) for each in sorted((ROOT / part).rglob("*.py"))]
        ours = [each for each in files if _part_of(each) == part]
        known = {one.name for one in found if one.path in ours}
        left = [one for each in ours for one in in_file(each) if one.name not in known]
        found += chance.sample(left, max(quota - len(known), 0))
    return found


def _part_of(path: str) -> str:
    return max((part for part in QUOTAS if path.startswith(f"{part}/")), key=len)


def in_file(path: str) -> list[Mutation]:
    """The mistakes that can be planted in a file; none where it is gone."""
    file = ROOT / path
    return mutations(path, file.read_text()) if file.exists() else []


def sample() -> list[Mutation]:
    """The mistakes of `sample.txt`, as far as their lines are still there."""
    names = SAMPLE.read_text().splitlines()
    paths = dict.fromkeys(name.partition(": ")[0] for name in names)
    there = {one.name: one for path in paths for one in in_file(path)}
    return [there[name] for name in names if name in there]


def run(part: str, seconds: float, tests: list[str]) -> None:
    """Plant the mistakes of a part, such as 0/6, that no test has found yet."""
    at, parts = (int(number) for number in part.split("/"))
    covering = Covering(sorted(FOLDER.glob("*.lines")))
    known = {verdict.name for verdict in verdicts() if verdict.outcome == "found"}
    with (FOLDER / f"verdicts-{at}-{parts}.jsonl").open("a") as file:

        def note(verdict: Verdict) -> None:
            print(f"{verdict.outcome:10}{verdict.name}", flush=True)
            print(json.dumps(verdict._asdict()), file=file, flush=True)

        forking = Forking(
            [one for one in sample()[at::parts] if one.name not in known],
            covering,
            seconds,
            lambda one, told: note(Verdict(one.name, "found", told)),
        )
        pytest.main([*COLLECTED, *tests], [forking])
        for one in forking.left:
            note(tested(one, covering, seconds))


def verdicts() -> list[Verdict]:
    """All that were written down."""
    files = sorted(FOLDER.glob("verdicts-*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    return [Verdict(**json.loads(line)) for line in lines]


def report(found: Iterable[Verdict]) -> int:
    """Print what no test found. Returns 1 where too little was, or something was not read."""
    read = tomllib.loads(Path(__file__).with_name("read.toml").read_text())
    names = {one.name for one in sample()}
    last = {verdict.name: verdict for verdict in found if verdict.name in names}
    survivors = [verdict for verdict in last.values() if verdict.outcome != "found"]
    for verdict in survivors:
        print(f"{verdict.name}\n    {read.get(verdict.name, 'NOT READ')} ({verdict.tests} tests)")
    share = 1 - len(survivors) / len(last)
    unread = [verdict for verdict in survivors if verdict.name not in read]
    print(f"{len(last)} mistakes, {share:.1%} found, {len(survivors)} not, {len(unread)} not read")
    return int(share < ENOUGH or bool(unread))


def main() -> int:
    """Do what the command line says; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("what", choices=("draw", "measure", "run", "report"))
    parser.add_argument("tests", nargs="*", default=[f"tests/{each}" for each in TESTS])
    parser.add_argument("--slice", default="0/1", help="a part of the sample, such as 0/6")
    parser.add_argument("--seed", type=int, default=14, help="of what is drawn anew")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests for each mistake")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    match given.what:
        case "draw":
            SAMPLE.write_text("".join(f"{one.name}\n" for one in drawn(given.seed)))
        case "measure":
            for tests in given.tests:
                file = FOLDER / f"{tests.strip('/').replace('/', '-')}.lines"
                if not file.exists():
                    measure(tests, file)
        case "run":
            run(given.slice, given.seconds, given.tests)
        case _:
            return report(verdicts())
    return 0


if __name__ == "__main__":
    sys.exit(main())
