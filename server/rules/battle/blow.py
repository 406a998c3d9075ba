"""One instance of damage on its way to a unit."""

from dataclasses import dataclass, field


@dataclass
class Blow:
    """Damage dealt to one unit at once: physical and true points, and what was prevented of each.

    `adjacent` says whether its source stood next to the unit when the damage was dealt. `true_too`
    below is how an effect that names true damage prevents it (DMG-7).
    """

    unit: str
    by: str
    physical: int
    true: int = 0
    adjacent: bool = False
    how: str = ""
    dealt: int = field(init=False)
    taken: int = 0
    blocked: int = 0

    def __post_init__(self) -> None:
        self.dealt = self.physical + self.true

    @property
    def left(self) -> int:
        """Points not prevented yet."""
        return self.physical + self.true

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
        """Turn what is left into true damage."""
        self.physical, self.true = 0, self.physical + self.true
