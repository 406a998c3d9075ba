"""Boards: the table with its terrain, ladders, treasure and deployment zones."""

from enum import StrEnum

from msgspec import Struct

from server.rules.skirmish.components.units import Mil


class Footing(StrEnum):
    """The ground within a piece of terrain."""

    FIRM = "firm"
    DIFFICULT = "difficult"
    SHALLOW = "shallow"
    """Water that units can wade through: difficult ground, and cover (SK-90)."""
    DEEP = "deep"
    """Water in which nobody shoots or casts, and in which units with armour can drown (SK-90)."""


class Spot(Struct, frozen=True):
    """A point of the board: `x` and `y` along its edges, `z` upwards."""

    x: Mil
    y: Mil
    z: Mil = 0


class Area(Struct, frozen=True):
    """A rectangle parallel to the edges of the board, its borders included: the least and the
    greatest `x` and `y`.
    """

    x: tuple[Mil, Mil]
    y: tuple[Mil, Mil]


class Piece(Struct, frozen=True):
    """A piece of terrain: an upright prism over its corners, which go round once, anticlockwise.

    It reaches from `low` to `high`; units can stand on top of it unless it is impassable. A piece
    without height is ground. `railings` are the edges that have one, each by the number of the
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
    """A board. The two sides deploy in the `zones`; `treasures` are where treasure is at the
    start.
    """

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
