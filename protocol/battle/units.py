"""Events that happen to chips: deployment, movement, HP, statuses, defeat."""

from typing import Any, Literal

from protocol.battle.words import Form, Reason, Stat, Status
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import NO_SEAT, NOBODY, SeatId, Text, UnitId


class UnitDeployed(Event, frozen=True, array_like=True, tag="deploy"):
    """A unit entered the map. `chip` is the whole unit as plain data where it is new."""

    unit: UnitId
    at: Hex
    chip: Any = None
    hp: int = 0


class UnitMoved(Event, frozen=True, array_like=True, tag="move"):
    """A unit moved into a hex."""

    unit: UnitId
    to: Hex


class UnitPlaced(Event, frozen=True, array_like=True, tag="place"):
    """A unit was placed in a hex, which is not moving."""

    unit: UnitId
    to: Hex


class UnitDefeated(Event, frozen=True, array_like=True, tag="defeat"):
    """A unit was defeated and left the map."""

    unit: UnitId
    by: UnitId = NOBODY


class UnitRemoved(Event, frozen=True, array_like=True, tag="remove"):
    """A unit left the map undefeated: escaped, removed by an effect, or (`waits`) a companion that
    stays for the next battle.
    """

    unit: UnitId
    fate: Literal["escaped", "gone", "removed", "waits"] = "removed"


class UnitTurned(Event, frozen=True, array_like=True, tag="turned"):
    """An enemy became the companion of a seat until the round's end; "": it is an enemy again."""

    unit: UnitId
    controller: SeatId = NO_SEAT


class FallenTaken(Event, frozen=True, array_like=True, tag="unearth"):
    """A chip left the defeated stack, to be deployed anew or ("bag") for its bag."""

    unit: UnitId
    to: str = ""


class FormChanged(Event, frozen=True, array_like=True, tag="form"):
    """An adventurer took a battle form."""

    unit: UnitId
    form: Text[Form]


class StatusGained(Event, frozen=True, array_like=True, tag="status"):
    """A unit gained a status."""

    unit: UnitId
    status: Text[Status]


class StatusLost(Event, frozen=True, array_like=True, tag="cured"):
    """A status left a unit."""

    unit: UnitId
    status: Text[Status]


class TenacityChanged(Event, frozen=True, array_like=True, tag="tenacity"):
    """An adventurer's tenacity stands at `now`."""

    unit: UnitId
    now: int
    why: Text[Reason] = ""


class DamageDealt(Event, frozen=True, array_like=True, tag="damage"):
    """An instance of damage: dealt, prevented, taken from bonus HP and from HP; how much was
    true.
    """

    unit: UnitId
    by: UnitId
    dealt: int
    prevented: int
    bonus: int
    taken: int
    true: int = 0
    how: Text[Reason] = ""


class HpChanged(Event, frozen=True, array_like=True, tag="hp"):
    """HP changed by other means than damage: healing, chips moved, health raised."""

    unit: UnitId
    hp: int
    bonus: int
    why: Text[Reason]
    by: UnitId = NOBODY


class StatChanged(Event, frozen=True, array_like=True, tag="stat"):
    """An adventurer's printed value changed: health, stamina, magicka or cooldown."""

    unit: UnitId
    stat: Text[Stat]
    now: int
