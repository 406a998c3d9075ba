"""What units carry: weapons for melee and for shooting, shields, armour."""

from enum import StrEnum

from msgspec import Struct

from server.rules.skirmish.components.units import Mil


class MeleeWeapon(Struct, frozen=True):
    """A weapon or a shield. A positive `melee` lowers the number to roll (SK-77).

    `attacks` is what it adds to the attacks; `defence` what a shield adds to the defence. A weapon
    that `pairs` can be held with another one for an attack more (SK-110). `climbs`: climbing with
    it has advantage; `seeks`: out-of-sight rolls with it have advantage (SK-37).
    """

    id: str
    name: str
    slots: int
    cost: int
    melee: int = 0
    injury: int = 0
    pierce: int = 0
    attacks: int = 0
    defence: int = 0
    pairs: bool = True
    climbs: bool = False
    seeks: bool = False
    source: str = "original"

    @property
    def is_shield(self) -> bool:
        """Return whether it guards and strikes nobody."""
        return self.defence > 0


class RangedTag(StrEnum):
    """A word that is printed on a ranged weapon."""

    LIGHT = "light"
    LONG_RELOAD = "long-reload"
    CLOSE_QUARTERS = "close-quarters"
    DUAL_WIELD = "dual-wield"
    BLACKPOWDER = "blackpowder"
    BUCKSHOT = "buckshot"


class RangedWeapon(Struct, frozen=True):
    """A weapon to shoot or throw with."""

    id: str
    name: str
    range: Mil
    cost: int
    injury: int = 0
    pierce: int = 0
    tags: tuple[RangedTag, ...] = ()
    source: str = "original"


class Armour(Struct, frozen=True):
    """Armour, and what it adds to the defence."""

    id: str
    name: str
    defence: int
    cost: int
    source: str = "original"
