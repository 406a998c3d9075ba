"""Spells as they are printed."""

from enum import StrEnum

from msgspec import Struct

from protocol.skirmish import SpellId
from server.rules.skirmish.components.units import Mil


class SpellEffect(StrEnum):
    """What a spell does where it succeeds."""

    DAZES = "dazes"
    """A unit in sight becomes dazed."""
    STRIKES = "strikes"
    """A cast attack on a unit in sight (SK-102)."""
    RAISES = "raises"
    """A lost henchman of these types comes back."""
    HEXES = "hexes"
    """All checks of a unit have disadvantage, for as long as the spell goes on (SK-103)."""


class Spell(Struct, frozen=True):
    """A spell: the number to roll, how far it reaches, and whether it goes on after the turn.

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
