"""Events that happen to dice: where they go, what they show."""

from protocol.battle.words import Fatigue, PlaceOfDice, PlaceOfTokens, Reason
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import DieId, Text, UnitId


class DiceGathered(Event, frozen=True, array_like=True, tag="gather"):
    """Available dice were taken up for a roll."""

    unit: UnitId
    dice: tuple[DieId, ...]


class DiceShown(Event, frozen=True, array_like=True, tag="show"):
    """Dice show these faces now (index into the printed faces)."""

    dice: tuple[DieId, ...]
    faces: tuple[int, ...]
    why: Text[Reason] = ""


class DieExhausted(Event, frozen=True, array_like=True, tag="exhaust"):
    """A skill die went to the leftmost open place of its owner's cooldown track."""

    die: DieId


class DieDrained(Event, frozen=True, array_like=True, tag="drain"):
    """A skill die went to its owner's race sheet."""

    die: DieId


class DieRecovered(Event, frozen=True, array_like=True, tag="recover"):
    """A skill die came home to its row."""

    die: DieId


class DieActivated(Event, frozen=True, array_like=True, tag="slot"):
    """A skill die was placed in an active slot of `unit`."""

    die: DieId
    unit: UnitId


class DieSetOn(Event, frozen=True, array_like=True, tag="seton"):
    """A skill die was placed on a unit."""

    die: DieId
    unit: UnitId


class DieSetIn(Event, frozen=True, array_like=True, tag="setin"):
    """A skill die was placed in a hex."""

    die: DieId
    at: Hex


class FatigueGained(Event, frozen=True, array_like=True, tag="fatigue"):
    """A fatigue die ("LF" or "OF") joined an adventurer's track (or slots)."""

    unit: UnitId
    kind: Text[Fatigue]
    where: Text[PlaceOfTokens] = "track"


class TrackReplaced(Event, frozen=True, array_like=True, tag="replace"):
    """The die at `place` of a full track gave way to `token` (its own kind goes home or is
    drained).
    """

    unit: UnitId
    place: int
    token: str
    to: Text[PlaceOfDice] = "drained"


class TokenRemoved(Event, frozen=True, array_like=True, tag="token"):
    """The fatigue or status die at `place` left the track (or slots) for the supply."""

    unit: UnitId
    place: int
    token: str
    where: Text[PlaceOfTokens] = "track"


class TokenMoved(Event, frozen=True, array_like=True, tag="slide"):
    """The die at `place` of the track went to its end."""

    unit: UnitId
    place: int
    token: str


class FatigueSetOn(Event, frozen=True, array_like=True, tag="burden"):
    """A fatigue die of the supply was put on a unit; `owner` may not be targeted by it."""

    unit: UnitId
    kind: Text[Fatigue]
    owner: UnitId


class FatigueCleared(Event, frozen=True, array_like=True, tag="unburden"):
    """The fatigue dice on a unit went back to the supply."""

    unit: UnitId
