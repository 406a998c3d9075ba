"""Spells as they are printed."""

from enum import StrEnum

from msgspec import Struct

from protocol.skirmish import SpellId
from server.rules.skirmish.components.units import Mil


class SpellEffect(StrEnum):
    """What a spell does if it succeeds."""

    DAZES = "dazes"
    """A unit in sight becomes dazed."""
    STRIKES = "strikes"
    """A cast attack on a unit in sight (SK-102)."""
    RAISES = "raises"
    """A lost henchman of the types in `Spell.raises` comes back."""
    HEXES = "hexes"
    """All checks of a unit have disadvantage while the spell is ongoing (SK-103)."""


class Spell(Struct, frozen=True):
    """A spell: the number to roll at least, its range, and whether it is `ongoing` after the turn.

    `raises` are the types of unit that it can bring back.
    """

    id: SpellId
    name: str
    number: int
    range: Mil
    effect: SpellEffect
    ongoing: bool = False
    raises: tuple[str, ...] = ()
    text: str = ""
    source: str = "original"
