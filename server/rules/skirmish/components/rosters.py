"""Rosters: which units, with which arms, make a warband ready to play."""

from msgspec import Struct


class Recruit(Struct, frozen=True):
    """A unit of a roster: its type, weapons of both kinds and shields, and armour ("" for none)."""

    type: str
    weapons: tuple[str, ...] = ()
    armour: str = ""


class Roster(Struct, frozen=True):
    """A warband made ready to play, by points and slots."""

    id: str
    name: str
    warband: str
    recruits: tuple[Recruit, ...]
    text: str = ""
    source: str = "original"
