"""Values of units that effects change, and a value explained."""

from enum import Enum
from typing import NamedTuple


class Stat(Enum):
    """The values of units that modifiers change."""

    COMBAT = "combat"
    DEFENSE = "defense"
    RANGE = "range"
    TARGETS = "targets"
    MOVEMENT = "movement"
    STRIDE = "movement that costs something"
    ABILITY_COST = "ability cost"
    PREVENTION = "prevention"
    IGNORED = "defense ignored by whatever damage the unit deals"
    EXPOSED = "damage more of every Combat die that is applied to the unit"
    AIM = "hexes beyond its range at which a unit may select a target"

    # As for moments: Enum's own hash is a Python function.
    __hash__ = object.__hash__


class Explained(NamedTuple):
    """A value and how it came about: "3 = 2 printed + 1 Vindictive"."""

    value: int
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.value} = {' '.join(self.parts)}"
