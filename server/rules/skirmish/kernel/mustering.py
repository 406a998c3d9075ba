"""A roster becomes a side's units."""

from collections import Counter

from protocol.ids import SeatId, UnitId
from server.rules.skirmish.components import Catalogue, MeleeWeapon, RangedWeapon, Roster
from server.rules.skirmish.kernel.state import Unit

LETTERS = "ab"
"""How the ids of the two sides' units begin."""


def mustered(letter: str, seat: SeatId, roster: Roster, box: Catalogue) -> list[Unit]:
    """Return the units of a roster with what is printed for them; those of one type are numbered
    where there are several.
    """
    several = Counter(recruit.type for recruit in roster.recruits)
    met: Counter[str] = Counter()
    units = []
    for number, recruit in enumerate(roster.recruits, start=1):
        kind = box.types[recruit.type]
        met[kind.id] += 1
        arms = [box.arms[name] for name in recruit.weapons]
        units.append(
            Unit(
                id=UnitId(f"{letter}{number}"),
                name=f"{kind.name} {met[kind.id]}" if several[kind.id] > 1 else kind.name,
                side=seat,
                type=kind,
                wounds=kind.wounds,
                melee=tuple(one for one in arms if isinstance(one, MeleeWeapon)),
                ranged=tuple(one for one in arms if isinstance(one, RangedWeapon)),
                armour=box.armours[recruit.armour] if recruit.armour else None,
                spells=tuple(box.spells[name] for name in kind.spells),
            )
        )
    return units
