"""Every component that a match may use, by id."""

from dataclasses import dataclass, field
from functools import cached_property

from server.rules.skirmish.components.boards import Board
from server.rules.skirmish.components.rosters import Roster
from server.rules.skirmish.components.spells import Spell
from server.rules.skirmish.components.units import UnitType, Warband
from server.rules.skirmish.components.weapons import Armour, MeleeWeapon, RangedWeapon


@dataclass(frozen=True)
class Catalogue:
    """Warbands, their units, what they carry and cast, boards, and rosters, each by id. No melee
    weapon has the id of a ranged one.
    """

    warbands: dict[str, Warband] = field(default_factory=dict)
    types: dict[str, UnitType] = field(default_factory=dict)
    melee: dict[str, MeleeWeapon] = field(default_factory=dict)
    ranged: dict[str, RangedWeapon] = field(default_factory=dict)
    armours: dict[str, Armour] = field(default_factory=dict)
    spells: dict[str, Spell] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    rosters: dict[str, Roster] = field(default_factory=dict)

    @cached_property
    def arms(self) -> dict[str, MeleeWeapon | RangedWeapon]:
        """Return the weapons of both kinds, shields included, by id."""
        return {**self.melee, **self.ranged}
