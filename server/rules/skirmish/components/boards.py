"""Boards: the table, what stands on it, where treasure lies and where the two sides begin."""

from enum import StrEnum

from msgspec import Struct

from server.rules.skirmish.components.units import Mil


class Footing(StrEnum):
    """The ground within a piece of terrain."""

    FIRM = "firm"
    DIFFICULT = "difficult"
    SHALLOW = "shallow"
    """Water that one can wade through: difficult, and cover (SK-90)."""
    DEEP = "deep"
    """Water in which nobody shoots or casts, and armour drowns who wears it (SK-90)."""


class Spot(Struct, frozen=True):
    """A point of the board: along its edges, and up."""

    x: Mil
    y: Mil
    z: Mil = 0


class Area(Struct, frozen=True):
    """A rectangle along the edges of the board, its borders included."""

    x: tuple[Mil, Mil]
    y: tuple[Mil, Mil]


class Piece(Struct, frozen=True):
    """A piece of terrain: an upright prism over its corners, which go round once, to the left.

    It reaches from `low` to `high`; one can stand on top of it unless it is impassable. A piece of
    no height is a kind of ground. `railings` are the edges with one, each by the number of the
    corner where it begins; `windows` are points to look out of (SK-21).
    """

    id: str
    name: str
    corners: tuple[Spot, ...]
    low: Mil = 0
    high: Mil = 0
    opaque: bool = False
    impassable: bool = False
    climbable: bool = False
    footing: Footing = Footing.FIRM
    railings: tuple[int, ...] = ()
    windows: tuple[Spot, ...] = ()


class BoardLadder(Struct, frozen=True):
    """A ladder: the climber's base stays over its foot (SK-13)."""

    id: str
    foot: Spot
    height: Mil


class Board(Struct, frozen=True):
    """A board. `zones` are where the two sides deploy; `treasures` lie there at the start."""

    id: str
    name: str
    width: Mil
    depth: Mil
    pieces: tuple[Piece, ...]
    ladders: tuple[BoardLadder, ...]
    treasures: tuple[Spot, ...]
    zones: tuple[Area, Area]
    text: str = ""
    source: str = "original"
