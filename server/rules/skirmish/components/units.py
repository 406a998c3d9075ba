"""Warbands and the types of their units, with their printed values."""

from enum import StrEnum

from msgspec import Struct

Mil = int
"""A length in thousandths of an inch."""


class Rank(StrEnum):
    """The rank of a unit in its warband. A leader is a hero, too."""

    LEADER = "leader"
    HERO = "hero"
    HENCHMAN = "henchman"


class Skill(StrEnum):
    """A skill that is printed on a unit."""

    LEADER = "leader"
    ARCANE_MAGIC = "arcane-magic"
    VANGUARD = "vanguard"
    SPREAD_BLIGHT_MINOR = "spread-blight-minor"
    SPREAD_BLIGHT_MAJOR = "spread-blight-major"
    ANIMAL = "animal"
    COWARDLY = "cowardly"
    FEAR = "fear"
    LARGE = "large"
    UNDEAD = "undead"
    NO_EQUIPMENT = "no-equipment"
    ETHEREAL = "ethereal"


class Size(Struct, frozen=True):
    """The size of a unit: the radius of its round base, and its height while it stands."""

    radius: Mil
    height: Mil


USUAL = Size(500, 1_250)
"""A base of 1 inch and a body of 1.25 (SK-8)."""
LARGE = Size(1_000, 2_500)
"""The size of a Large unit: twice the usual (SK-8)."""
DOWNED_HEIGHT: Mil = 500
"""The height of a stunned or dazed unit of any size: half an inch (SK-8)."""


class Warband(Struct, frozen=True):
    """A warband. `most` is how many units its roster may have, `rout` from how many losses on it
    has to check whether it routs (SK-113).
    """

    id: str
    name: str
    most: int
    rout: int
    text: str = ""
    source: str = "original"


class UnitType(Struct, frozen=True, kw_only=True):
    """A type of unit. Melee, ranged, defence, agility and morale are the numbers to roll at least,
    so that a low one is good.

    `ranged` and `defence` are None if a dash is printed. `most` is how many of them a roster may
    have, 0 for no limit.
    """

    id: str
    name: str
    warband: str
    rank: Rank
    move: Mil
    melee: int
    ranged: int | None = None
    defence: int | None = None
    agility: int
    morale: int
    attacks: int
    wounds: int
    injury: int
    pierce: int
    cost: int
    most: int = 0
    skills: tuple[Skill, ...] = ()
    spells: tuple[str, ...] = ()
    source: str = "original"

    @property
    def size(self) -> Size:
        """Return the size of its base and body."""
        return LARGE if Skill.LARGE in self.skills else USUAL

    @property
    def is_hero(self) -> bool:
        """Return whether it is a hero or the leader."""
        return self.rank is not Rank.HENCHMAN

    @property
    def is_unarmed(self) -> bool:
        """Return whether it carries nothing and fights without weapons: animals, and units with the
        skill No Equipment.
        """
        return Skill.ANIMAL in self.skills or Skill.NO_EQUIPMENT in self.skills
