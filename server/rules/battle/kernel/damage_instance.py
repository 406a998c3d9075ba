"""One instance of damage on its way to a unit."""

from dataclasses import dataclass, field

from protocol.battle import Reason
from protocol.ids import UnitId


@dataclass
class DamageInstance:
    """Damage dealt to one unit at once: the `physical` and `true` points that are not prevented
    yet.

    `dealt` are its points before prevention. `blocked` are those that defense prevented, `taken`
    those that were not prevented, bonus HP included, `lost` the HP lost. `most` limits the HP lost,
    which is no prevention. `adjacent` says whether its source was adjacent to the unit when it was
    dealt, `distant` whether it was not: dice of one engage can be both. `hidden` says whether the
    dealer was in Stealth, which stays if it is `unseen`. `sleeping` are enemy skills that do not
    answer it. `halved` are the points by which Maim has reduced it: they are dealt after all if the
    damage turns true (STS-9).
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
        """Limit the HP that can be lost to `most`, whatever the type of damage."""
        self.most = max(0, min(self.most, most))

    def prevent(self, points: int) -> int:
        """Prevent up to `points` of physical damage (DMG-3). Returns how many were prevented."""
        stopped = max(0, min(points, self.physical))
        self.physical -= stopped
        return stopped

    def prevent_true(self, points: int) -> int:
        """Prevent up to `points` of true damage, as only effects that name it do (DMG-7). Returns
        how many were prevented.
        """
        stopped = max(0, min(points, self.true))
        self.true -= stopped
        return stopped

    def prevent_all(self) -> int:
        """Prevent everything, true damage too. Returns how many points were prevented."""
        return self.prevent(self.physical) + self.prevent_true(self.true)

    def harden(self) -> None:
        """Turn what is left into true damage, which Maim does not halve (STS-9)."""
        self.dealt += self.halved
        self.physical, self.true = 0, self.physical + self.true + self.halved
        self.halved = 0
