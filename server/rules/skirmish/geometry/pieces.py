"""Terrain, ladders and bodies on a table, as geometry needs them."""

from typing import Literal

from msgspec import Struct

from server.rules.skirmish.geometry.lengths import Mil, Plan, Point

Water = Literal["none", "shallow", "deep"]


class Terrain(Struct, frozen=True):
    """A piece of terrain: a simple outline, its corners anticlockwise, from `low` up to `high`.

    With `low` equal to `high` it is an area of the ground and no obstacle. Side number n of the
    outline runs from corner n to the next one; `railings` are numbers of sides. `windows` are
    points to look from (SK-21).
    """

    id: str
    outline: tuple[Plan, ...]
    low: Mil = 0
    high: Mil = 0
    opaque: bool = False
    impassable: bool = False
    climbable: bool = False
    difficult: bool = False
    water: Water = "none"
    railings: tuple[int, ...] = ()
    windows: tuple[Point, ...] = ()

    @property
    def is_slow(self) -> bool:
        """Return whether it takes 2 inches off a move: difficult ground, and all water (SK-89,
        SK-90).
        """
        return self.difficult or self.water != "none"


class Ladder(Struct, frozen=True):
    """A ladder, straight up from its foot."""

    id: str
    foot: Point
    height: Mil


class Ground(Struct, frozen=True):
    """A board as geometry needs it: its size from the corner (0, 0), its terrain, its ladders."""

    size: Plan
    terrain: tuple[Terrain, ...] = ()
    ladders: tuple[Ladder, ...] = ()


class Body(Struct, frozen=True):
    """A unit as geometry needs it: the centre of its round base, the base's radius, its height.

    `passable` says that units of its own side may pass through it (SK-14): it is not Engaged,
    Stunned or Dazed.
    """

    id: str
    at: Point
    radius: Mil
    height: Mil
    side: str = ""
    passable: bool = True


class Mover(Struct, frozen=True):
    """A unit that moves, and whether it uses ladders and climbs, and how many mils it jumps across
    and down.

    `ghostly` units pass through terrain and units, but may not end a move in them (Ethereal).
    """

    body: Body
    ladders: bool = True
    climbs: bool = True
    across: Mil = 3000
    down: Mil = 3000
    ghostly: bool = False
