"""A unit's figures as they are now: what is printed, what it carries, what it suffers from."""

from protocol.skirmish import Mil
from server.rules.skirmish.components import DOWNED_HEIGHT, Skill
from server.rules.skirmish.kernel.state import Unit

INCH: Mil = 1_000
"""Thousandths of an inch in one."""

DAZED_MOVE: Mil = INCH
"""How far a dazed unit moves (SK-95)."""

WORST_DEFENCE = 20
"""The defence that the first point of improvement gives a unit without any (section 1)."""


def move_of(unit: Unit) -> Mil:
    """Return the Move of a unit; a staggered one has half of it, rounded up to an inch (SK-97)."""
    if unit.injury == "staggered":
        # Two signs turn rounding down into rounding up.
        return -(-unit.type.move // (2 * INCH)) * INCH
    return unit.type.move


def run_of(unit: Unit) -> Mil:
    """Return how far a unit runs and engages: 1.5 times its Move, halves kept (SK-6, SK-35)."""
    # Nothing is cut off: printed Moves are whole inches, so three times it is an even number of
    # mils.
    return move_of(unit) * 3 // 2


def defence_of(unit: Unit) -> int | None:
    """Return the number that a unit rolls to stop a wound, with shield and armour; None without
    any defence at all.
    """
    better = sum(weapon.defence for weapon in unit.melee)
    better += unit.armour.defence if unit.armour else 0
    if unit.type.defence is not None:
        return unit.type.defence - better
    # The first point of armour makes a dash a 20 and not a 19, hence the one.
    return WORST_DEFENCE + 1 - better if better else None


def radius_of(unit: Unit) -> Mil:
    """Return the radius of a unit's base (SK-8)."""
    return unit.type.size.radius


def height_of(unit: Unit) -> Mil:
    """Return the height of a unit's body as it stands or lies (SK-8)."""
    return DOWNED_HEIGHT if unit.is_downed else unit.type.size.height


def can_carry(unit: Unit) -> bool:
    """Return whether a unit can take up treasure: one at a time, and no animals or large ones
    (SK-115).
    """
    is_able = not unit.has(Skill.ANIMAL) and not unit.has(Skill.LARGE)
    return is_able and not unit.token and not unit.is_downed
