"""The present values of a unit: as printed, changed by what it carries and by its injury."""

from protocol.skirmish import Mil
from server.rules.skirmish.components import DOWNED_HEIGHT, Skill
from server.rules.skirmish.kernel.state import Unit

INCH: Mil = 1_000
"""An inch in mils."""

DAZED_MOVE: Mil = INCH
"""The Move of a dazed unit (SK-95)."""

WORST_DEFENCE = 20
"""The defence of a unit without any after its first point of improvement (section 1)."""


def move_of(unit: Unit) -> Mil:
    """Return the Move of a unit in mils; a staggered one has half, rounded up to an inch
    (SK-97).
    """
    if unit.injury == "staggered":
        # Negating twice rounds up, as // rounds down.
        return -(-unit.type.move // (2 * INCH)) * INCH
    return unit.type.move


def run_of(unit: Unit) -> Mil:
    """Return how many mils a unit runs and engages: 1.5 times its Move, not rounded (SK-6,
    SK-35).
    """
    # // loses nothing, as Moves are whole inches and so an even number of mils.
    return move_of(unit) * 3 // 2


def defence_of(unit: Unit) -> int | None:
    """Return the number to roll at least to stop a hit, with shield and armour; None without any
    defence.
    """
    better = sum(weapon.defence for weapon in unit.melee)
    better += unit.armour.defence if unit.armour else 0
    if unit.type.defence is not None:
        return unit.type.defence - better
    # Plus 1, as the first point of armour makes a dash a 20, not a 19.
    return WORST_DEFENCE + 1 - better if better else None


def radius_of(unit: Unit) -> Mil:
    """Return the radius of a unit's base, in mils (SK-8)."""
    return unit.type.size.radius


def height_of(unit: Unit) -> Mil:
    """Return the height of a unit's body, standing or downed, in mils (SK-8)."""
    return DOWNED_HEIGHT if unit.is_downed else unit.type.size.height


def can_carry(unit: Unit) -> bool:
    """Return whether a unit can pick up treasure: it carries none, is not downed, and is neither an
    animal nor Large (SK-115).
    """
    is_able = not unit.has(Skill.ANIMAL) and not unit.has(Skill.LARGE)
    return is_able and not unit.token and not unit.is_downed
