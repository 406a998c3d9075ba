"""`python -m tests.bench.answers`: how many answers whole battles ask of the adventurers' seats.

Battle n is of encounter n (all in turn), for n % 4 + 1 seats, of difficulty n % 3, with its own
seed; bots answer for all seats, so every answer is one that a player would have to give. What
bots pick hangs on what is asked, so two releases play other battles from the same seeds: compare
answers for each battle and for each turn of an adventurer, over many of them.
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

from protocol.events import Answered, BeatBegan
from server.commands.headless import MOST_ANSWERS, Simulation
from server.commands.setups import DIFFICULTIES, setups

FIRST_SEED = 1000
AHEAD = ("create.", "setup.", "deploy", "kit.")
"""How the codes of questions begin that are asked before the first round."""


@dataclass
class Asked:
    """The answers of some battles, by the code of the question."""

    battles: int = 0
    turns: int = 0
    rounds: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def answers(self) -> int:
        """All answers."""
        return self.kinds.total()

    @property
    def ahead(self) -> int:
        """The answers before the first round: creation, set-up, deployment."""
        return sum(count for why, count in self.kinds.items() if why.startswith(AHEAD))


def count(battles: int, bots: str = "random", first: int = 0) -> Asked:
    """Play so many battles, the first of them being number `first`, and count."""
    names = [one.name for one in setups() if one.name != "micro"]
    found = Asked()
    for number in range(first, first + battles):
        name, difficulty = names[number % len(names)], DIFFICULTIES[number % len(DIFFICULTIES)]
        _play(
            Simulation(name, number % 4 + 1, difficulty, bots, FIRST_SEED + number),
            found,
        )
    return found


def _play(battle: Simulation, found: Asked) -> None:
    record = battle.record
    record.keep(record.begin())
    for _ in range(MOST_ANSWERS):
        if record.shown.over:
            break
        whys = {question.id: question.why for question in record.shown.questions}
        for event in battle.step().told.events:
            if isinstance(event, Answered):
                found.kinds[whys[event.question]] += 1
            found.turns += isinstance(event, BeatBegan) and event.name == "turn"
    found.battles += 1
    found.rounds += record.shown.state.rounds  # type: ignore[attr-defined]


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.answers")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--bots", default="random", choices=("random", "sensible"))
    args = parser.parse_args()
    began = time.perf_counter()
    found = count(args.count, args.bots)
    seconds = time.perf_counter() - began
    in_battle = found.answers - found.ahead
    print(
        f"{found.battles} battles of {args.bots} bots in {seconds:.0f} s: {found.answers} answers"
    )
    print(f"{found.rounds} rounds, {found.turns} turns of adventurers")
    print(f"answers: {found.answers / found.battles:.1f} a battle", end=", ")
    print(f"{found.answers / found.turns:.2f} a turn; once the rounds have begun", end=" ")
    print(f"{in_battle / found.battles:.1f} a battle, {in_battle / found.turns:.2f} a turn")
    for why, times in found.kinds.most_common():
        print(f"{times:6d} {100 * times / found.answers:5.1f}%  {why}")


if __name__ == "__main__":
    main()
