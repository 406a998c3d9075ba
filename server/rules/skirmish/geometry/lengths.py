"""Lengths and points: whole mils, thousandths of an inch, and no floats (SK-5)."""

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

Mil = int
"""A length of 0.001 inch."""

INCH = 1000  # mils


class Point(NamedTuple):
    """A place on the table in mils: x and y along its edges, z upwards (SK-7)."""

    x: Mil
    y: Mil
    z: Mil = 0

    @property
    def plan(self) -> tuple[Mil, Mil]:
        """Return the place seen from above: x and y."""
        return self.x, self.y


Plan = tuple[Mil, Mil]
"""A place seen from above: x and y, in mils."""


def root(square: int) -> Mil:
    """Return the square root of a number of at least 0, rounded to the nearest whole number."""
    low = isqrt(square)
    # The square of low + 1/2 is low * low + low + 1/4, so a rest above low rounds up.
    return low + (square - low * low > low)


def rounded(top: int, bottom: int) -> int:
    """Return `top / bottom` rounded to the nearest whole number, halves away from zero. `bottom`
    must be positive.

    So rounded, a board turned by a quarter has the same lengths.
    """
    whole = (2 * abs(top) + bottom) // (2 * bottom)
    return whole if top >= 0 else -whole


def plan_length(a: Point | Plan, b: Point | Plan) -> Mil:
    """Return the distance of two places seen from above, in mils."""
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    # As `root`: this is called more often than all else, and a call more is a fifth of it.
    low = isqrt(square)
    return low + (square - low * low > low)


def length(a: Point, b: Point) -> Mil:
    """Return the distance of two places in space, in mils."""
    x, y, z = b.x - a.x, b.y - a.y, b.z - a.z
    return root(x * x + y * y + z * z)


def along(a: Plan, b: Plan, far: Mil) -> Plan:
    """Return the place `far` mils from `a` in the direction of `b`, to the nearest mil; `a` itself
    if they are the same.
    """
    whole = plan_length(a, b)
    if whole == 0:
        return a
    return (
        a[0] + rounded((b[0] - a[0]) * far, whole),
        a[1] + rounded((b[1] - a[1]) * far, whole),
    )


def lowest(cost: Callable[[Mil], Mil], low: Mil, high: Mil) -> Mil:
    """Return the number from `low` to `high` with the least cost, where the cost first falls and
    then rises.
    """
    # A third of less than three mils is 0, with which the search would never end.
    while high - low > 2:
        third = (high - low) // 3
        one, two = cost(low + third), cost(high - third)
        if one <= two:
            high -= third
        # If both costs are equal, the least one is between them: both ends move.
        if two <= one:
            low += third
    return min(range(low, high + 1), key=cost)
