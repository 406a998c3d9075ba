"""Matches of the skirmish over all boards and rosters: `python -m tests.soak.matches`.

Match n has seed `--first` + n: it settles board, rosters, dice and who plays: bots that play to
win, sides that seek the fight, or both, each with an answer at random now and then. After every
commit the invariants are checked and the folded diffs compared with the state, and every fifth
match is run again. A defect is printed with the seed that repeats it; then the exit code is 1.
"""

import sys
from functools import lru_cache

import msgspec

from clients.bots import SensibleBot
from protocol.ids import QuestionId
from server.commands.bots import sensible
from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import rerun
from server.rules.skirmish.rules import SkirmishRules
from tests.rules.skirmish.invariants import broken
from tests.rules.skirmish.matches import RandomMatch
from tests.soak.running import Played, Soak, fault_in, parser, run

AGAIN_EVERY = 5  # matches
FOOLISH = 0.1  # of the answers are random ones
MOST_ANSWERS = 5_000  # ten times what a long match takes
MANNERS = ("sensible", "press", "both")
"""How the sides play: with the bot that plays to win, seeking the fight, or one each."""


@lru_cache(maxsize=1)
def _sensible() -> SensibleBot:
    # Made once in a process: it reads the whole glossary.
    return sensible()


def step(match: RandomMatch, manner: str) -> None:
    """Answer a question by the manner of the side that is asked."""
    asked = match.play.questions[0]
    seat = asked.to[0]
    if match.random.random() < FOOLISH:
        match.step()
    elif manner == "press" or (manner == "both" and seat == "2"):
        match.press()
    else:
        mine = tuple(one for one in match.play.questions if seat in one.to)
        number, picks, _ = _sensible().choose(plain(match.play.state), seat, mine)
        match.offer(QuestionId(number), seat, picks)


def play_out(match: RandomMatch, manner: str, *, again: bool = False) -> None:
    """Play to the end, and check after every commit; with `again` the rules, run once more, come to
    the same state.
    """
    shown, folded = plain(match.begun), 0
    while True:
        for commit, state in zip(match.commits[folded:], match.states[folded:], strict=True):
            fold(shown, commit.gone, plain(commit.put))
            assert shown == msgspec.msgpack.decode(state), "the folded diffs are not the state"
        folded = len(match.commits)
        assert not (wrong := list(broken(match.play.state))), wrong
        if match.play.over:
            break
        assert match.play.questions, "nobody is asked, and the match is not over"
        assert folded < MOST_ANSWERS, "the match does not come to an end"
        step(match, manner)
    assert match.play.state.winner in match.play.state.sides
    if again:
        told = rerun(SkirmishRules(), match.begun, match.chance, match.commits)
        assert msgspec.msgpack.encode(told.state) == match.states[-1]


def one(seed: int) -> Played:
    """Play one match."""
    match, again = None, f"--first {seed}"
    try:
        match = RandomMatch(seed)
        play_out(match, MANNERS[seed % len(MANNERS)], again=seed % AGAIN_EVERY == 0)
    except Exception as fault:
        answers = len(match.commits) if match else 0
        return Played(again, answers, "broken", fault_in(fault))
    return Played(again, len(match.commits), match.play.state.how, "")


def main() -> int:
    """Play them all and print what came of it."""
    args = parser("python -m tests.soak.matches", "matches", 2_000).parse_args()
    seeds = range(args.first, args.first + args.count)
    return run(Soak("matches", one, 100), seeds, args.jobs)


if __name__ == "__main__":
    sys.exit(main())
