"""Events of advancement: what an adventurer's mat gains for XP or as a reward."""

from protocol.battle.words import Attribute
from protocol.events import Event
from protocol.ids import NO_KIND, DieKind, LineId, Text, UnitId


class Advanced(Event, frozen=True, array_like=True, tag="advance"):
    """An attribute grew by one square: a stat, or a line by a die of `kind`. `xp` was its price.

    The Cooldown stat has no squares and grows by one slot.
    """

    unit: UnitId
    attribute: Text[Attribute]
    kind: DieKind = NO_KIND
    xp: int = 0


class LineTrained(Event, frozen=True, array_like=True, tag="train"):
    """A skill line's token went into an open circular slot, "3R": row 3, right end."""

    unit: UnitId
    line: LineId
    slot: str
