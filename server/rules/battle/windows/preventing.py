"""Preventions of one damage instance in the order that its unit's player wants, forced ones too
(p63; DMG-4).
"""

from collections.abc import Callable
from copy import copy

from msgspec.structs import replace

from server.rules.battle.components import unit_effects
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.engine.windows import Act


def comes_by_itself(battle: Battle, now: Happening) -> bool:
    """Return whether an adventurer's own prevention happens to some damage without being chosen."""
    if now.moment is not Moment.DAMAGE_COMING or now.unit not in battle.state.adventurers:
        return False
    return after(battle, now) is not None


def after(battle: Battle, now: Happening) -> Happening | None:
    """Return how the damage would stand after the unit's forced preventions; None: it has none."""
    then = None
    for name, active, _ in unit_effects.in_play(battle).table.acting((now.moment,), True):
        for me, one in active:
            if name == now.unit and one.prevents is not None and one.when(battle, me, now):
                if then is None:  # mostly there is none, and then nothing is copied
                    then = replace(now, instance=copy(now.instance))
                one.prevents(battle, me, then)
    return then


def only_before(
    battle: Battle, now: Happening, offered: Callable[[Happening], list[Act]]
) -> list[Act]:
    """Return the offers that are gone once the forced preventions have left nothing for them: all
    others can as well come after, which spares a question.
    """
    then = after(battle, now)
    later = [act.key for act in offered(then)] if then is not None else []
    return [act for act in offered(now) if act.key not in later]
