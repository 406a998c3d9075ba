"""What entering a hex triggers in an adventurer's own turn: trap, cache, exploration (p68, p77-80).

A trap comes first of all (TRP-3) and cannot be declined. A cache and a door in one hex come in the
order that the player chooses (TIM-3).
"""

from protocol.hexes import Hex, key
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import caches
from server.rules.battle.delve import exploring, traps
from server.rules.battle.kernel.battle import Battle


def trapped(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Trigger the trap of the entered tile. Returns whether there was an armed one."""
    return battle.state.delve is not None and traps.enter(battle, unit, at)


def offered(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Offer to pick the cache in the hex and to explore beyond its door (CAC-2, DLX-1).

    Returns whether either was done.
    """
    cache, door = key(at) in battle.state.caches, at in exploring.explorable(battle)
    if not cache and not door:
        return False
    ways = [caches.offer, exploring.offer]
    if cache and door and _door_first(battle, unit, at):
        ways.reverse()
    # A list, as `any` alone would stop at the first that was done and never offer the second. The
    # second is not offered to a unit that the first has moved away or defeated.
    happened = [way(battle, unit, at) for way in ways if battle.unit(unit).at == at]
    return any(happened)


def _door_first(battle: Battle, unit: UnitId, at: Hex) -> bool:
    options = (Option("cache", "The cache"), Option("door", "The door"))
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="enter.order",
            text="A cache and a door: which first?",
            shape=One(options),
            rule="TIM-3",
            default=("cache",),
            about=key(at),
        )
    )
    return chosen == "door"
