"""The components of the skirmish: units and what they carry, spells, boards, rosters.

They are plain frozen data. What a skill, tag or spell does is in the rules that read it.
"""

from server.rules.skirmish.components.boards import Area, Board, BoardLadder, Footing, Piece, Spot
from server.rules.skirmish.components.catalogue import Catalogue
from server.rules.skirmish.components.mustering import (
    POINTS,
    cost_of,
    cost_of_recruit,
    faults_of,
    filled,
)
from server.rules.skirmish.components.rosters import Recruit, Roster
from server.rules.skirmish.components.spells import Spell, SpellEffect
from server.rules.skirmish.components.units import (
    DOWNED_HEIGHT,
    LARGE,
    USUAL,
    Rank,
    Size,
    Skill,
    UnitType,
    Warband,
)
from server.rules.skirmish.components.weapons import Armour, MeleeWeapon, RangedTag, RangedWeapon

__all__ = [
    "DOWNED_HEIGHT",
    "LARGE",
    "POINTS",
    "USUAL",
    "Area",
    "Armour",
    "Board",
    "BoardLadder",
    "Catalogue",
    "Footing",
    "MeleeWeapon",
    "Piece",
    "RangedTag",
    "RangedWeapon",
    "Rank",
    "Recruit",
    "Roster",
    "Size",
    "Skill",
    "Spell",
    "SpellEffect",
    "Spot",
    "UnitType",
    "Warband",
    "cost_of",
    "cost_of_recruit",
    "faults_of",
    "filled",
]
