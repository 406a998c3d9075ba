"""Whom an enemy prefers: the strongest or the weakest, ties by the party (p55; ECH-9)."""

from collections.abc import Callable, Iterable
from typing import Final

from protocol.ids import UnitId, Why
from protocol.questions import One, Option, Question, options_of
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat

MOST_OF_A_DIE = 3
"""What an enemy Combat die deals at most: a 2, and 1 more against whom is exposed."""
TARGET: Final = "enemy.target"
ALL_ENGAGED = "all of them are engaged, and nobody can fall by it"


def first(battle: Battle, enemy: UnitId, units: list[Unit]) -> list[Unit]:
    """Return those of the units that the enemy's priority puts first; several if they tie.

    HP count, bonus HP do not.
    """
    best = extreme(battle, enemy)(unit.hp for unit in units)
    return list({u.id: u for u in units if u.hp == best}.values())


def extreme(battle: Battle, enemy: UnitId) -> Callable[[Iterable[int]], int]:
    """Return whose HP it looks for: the most or the fewest; when blind it goes by the strongest."""
    chip = catalogue_of(battle).chips[battle.unit(enemy).chip]
    return max if chip.priority == "strongest" or battle.has(enemy, "blind") else min


def ask(battle: Battle, units: list[Unit], why: Why, text: str, *, rule: str = "ECH-9") -> Unit:
    """Let the party choose one of several units; a single one is not asked about."""
    return battle.unit(UnitId(battle.pick(_whom(battle, units, why, text, rule))))


def _whom(battle: Battle, units: list[Unit], why: Why, text: str, rule: str) -> Question:
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    return Question(battle.party, why, text, One(options), rule=rule, default=(options[0].key,))


def _stays(battle: Battle, enemy: UnitId, units: list[Unit]) -> bool:
    """Return whether nobody of these may fall to an enemy's roll: then it does not matter who of
    them, if all are engaged, comes first.
    """
    chip = catalogue_of(battle).chips[battle.unit(enemy).chip]
    most = MOST_OF_A_DIE * battle.value(enemy, Stat.COMBAT, chip.combat).value
    return all(unit.hp > most for unit in units)


def _equal(battle: Battle, enemy: UnitId, tied: list[Unit]) -> str:
    """Return why the party is asked whom an enemy takes first."""
    names, hp = " and ".join(unit.name for unit in tied), tied[0].hp
    return f"{battle.unit(enemy).name} likes {names} equally, with {hp} HP: whom first?"


def ranked(battle: Battle, enemy: UnitId, units: list[Unit], most: int) -> list[UnitId]:
    """Return up to `most` units in the enemy's order of priority (0: all); fixed from here on
    (U-12).
    """
    left, chosen = list(units), list[UnitId]()
    while left and (most == 0 or len(chosen) < most):
        tied = first(battle, enemy, left)
        one = tied[0]
        everybody = most == 0 or len(chosen) + len(tied) <= most
        if len(tied) > 1:
            question = _whom(battle, tied, TARGET, _equal(battle, enemy, tied), "ECH-9")
            if everybody and _stays(battle, enemy, tied):
                (key,) = battle.spare(question, options_of(question.shape)[:1], ALL_ENGAGED)
            else:
                key = battle.pick(question)
            one = battle.unit(UnitId(key))
        chosen.append(one.id)
        left = [unit for unit in left if unit.id != one.id]
    return chosen
