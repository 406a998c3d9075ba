"""How a fight between two units ends that nobody else joins, from the one's first strike on.

A fight goes on in each turn of either side, so the first blow is not all that it comes to: who is
dazed in its own turn lies open in the enemy's, and who stands up again fights at a disadvantage.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from clients.bots.matches import odds
from clients.bots.matches.table import Unit

FRESH, STAGGERED, DAZED, STUNNED, OUT = range(5)
"""States of a fighter, from mild to grave."""
STATES = {"": FRESH, "staggered": STAGGERED, "dazed": DAZED, "stunned": STUNNED}
TURNS = 5
"""How many turns a fight is followed for: most are over by then, and no plan looks farther."""


class Fighter(NamedTuple):
    """What a unit is in a fight with one enemy: what it needs to hit it, what it adds to the
    injury, how often it strikes, its chance to stop a hit, wounds, agility, and its state.
    """

    needs: int
    injury: int
    edge: int
    attacks: int
    stops: float
    wounds: int
    agility: int
    state: int
    undead: bool


class Ending(NamedTuple):
    """The chances, 0 to 1, that the one and that the other is lost."""

    lost: float
    won: float


def fight(unit: Unit, target: Unit, edge: int = 0, answering: int = 0) -> Ending:
    """Return how a fight ends in which a unit strikes first, in its own turn. `edge` is what it has
    in the first round above 0 for an advantage, `answering` the same for the other.
    """
    return _fight(fighter(unit, target), fighter(target, unit), edge, answering)


def fighter(unit: Unit, foe: Unit) -> Fighter:
    """Return what a unit is in a fight with an enemy, with its better weapon."""
    kind = unit["type"]
    arm: Any = max(odds.weapons(unit), key=lambda one: odds.blow(unit, foe, one))
    held = arm or {"melee": 0, "injury": 0}
    return Fighter(
        kind["melee"] - held["melee"],
        kind["injury"] + held["injury"],
        odds.bare(unit),
        odds.attacks(unit),
        min(odds.defence(unit, _pierce(foe, unit)), 1.0),
        unit["wounds"],
        kind["agility"],
        STATES[unit["injury"]],
        "undead" in kind["skills"],
    )


def _pierce(unit: Unit, foe: Unit) -> int:
    arm = max(odds.weapons(unit), key=lambda one: odds.blow(unit, foe, one))
    pierce: int = unit["type"]["pierce"] + (arm["pierce"] if arm else 0)
    return pierce


@lru_cache(maxsize=4096)
def _fight(one: Fighter, other: Fighter, edge: int, answering: int) -> Ending:
    return _round(one, other, (edge, answering), TURNS, is_first=True)


def _round(
    one: Fighter, other: Fighter, edges: tuple[int, int], turns: int, *, is_first: bool = False
) -> Ending:
    """Return how it ends from the melee on in a turn of `one`."""
    if not turns:
        return Ending(0.0, 0.0)
    ahead = is_first or one.agility <= other.agility
    ends = [0.0, 0.0]
    for chance, mine, theirs in _blows(one, other, edges, ahead=ahead):
        if mine.state == OUT or theirs.state == OUT:
            ending = Ending(float(mine.state == OUT), float(theirs.state == OUT))
        else:
            # The other's turn: it recovers, and is the one from here on.
            won, lost = _next(_recovered(theirs), _rested(mine), turns - 1)
            ending = Ending(lost, won)
        ends[0] += chance * ending.lost
        ends[1] += chance * ending.won
    return Ending(ends[0], ends[1])


@lru_cache(maxsize=16_384)
def _next(one: Fighter, other: Fighter, turns: int) -> Ending:
    return _round(one, other, (0, 0), turns)


def _blows(
    one: Fighter, other: Fighter, edges: tuple[int, int], *, ahead: bool
) -> list[tuple[float, Fighter, Fighter]]:
    """Return how both stand after a melee, each with its chance; `ahead`: `one` strikes first."""
    found = []
    first, second = (one, other) if ahead else (other, one)
    early, late = edges if ahead else edges[::-1]
    for chance, struck in _struck(first, second, early):
        for again, hit in _struck(struck, first, late):
            mine, theirs = (hit, struck) if ahead else (struck, hit)
            found.append((chance * again, mine, theirs))
    return found


def _struck(one: Fighter, other: Fighter, edge: int) -> list[tuple[float, Fighter]]:
    """Return how the other stands after the attacks of one, each with its chance."""
    if one.state >= DAZED or other.state == OUT:
        return [(1.0, other)]
    if other.state == STUNNED:
        return [(1.0, other._replace(state=OUT))]
    edge += one.edge - (one.state == STAGGERED) + (other.state == DAZED)
    stops = other.stops**2 if other.state == STAGGERED else other.stops
    # The chance that no attack comes to this much, state by state: the gravest one counts.
    under = [(1 - odds.edged(odds.passes(face), edge) * (1 - stops)) ** one.attacks
             for face in _faces(one, other)]  # fmt: skip
    if other.wounds > 1:
        return [(under[0], other), (1 - under[0], other._replace(wounds=other.wounds - 1))]
    parts = [(under[0], max(other.state, FRESH)), (under[1] - under[0], DAZED)]
    parts += [(under[2] - under[1], STUNNED), (1 - under[2], OUT)]
    if other.state == DAZED:
        parts = [(under[0], DAZED), (1 - under[0], OUT)]
    return [
        (chance, other._replace(state=DAZED if state == STUNNED and other.undead else state))
        for chance, state in parts
        if chance > 0
    ]


def _faces(one: Fighter, other: Fighter) -> tuple[int, int, int]:
    """Return from which faces on an attack hits, stuns, and is the end."""
    least = max(one.needs, odds.SURE_FAIL + 1)
    return least, max(least, odds.STUNNED - one.injury), max(least, odds.OUT - one.injury)


def _recovered(one: Fighter) -> Fighter:
    """Return a unit after the Recover Step of its turn."""
    return one._replace(state=max(FRESH, one.state - 1))


def _rested(one: Fighter) -> Fighter:
    """Return a unit after the end of its own turn: it staggers no more."""
    return one._replace(state=FRESH) if one.state == STAGGERED else one
