"""Lengths and points: whole mils, thousandths of an inch, and no floats (SK-5)."""

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

Mil = int
"""A length of 0.001 inch."""

INCH = 1000  # mils


class Point(NamedTuple):
    """A place on the table: x and y along its edges, z upwards, in mils (SK-7)."""

    x: Mil
    y: Mil
    z: Mil = 0

    @property
    def plan(self) -> tuple[Mil, Mil]:
        """Return the place as seen from above."""
        return self.x, self.y


Plan = tuple[Mil, Mil]
"""A place as seen from above."""


def root(square: int) -> Mil:
    """Return the square root of a number that is not negative, rounded to the nearest whole one."""
    low = isqrt(square)
    # The square of low + 1/2 is low * low + low + 1/4, so a rest above low rounds up.
    return low + (square - low * low > low)


def rounded(top: int, bottom: int) -> int:
    """Return `top / bottom` to the nearest whole number; halves go away from zero.

    That way a board turned by a quarter has the same lengths. `bottom` is positive.
    """
    whole = (2 * abs(top) + bottom) // (2 * bottom)
    return whole if top >= 0 else -whole


def plan_length(a: Point | Plan, b: Point | Plan) -> Mil:
    """Return how far it is from one place to another as seen from above, in mils."""
    x, y = b[0] - a[0], b[1] - a[1]
    return root(x * x + y * y)


def length(a: Point, b: Point) -> Mil:
    """Return how far it is from one place to another through the air, in mils."""
    x, y, z = b.x - a.x, b.y - a.y, b.z - a.z
    return root(x * x + y * y + z * z)


def along(a: Plan, b: Plan, far: Mil) -> Plan:
    """Return the place `far` mils from `a` on the straight way to `b`, to the nearest mil."""
    whole = plan_length(a, b)
    if whole == 0:
        return a
    return (
        a[0] + rounded((b[0] - a[0]) * far, whole),
        a[1] + rounded((b[1] - a[1]) * far, whole),
    )


def lowest(cost: Callable[[Mil], Mil], low: Mil, high: Mil) -> Mil:
    """Return where a cost that first falls and then rises is least, between two numbers."""
    # A third of less than three mils is none, and the search would never end.
    while high - low > 2:
        third = (high - low) // 3
        one, two = cost(low + third), cost(high - third)
        if one <= two:
            high -= third
        # Both ends move in where they are equal: the lowest place lies between.
        if two <= one:
            low += third
    return min(range(low, high + 1), key=cost)
