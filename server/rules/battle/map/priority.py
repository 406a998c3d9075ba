"""An enemy's priority: the strongest or the weakest; the party breaks ties (p55; ECH-9)."""

from collections.abc import Callable, Iterable
from typing import Final

from protocol.ids import UnitId, Why
from protocol.questions import One, Option, Question, options_of
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat

MOST_OF_A_DIE = 3
"""The most points that an enemy Combat die deals: a 2, and 1 more against an exposed unit."""
TARGET: Final = "enemy.target"
ALL_ENGAGED = "all of them are engaged, and nobody can fall by it"
"""Why the party was not asked, in words that follow "as" (see `Battle.spare`)."""


def first(battle: Battle, enemy: UnitId, units: list[Unit]) -> list[Unit]:
    """Return the units that the enemy prefers among these, several if they tie. HP decide, without
    bonus HP (STA-8).
    """
    best = extreme(battle, enemy)(unit.hp for unit in units)
    return list({u.id: u for u in units if u.hp == best}.values())


def extreme(battle: Battle, enemy: UnitId) -> Callable[[Iterable[int]], int]:
    """Return `max` if the enemy prefers the most HP, as every blind one does, else `min`."""
    chip = catalogue_of(battle).chips[battle.unit(enemy).chip]
    return max if chip.priority == "strongest" or battle.has(enemy, "blind") else min


def ask(battle: Battle, units: list[Unit], why: Why, text: str, *, rule: str = "ECH-9") -> Unit:
    """Let the party choose one of the units, without a question if there is only one. Returns
    it.
    """
    return battle.unit(UnitId(battle.pick(_whom(battle, units, why, text, rule))))


def _whom(battle: Battle, units: list[Unit], why: Why, text: str, rule: str) -> Question:
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    return Question(battle.party, why, text, One(options), rule=rule, default=(options[0].key,))


def _stays(battle: Battle, enemy: UnitId, units: list[Unit]) -> bool:
    """Return whether an enemy's roll can defeat none of these units. If all of them are engaged,
    their order then makes no difference.
    """
    chip = catalogue_of(battle).chips[battle.unit(enemy).chip]
    most = MOST_OF_A_DIE * battle.value(enemy, Stat.COMBAT, chip.combat).value
    return all(unit.hp > most for unit in units)


def _equal(battle: Battle, enemy: UnitId, tied: list[Unit], before: int = 0) -> str:
    """Return the text of the question which of tied units an enemy prefers; so many targets were
    chosen before it.
    """
    names, hp = " or ".join(unit.name for unit in tied), tied[0].hp
    which = "whom first?" if not before else f"who is target {before + 1}?"
    return f"{battle.unit(enemy).name} may attack {names}, all with {hp} HP: {which}"


def ranked(battle: Battle, enemy: UnitId, units: list[Unit], most: int) -> list[UnitId]:
    """Return up to `most` of the units (0: all) in the enemy's order of priority; the party breaks
    ties. The caller keeps this order until the engage is over (U-12).
    """
    left, chosen = list(units), list[UnitId]()
    while left and (most == 0 or len(chosen) < most):
        tied = first(battle, enemy, left)
        one = tied[0]
        everybody = most == 0 or len(chosen) + len(tied) <= most
        if len(tied) > 1:
            question = _whom(
                battle, tied, TARGET, _equal(battle, enemy, tied, len(chosen)), "ECH-9"
            )
            if everybody and _stays(battle, enemy, tied):
                (key,) = battle.spare(question, options_of(question.shape)[:1], ALL_ENGAGED)
            else:
                key = battle.pick(question)
            one = battle.unit(UnitId(key))
        chosen.append(one.id)
        left = [unit for unit in left if unit.id != one.id]
    return chosen
