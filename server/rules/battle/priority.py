"""Whom an enemy prefers: the strongest or the weakest, ties by the party (p55; ECH-9)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from protocol.questions import One, Option, Question
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def first(battle: "Battle", enemy: str, units: list[Unit]) -> list[Unit]:
    """Those of the units that the enemy's priority puts first; several if they tie.

    HP count, bonus HP do not.
    """
    best = extreme(battle, enemy)(unit.hp for unit in units)
    return list({u.id: u for u in units if u.hp == best}.values())


def extreme(battle: "Battle", enemy: str) -> Callable[[Iterable[int]], int]:
    """Whose HP it looks for: the most or the fewest; when blind it goes by the strongest."""
    chip = battle.catalogue.chips[battle.unit(enemy).chip]
    return max if chip.priority == "strongest" or battle.has(enemy, "blind") else min


def ask(battle: "Battle", units: list[Unit], why: str, text: str, *, rule: str = "ECH-9") -> Unit:
    """Let the party choose one of several units; a single one is not asked about."""
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    chosen = battle.pick(
        Question(battle.party, why, text, One(options), rule=rule, default=(options[0].key,))
    )
    return battle.unit(chosen)


def ranked(battle: "Battle", enemy: str, units: list[Unit], most: int) -> list[str]:
    """Up to `most` units in the enemy's order of priority (0: all); fixed from here on (U-12)."""
    left, chosen = list(units), list[str]()
    while left and (most == 0 or len(chosen) < most):
        tied = first(battle, enemy, left)
        one = tied[0]
        if len(tied) > 1:
            one = ask(battle, tied, "enemy.target", f"{battle.unit(enemy).name}: whom first?")
        chosen.append(one.id)
        left = [unit for unit in left if unit.id != one.id]
    return chosen
