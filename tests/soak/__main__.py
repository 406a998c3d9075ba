"""Random battles over all content, on all cores: `python -m tests.soak --battles 10000`.

Every encounter in turn, 1 to 4 players, every difficulty, all XP; after every commit the invariants
are checked and the folded diffs compared with the state, and every fifth battle is run again. A
defect is printed with the encounter and seed that repeat it; then the exit code is 1.

A battle takes about 100 answers and a quarter of a second of one core, at high XP up to ten times
as much: ten thousand take about twenty-five minutes on two idle cores. Several runs may share them:
battle n has seed `--first` + n / encounters, so runs whose seeds do not overlap add up.
"""

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter
from typing import NamedTuple

from tests.rules.recording import ENCOUNTERS, Recording, play_out

AGAIN_EVERY = 5


class Played(NamedTuple):
    """One battle: how many answers it took, how it ended, and what was wrong ("" : nothing)."""

    encounter: str
    seed: int
    answers: int
    outcome: str
    wrong: str


def one(job: tuple[str, int]) -> Played:
    """Play one battle."""
    encounter, seed = job
    battle = None
    try:
        battle = Recording(seed, encounter)
        play_out(battle, again=seed % AGAIN_EVERY == 0)
    except Exception as fault:
        cause = fault.__cause__ or fault
        told = "".join(traceback.format_exception(cause, limit=-6))
        return Played(encounter, seed, len(battle.commits) if battle else 0, "broken", told)
    outcome = str(getattr(battle.play.state, "outcome", ""))
    return Played(encounter, seed, len(battle.commits), outcome, "")


def jobs(battles: int, first: int, only: str) -> list[tuple[str, int]]:
    """Which battles are played: the encounters in turn, each with seeds of its own."""
    chosen = [only] if only else list(ENCOUNTERS)
    return [(chosen[n % len(chosen)], first + n // len(chosen)) for n in range(battles)]


def main() -> int:
    """Play them all and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--battles", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--encounter", default="", choices=("", *ENCOUNTERS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    args = parser.parse_args()
    began, answers, broken = time.perf_counter(), 0, 0
    outcomes: Counter[str] = Counter()
    with multiprocessing.Pool(args.jobs) as pool:
        work = jobs(args.battles, args.first, args.encounter)
        for number, played in enumerate(pool.imap_unordered(one, work, chunksize=4), 1):
            answers += played.answers
            outcomes[played.outcome] += 1
            if played.wrong:
                broken += 1
                print(f"DEFECT --encounter {played.encounter} --first {played.seed} --battles 1")
                print(played.wrong, flush=True)
            if number % 500 == 0:
                seconds = time.perf_counter() - began
                print(f"{number:,} battles, {broken} defects, {seconds:.0f} s", flush=True)
    seconds = time.perf_counter() - began
    ended = ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.most_common())
    print(
        f"{args.battles:,} battles over {len(ENCOUNTERS)} encounters, {answers:,} answers, "
        f"{seconds:.0f} s: {broken} defects ({ended})"
    )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
