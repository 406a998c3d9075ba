"""Rosters: the units of a warband that is ready to play, with their weapons and armour."""

from msgspec import Struct


class Recruit(Struct, frozen=True):
    """A unit of a roster: its type, weapons of both kinds and shields, and armour ("" for none)."""

    type: str
    weapons: tuple[str, ...] = ()
    armour: str = ""


class Roster(Struct, frozen=True):
    """A list of units of one warband, ready to play if `mustering.faults_of` finds nothing."""

    id: str
    name: str
    warband: str
    recruits: tuple[Recruit, ...]
    text: str = ""
    source: str = "original"
