"""Runs a piece of the rules once for each way its dice can fall."""

from collections.abc import Callable
from fractions import Fraction

from server.rules.engine.foresight import MOST_STEPS, Slices, TooMany
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState

RUNS, SUMS = 8, 64
"""Runs of rules, and sums of chances, in one step: about half a millisecond."""


class Undecided(Exception):
    """Raised by a roll of a die whose fall is not chosen yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Chosen:
    """Dice that fall as chosen; the first one beyond raises `Undecided`."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._left = list(faces)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Return the next die's face, counted from 0. Raises `Undecided`."""
        if not self._left:
            raise Undecided(sides)
        return self._left.pop(0)


class Work:
    """The budget of one preview: so many steps, with a pause after each."""

    def __init__(self) -> None:
        self._left, self._done = MOST_STEPS, 0

    def spend(self, count: int = 1, of: int = SUMS) -> Slices[None]:
        """Count `count` pieces of work, of which a step has `of`. Raises `TooMany`."""
        self._done += count * (RUNS * SUMS // of)
        while self._done >= RUNS * SUMS:
            self._done -= RUNS * SUMS
            self._left -= 1
            if not self._left:
                raise TooMany
            yield


def outcomes(
    rules: Ruleset[MatchState], state: MatchState, scene: Callable[[Match], None], work: Work
) -> Slices[list[tuple[MatchState, Fraction]]]:
    """Return the states in which a scene can end, each with its chance. The scene may roll, but
    not ask. Raises `TooMany`.
    """
    found: list[tuple[MatchState, Fraction]] = []
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, share = waiting.pop()
        yield from work.spend(1, RUNS)
        game = Game(rules, state, [], Chosen(faces), 0)
        try:
            scene(Match(game))
        except Undecided as die:
            waiting += [
                ((*faces, face), share * Fraction(1, die.sides)) for face in range(die.sides)
            ]
        else:
            found.append((game.state, share))
    return found
