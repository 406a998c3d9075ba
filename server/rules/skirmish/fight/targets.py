"""The targets of a unit in a melee (SK-94, SK-95, SK-111)."""

from protocol.ids import UnitId
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit


def of(match: Match, name: UnitId) -> list[Unit]:
    """Return the enemies that a unit can attack: those it is engaged with, downed ones only if all
    are downed.
    """
    foes = match.engaged_with(name)
    active = [foe for foe in foes if not foe.is_downed]
    return active or foes


def has_another(match: Match, foe: Unit, unit: Unit) -> bool:
    """Return whether an enemy is engaged with an active unit other than `unit`, which can leave
    then (SK-95).
    """
    others = match.engaged_with(foe.id)
    return any(other.id != unit.id and not other.is_downed for other in others)
