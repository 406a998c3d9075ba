"""What units carry: melee weapons with shields, ranged weapons, and armour."""

from enum import StrEnum

from msgspec import Struct

from server.rules.skirmish.components.units import Mil


class MeleeWeapon(Struct, frozen=True):
    """A melee weapon or a shield. A positive `melee` lowers the number to roll (SK-77).

    `attacks` is added to the attacks, `defence`, of a shield, to the defence. Two weapons that
    `pairs` is true for give a further attack (SK-110). With one that `climbs`, climbing has
    advantage; with one that `seeks`, Out-of-Sight Rolls have (SK-37).
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
        """Return whether it is a shield, with which nobody is attacked."""
        return self.defence > 0


class RangedTag(StrEnum):
    """A tag that is printed on a ranged weapon; `content.words` describes them."""

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
    """Armour. `defence` is added to the wearer's defence."""

    id: str
    name: str
    defence: int
    cost: int
    source: str = "original"
