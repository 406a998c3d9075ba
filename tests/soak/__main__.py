"""Random battles over all content, on all cores: `python -m tests.soak --battles 10000`.

Every encounter in turn, 1 to 4 players, every difficulty, all XP; after every commit the invariants
are checked and the folded diffs compared with the state, and every fifth battle is run again. A
defect is printed with the encounter and seed that repeat it; then the exit code is 1.

A battle takes about 100 answers and a quarter of a second of one core, at high XP up to ten times
as much: ten thousand take about twenty-five minutes on two idle cores. Several runs may share them:
battle n has seed `--first` + n / encounters, so runs whose seeds do not overlap add up.
"""

import sys

from tests.rules.recording import ENCOUNTERS, Recording, play_out
from tests.soak.running import Played, Soak, fault_in, parser, run

AGAIN_EVERY = 5


def one(job: tuple[str, int]) -> Played:
    """Play one battle."""
    encounter, seed = job
    battle, again = None, f"--encounter {encounter} --first {seed}"
    try:
        battle = Recording(seed, encounter)
        play_out(battle, again=seed % AGAIN_EVERY == 0)
    except Exception as fault:
        answers = len(battle.commits) if battle else 0
        return Played(again, answers, "broken", fault_in(fault))
    outcome = str(getattr(battle.play.state, "outcome", ""))
    return Played(again, len(battle.commits), outcome, "")


def jobs(battles: int, first: int, only: str) -> list[tuple[str, int]]:
    """Which battles are played: the encounters in turn, each with seeds of its own."""
    chosen = [only] if only else list(ENCOUNTERS)
    return [(chosen[n % len(chosen)], first + n // len(chosen)) for n in range(battles)]


def main() -> int:
    """Play them all and print what came of it."""
    known = parser("python -m tests.soak", "battles", 10_000)
    known.add_argument("--encounter", default="", choices=("", *ENCOUNTERS))
    args = known.parse_args()
    work = jobs(args.count, args.first, args.encounter)
    return run(Soak("battles", one, 500), work, args.jobs, f" over {len(ENCOUNTERS)} encounters")


if __name__ == "__main__":
    sys.exit(main())
