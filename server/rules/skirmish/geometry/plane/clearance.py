"""What a base's centre keeps away from on a floor, its obstacles and its edge, and what is known of
them: all walks over a floor ask about the same arcs.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import or_

from server.rules.skirmish.geometry.lengths import Mil, Plan
from server.rules.skirmish.geometry.plane.circles import FULL, Bends, Circle, Sense, corners
from server.rules.skirmish.geometry.plane.leads import Onward
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from server.rules.skirmish.geometry.plane.regions import Region
from server.rules.skirmish.geometry.plane.shapes import Box

CLEAR = -1
"""Nothing is in the way."""
EDGE = -2
"""A way leads over the edge of the floor."""


CELL = 11  # bits of a strip's width: about 2 inches
OFTEN = 8  # times that obstacles are asked for before they are sorted into strips
MOST = 4096  # straight ways that are known at once: a floor is kept while its board stands
PLACES = 256  # places and circles of which so much is known at once: boards have some hundred
AROUND = 128  # obstacles to which they are known from one of them
ROUND = (1 << FULL) - 1
"""A bit for each corner of a circle."""


class _Pieces:
    """What is known of the pieces from each corner of a circle to the next one in a sense: those
    that are clear, a bit each, and by the same bits what is in the way of others.
    """

    __slots__ = ("clear", "taken")

    def __init__(self) -> None:
        self.clear = 0
        self.taken: dict[int, int] = {}


class _Cells:
    """Which boxes begin and end in which strips of a floor, a bit for each box."""

    __slots__ = ("_above", "_below", "_last", "_left", "_right", "_x", "_y")

    def __init__(self, boxes: Sequence[Box], region: Region) -> None:
        self._x, self._y, most_x, most_y = region.box
        self._last = last = max(most_x - self._x, most_y - self._y) >> CELL
        strips = [[0] * (last + 1) for _ in range(4)]
        offs = (self._x, self._y, self._x, self._y)
        bit = 1
        for each in boxes:
            for strip, far, off in zip(strips, each, offs, strict=True):
                cell = far - off >> CELL
                strip[0 if cell < 0 else cell if cell < last else last] |= bit
            bit <<= 1
        # Those that begin in a strip or before it, and those that end there or after it.
        self._left: list[int] = list(accumulate(strips[0], or_))
        self._below: list[int] = list(accumulate(strips[1], or_))
        self._right: list[int] = list(accumulate(strips[2][::-1], or_))[::-1]
        self._above: list[int] = list(accumulate(strips[3][::-1], or_))[::-1]

    def around(self, low_x: Mil, low_y: Mil, high_x: Mil, high_y: Mil) -> int:
        """Return the bits of all boxes that reach into a box, and of some beside it."""
        last, x, y = self._last, self._x, self._y
        low_x, low_y = low_x - x >> CELL, low_y - y >> CELL
        high_x, high_y = high_x - x >> CELL, high_y - y >> CELL
        if low_x >= 0 and low_y >= 0 and high_x <= last and high_y <= last:
            x_bits = self._left[high_x] & self._right[low_x]
            return x_bits & self._below[high_y] & self._above[low_y]
        # Off the floor, what is at its edge may reach that far.
        return (
            self._left[high_x if 0 <= high_x < last else 0 if high_x < 0 else last]
            & self._right[low_x if 0 <= low_x < last else 0 if low_x < 0 else last]
            & self._below[high_y if 0 <= high_y < last else 0 if high_y < 0 else last]
            & self._above[low_y if 0 <= low_y < last else 0 if low_y < 0 else last]
        )


class Clearance:
    """The obstacles and the region of a floor. What is in the way is said by an obstacle's number,
    `CLEAR` or `EDGE`.

    The first obstacles may be `walls`, which have a clearance of their own: what is known of them
    is still known once bodies, the other obstacles, have moved.
    """

    __slots__ = (
        "_around",
        "_asked",
        "_boxes",
        "_cells",
        "_first",
        "_onward",
        "_pieces",
        "_straight",
        "obstacles",
        "region",
        "walls",
    )

    def __init__(
        self, obstacles: Sequence[Obstacle], region: Region, walls: "Clearance | None" = None
    ) -> None:
        self.obstacles = obstacles
        self.region = region
        self.walls = walls
        self._first = 0 if walls is None else len(walls.obstacles)
        self._onward: dict[tuple[Circle | Plan, Sense], Onward] = {}
        self._boxes = [obstacle.box for obstacle in obstacles[self._first :]]
        self._around: dict[Circle, tuple[list[int], bool]] = {}
        self._pieces: dict[tuple[Circle, Sense], _Pieces] = {}
        self._cells: _Cells | None = None
        self._asked = 0
        self._straight: dict[tuple[Plan, Plan], int] = {}

    def onward(self, own: Circle | Plan, sense: Sense) -> Onward:
        """Return the ways on that are known from around a circle in a sense, or from a place. They
        are kept with the walls: few bodies move between two searches.
        """
        if self.walls is not None:
            return self.walls.onward(own, sense)
        found = self._onward.get((own, sense))
        if found is None or len(found) > AROUND:
            if len(self._onward) >= PLACES:
                self._onward.clear()
            found = self._onward[own, sense] = {}
        return found

    def over(self, at: Plan) -> list[int]:
        """Return the numbers of the obstacles that keep a base's centre from being at a place."""
        x, y = at
        found = [each for each in self._within(x, y, x, y) if self.obstacles[each].bars(at)]
        return found if self.walls is None else self.walls.over(at) + found

    def straight(self, a: Plan, b: Plan) -> int:
        """Return the first obstacle that is in the way from a to b."""
        wall = self.wall(a, b)
        return self.body(a, b) if wall == CLEAR else wall

    def wall(self, a: Plan, b: Plan) -> int:
        """Return the first of the walls that is in the way from a to b."""
        return CLEAR if self.walls is None else self.walls.body(a, b)

    def body(self, a: Plan, b: Plan) -> int:
        """Return the first obstacle that is in the way from a to b and none of the walls."""
        # Ways to several places of a floor have most of their first pieces in common.
        found = self._straight.get((a, b))
        if found is None:
            if len(self._straight) >= MOST:
                self._straight.clear()
            found = self._straight[a, b] = self._between(a, b)
        return found

    def _between(self, a: Plan, b: Plan) -> int:
        (ax, ay), (bx, by) = (low_x, low_y), (high_x, high_y) = a, b
        if low_x > high_x:
            low_x, high_x = high_x, low_x
        if low_y > high_y:
            low_y, high_y = high_y, low_y
        dx, dy = bx - ax, by - ay
        whole = dx * dx + dy * dy
        left = self._about(low_x, low_y, high_x, high_y)
        while left:
            bit = left & -left
            left ^= bit
            number = bit.bit_length() - 1
            least_x, least_y, most_x, most_y = self._boxes[number]
            if high_x > least_x and low_x < most_x and high_y > least_y and low_y < most_y:
                # A line that stays off the circle around an obstacle stays off it, too.
                number += self._first
                obstacle = self.obstacles[number]
                x, y, far = obstacle.round
                turn = (x - ax) * dy - (y - ay) * dx
                if turn * turn <= far * whole and obstacle.blocks(a, b):
                    return number
        return CLEAR

    def arc(self, circle: Circle, sense: Sense, a: Plan, b: Plan, between: Bends | None) -> int:
        """Return what is in the way from a to b around a circle. `between` are the way's bends."""
        near, is_inside = self._near(circle)
        if not near:
            if self.walls is not None:
                return self.walls.arc(circle, sense, a, b, between)
            if is_inside:
                return CLEAR
        if between is None:
            return self.piece(circle, a, b)
        (x, y), polygon = circle.at, corners(circle.radius)[0]
        low, high = between
        first, last = (low, high) if sense > 0 else (high, low)
        dx, dy = polygon[first]
        found = self.piece(circle, a, (x + dx, y + dy))
        if found != CLEAR:
            return found
        # Ways around the same circle share the pieces between its corners: each is tested once.
        pieces = self._pieces.get((circle, sense))
        if pieces is None:
            if len(self._pieces) >= PLACES:
                self._pieces.clear()
            pieces = self._pieces[circle, sense] = _Pieces()
        asked = ((1 << high - low) - 1) << (low if sense > 0 else low + 1)
        if (asked | asked >> FULL) & ROUND & ~pieces.clear:
            found = self._test(pieces, circle, sense, range(first, last, sense))
            if found != CLEAR:
                return found
        dx, dy = polygon[last]
        return self.piece(circle, (x + dx, y + dy), b)

    def _test(self, pieces: _Pieces, circle: Circle, sense: Sense, numbers: Sequence[int]) -> int:
        """Return what is in the way from some corners of a circle to those after them."""
        (x, y), polygon = circle.at, corners(circle.radius)[0]
        for number in numbers:
            bit = 1 << number % FULL
            if pieces.clear & bit:
                continue
            found = pieces.taken.get(bit)
            if found is None:
                (ax, ay), (bx, by) = polygon[number], polygon[number + sense]
                found = self.piece(circle, (x + ax, y + ay), (x + bx, y + by))
            if found != CLEAR:
                pieces.taken[bit] = found
                return found
            pieces.clear |= bit
        return CLEAR

    def piece(self, circle: Circle, a: Plan, b: Plan) -> int:
        """Return what is in the way from a to b, a straight piece of a way around a circle."""
        near, is_inside = self._near(circle)
        if self.walls is not None:
            found = self.walls.piece(circle, a, b)
            if found != CLEAR:
                return found
        elif not is_inside and not self.region.holds(b):
            return EDGE
        for number in near:
            if self.obstacles[number].blocks(a, b):
                return number
        return CLEAR

    def _near(self, circle: Circle) -> tuple[list[int], bool]:
        """Return the obstacles but for walls that reach into a circle, and whether all of it is on
        the floor.
        """
        found = self._around.get(circle)
        if found is None:
            # Wider than the polygon's corners are outside, so that nothing that touches an arc is
            # missed.
            far, (x, y) = circle.radius + circle.radius // 1000 + 2, circle.at
            near = [
                number
                for number in self._within(x - far, y - far, x + far, y + far)
                if self.obstacles[number].reaches(circle.at, far)
                and circle not in self.obstacles[number].circles
            ]
            if len(self._around) >= PLACES:
                self._around.clear()
            found = self._around[circle] = near, self.region.surrounds(circle.at, far)
        return found

    def _within(self, low_x: Mil, low_y: Mil, high_x: Mil, high_y: Mil) -> list[int]:
        """Return the obstacles whose boxes reach into a box."""
        found = []
        left = self._about(low_x, low_y, high_x, high_y)
        while left:
            bit = left & -left
            left ^= bit
            number = bit.bit_length() - 1
            least_x, least_y, most_x, most_y = self._boxes[number]
            if high_x > least_x and low_x < most_x and high_y > least_y and low_y < most_y:
                found.append(number + self._first)
        return found

    def _about(self, low_x: Mil, low_y: Mil, high_x: Mil, high_y: Mil) -> int:
        """Return the bits of the obstacles whose boxes reach into a box, and of some others."""
        if self._cells is None:
            self._asked += 1
            if self._asked < OFTEN:
                return (1 << len(self._boxes)) - 1
            self._cells = _Cells(self._boxes, self.region)
        return self._cells.around(low_x, low_y, high_x, high_y)
