"""One instance of damage on its way to a unit."""

from dataclasses import dataclass, field

from protocol.battle import Reason
from protocol.ids import UnitId


@dataclass
class DamageInstance:
    """Damage dealt to one unit at once: physical and true points, and what was prevented of each.

    `adjacent` says whether its source stood next to the unit when the damage was dealt, `distant`
    whether it did not: the dice of one engage can do both. `prevent_true` is how an effect that
    names true damage prevents it (DMG-7). `taken` is what was not prevented, bonus HP included;
    `lost` are the HP that it cost, and `most` limits those, which is no prevention. `hidden` says
    whether its dealer was in Stealth, and with `unseen` that Stealth stays. `sleeping` are enemy
    skills that do nothing about it. `halved` are the rolled points that Maim keeps back: they are
    dealt after all if the damage turns true (STS-9).
    """

    unit: UnitId
    by: UnitId
    physical: int
    true: int = 0
    adjacent: bool = False
    how: Reason = ""
    dealt: int = field(init=False)
    distant: bool = field(init=False)
    taken: int = 0
    lost: int = 0
    blocked: int = 0
    most: int = 999
    hidden: bool = False
    unseen: bool = False
    sleeping: tuple[str, ...] = ()
    halved: int = 0

    def __post_init__(self) -> None:
        self.dealt = self.physical + self.true
        self.distant = not self.adjacent

    @property
    def left(self) -> int:
        """Return the points that are not prevented yet."""
        return self.physical + self.true

    def add(self, points: int) -> None:
        """Add points before it lands."""
        self.physical += points
        self.dealt += points

    def limit(self, most: int) -> None:
        """Limit the HP that it costs to `most`, whatever its type."""
        self.most = max(0, min(self.most, most))

    def prevent(self, points: int) -> int:
        """Prevent up to `points` of physical damage; surplus is lost (DMG-3). Returns how much."""
        stopped = max(0, min(points, self.physical))
        self.physical -= stopped
        return stopped

    def prevent_true(self, points: int) -> int:
        """Prevent up to `points` of true damage."""
        stopped = max(0, min(points, self.true))
        self.true -= stopped
        return stopped

    def prevent_all(self) -> int:
        """Prevent everything, true damage too."""
        return self.prevent(self.physical) + self.prevent_true(self.true)

    def harden(self) -> None:
        """Turn what is left into true damage, which Maim does not touch."""
        self.dealt += self.halved
        self.physical, self.true = 0, self.physical + self.true + self.halved
        self.halved = 0
