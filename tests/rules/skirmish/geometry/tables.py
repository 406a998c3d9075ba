"""Bodies and terrain in inches, as the cases are told."""

from server.rules.skirmish.geometry.lengths import Mil, Point
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover, Terrain

OPEN = Ground((36000, 36000))


def inches(value: float) -> Mil:
    """An inch is a thousand mils."""
    return round(value * 1000)


def at(x: float, y: float, z: float = 0) -> Point:
    return Point(inches(x), inches(y), inches(z))


def body(
    x: float,
    y: float,
    z: float = 0,
    *,
    id: str = "T",
    side: str = "enemy",
    passable: bool = True,
    radius: Mil = 500,
    height: Mil = 1250,
) -> Body:
    return Body(id, at(x, y, z), radius, height, side, passable)


def mover(x: float, y: float, z: float = 0, *, radius: Mil = 500) -> Mover:
    return Mover(body(x, y, z, id="E", side="own", radius=radius))


def block(
    id: str,
    x: tuple[float, float],
    y: tuple[float, float],
    high: float,
    *,
    low: float = 0,
    opaque: bool = True,
    climbable: bool = True,
    difficult: bool = False,
    impassable: bool = False,
) -> Terrain:
    """A box over its sides: south, east, north, west."""
    outline = (
        at(x[0], y[0]).plan,
        at(x[1], y[0]).plan,
        at(x[1], y[1]).plan,
        at(x[0], y[1]).plan,
    )
    return Terrain(
        id,
        outline,
        inches(low),
        inches(high),
        opaque=opaque,
        climbable=climbable,
        difficult=difficult,
        impassable=impassable,
    )
