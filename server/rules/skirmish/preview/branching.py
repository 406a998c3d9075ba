"""Runs a piece of the rules once for each way its dice can fall."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import groupby

from protocol.ids import UnitId
from protocol.skirmish import UnitFell
from server.rules.engine.foresight import MOST_STEPS, Slices, TooMany
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset
from server.rules.skirmish.injuries import hardness, harm_of_mishap
from server.rules.skirmish.kernel import checks
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import MatchState, Unit

Likely = list[tuple[MatchState, Fraction]]
"""States with their chances."""
RUNS, SUMS = 4, 42
"""Runs of rules, and sums of chances, in one step: about a quarter of a millisecond."""


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
    """The budget of one preview: so many steps, with a pause after each. `too_many` says to a
    player why it was not enough.
    """

    def __init__(self, too_many: str) -> None:
        self._left, self._done, self._too_many = MOST_STEPS, 0, too_many

    def spend(self, count: int = 1, of: int = SUMS) -> Slices[None]:
        """Count `count` pieces of work, of which a step has `of`. Raises `TooMany`."""
        self._done += count * (RUNS * SUMS // of)
        while self._done >= RUNS * SUMS:
            self._done -= RUNS * SUMS
            self._left -= 1
            if not self._left:
                raise TooMany(self._too_many)
            yield


def outcomes(
    rules: Ruleset[MatchState],
    state: MatchState,
    scene: Callable[[Match], None],
    who: UnitId,
    work: Work,
) -> Slices[Likely]:
    """Return the states in which a scene can end, each with its chance.

    The scene may roll, but not ask; of all checks it makes but the Agility Checks of `who`, who
    alone may fall, and of several hits it applies only such as do the same. Raises `TooMany`.
    """
    drops: set[int] = set()
    while True:
        classes = _classes(state.units[who], drops)
        found, fallen = yield from _runs(rules, state, scene, classes, work)
        if fallen <= drops:
            return found
        # How deep it falls is known only now; what each face does depends on it.
        drops |= fallen


def _runs(
    rules: Ruleset[MatchState],
    state: MatchState,
    scene: Callable[[Match], None],
    classes: list[tuple[int, int]],
    work: Work,
) -> Slices[tuple[Likely, set[int]]]:
    """Run a scene for each way its dice can fall. Returns its ends, and how deep units fell."""
    found: Likely = []
    drops: set[int] = set()
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, share = waiting.pop()
        yield from work.spend(1, RUNS)
        game = Game(rules, state, [], Chosen(faces), 0)
        try:
            scene(Match(game))
        except Undecided as die:
            # Other dice choose among hits, and these are alike (`blows.harmful`).
            known = classes if die.sides == SIDES else [(0, die.sides)]
            waiting += [
                ((*faces, face), share * Fraction(count, die.sides)) for face, count in known
            ]
        else:
            found.append((game.state, share))
        drops |= {each.event.height for each in game.log if isinstance(each.event, UnitFell)}
    return found, drops


def _classes(unit: Unit, drops: Iterable[int]) -> list[tuple[int, int]]:
    """Return faces of a d20, counted from 0, and how many each stands for: those that neither an
    Agility Check of the unit nor a fall of one of these depths tells apart.
    """
    extra = [hardness(drop) for drop in drops]

    def does(face: int) -> tuple[object, ...]:
        harms = (harm_of_mishap(face + 1 + more) for more in extra)
        return checks.passes(face + 1, unit.type.agility), *harms

    # They are next to each other, so of two dice the better of each class is in the right one.
    groups = [list(group) for _, group in groupby(range(SIDES), does)]
    return [(group[0], len(group)) for group in groups]
