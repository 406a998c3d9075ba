"""Events that happen to chips: deployment, movement, HP, statuses, defeat."""

from typing import Any

from protocol.events import Event
from protocol.hexes import Hex


class UnitDeployed(Event, frozen=True, array_like=True, tag="deploy"):
    """A unit entered the map. `chip` is the whole unit as plain data where it is new."""

    unit: str
    at: Hex
    chip: Any = None
    hp: int = 0


class UnitMoved(Event, frozen=True, array_like=True, tag="move"):
    """A unit moved into a hex."""

    unit: str
    to: Hex


class UnitPlaced(Event, frozen=True, array_like=True, tag="place"):
    """A unit was placed in a hex, which is not moving."""

    unit: str
    to: Hex


class UnitDefeated(Event, frozen=True, array_like=True, tag="defeat"):
    """A unit was defeated and left the map."""

    unit: str
    by: str = ""


class UnitRemoved(Event, frozen=True, array_like=True, tag="remove"):
    """A unit left the map undefeated: escaped, removed by an effect, or (`waits`) a companion that
    stays for the next battle.
    """

    unit: str
    fate: str = "removed"


class UnitTurned(Event, frozen=True, array_like=True, tag="turned"):
    """An enemy became the companion of a seat until the round's end; "": it is an enemy again."""

    unit: str
    controller: str = ""


class FallenTaken(Event, frozen=True, array_like=True, tag="unearth"):
    """A chip left the defeated stack, to be deployed anew or ("bag") for its bag."""

    unit: str
    to: str = ""


class FormChanged(Event, frozen=True, array_like=True, tag="form"):
    """An adventurer took a battle form."""

    unit: str
    form: str


class StatusGained(Event, frozen=True, array_like=True, tag="status"):
    """A unit gained a status."""

    unit: str
    status: str


class StatusLost(Event, frozen=True, array_like=True, tag="cured"):
    """A status left a unit."""

    unit: str
    status: str


class TenacityChanged(Event, frozen=True, array_like=True, tag="tenacity"):
    """An adventurer's tenacity stands at `now`."""

    unit: str
    now: int
    why: str = ""


class DamageDealt(Event, frozen=True, array_like=True, tag="damage"):
    """An instance of damage: dealt, prevented, taken from bonus HP and from HP; how much was
    true.
    """

    unit: str
    by: str
    dealt: int
    prevented: int
    bonus: int
    taken: int
    true: int = 0
    how: str = ""


class HpChanged(Event, frozen=True, array_like=True, tag="hp"):
    """HP changed by other means than damage: healing, chips moved, health raised."""

    unit: str
    hp: int
    bonus: int
    why: str
    by: str = ""


class StatChanged(Event, frozen=True, array_like=True, tag="stat"):
    """An adventurer's printed value changed: health, stamina, magicka or cooldown."""

    unit: str
    stat: str
    now: int
