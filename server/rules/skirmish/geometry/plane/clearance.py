"""What a base's centre keeps away from on a floor, its obstacles and its edge, and what is known of
them: all walks over a floor ask about the same arcs.
"""

from collections.abc import Sequence

from server.rules.skirmish.geometry.lengths import Mil, Plan
from server.rules.skirmish.geometry.plane.circles import FULL, Circle, Sense, corners, span
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from server.rules.skirmish.geometry.plane.regions import Region

CLEAR = -1
"""Nothing is in the way."""
EDGE = -2
"""A way leads over the edge of the floor."""


class Clearance:
    """The obstacles and the region of a floor. What is in the way is said by an obstacle's number,
    `CLEAR` or `EDGE`.
    """

    __slots__ = ("_around", "_boxes", "_pieces", "obstacles", "region")

    def __init__(self, obstacles: Sequence[Obstacle], region: Region) -> None:
        self.obstacles = obstacles
        self.region = region
        self._boxes = [obstacle.box for obstacle in obstacles]
        self._around: dict[Circle, tuple[list[int], bool]] = {}
        self._pieces: dict[tuple[Circle, Sense], dict[int, int]] = {}

    def over(self, at: Plan) -> list[int]:
        """Return the numbers of the obstacles that keep a base's centre from being at a place."""
        x, y = at
        return [each for each in self._within(x, y, x, y) if self.obstacles[each].bars(at)]

    def straight(self, a: Plan, b: Plan) -> int:
        """Return the first obstacle that is in the way from a to b."""
        (low_x, low_y), (high_x, high_y) = a, b
        if low_x > high_x:
            low_x, high_x = high_x, low_x
        if low_y > high_y:
            low_y, high_y = high_y, low_y
        for number in self._within(low_x, low_y, high_x, high_y):
            if self.obstacles[number].blocks(a, b):
                return number
        return CLEAR

    def arc(self, circle: Circle, sense: Sense, a: Plan, b: Plan) -> int:
        """Return what is in the way from a to b around a circle."""
        near, is_inside = self._near(circle)
        if is_inside and not near:
            return CLEAR
        numbers = span(circle, sense, a, b)
        if not numbers:
            return self._piece(a, b, near, is_inside)
        x, y = circle.at
        polygon = corners(circle.radius)[0]

        def place(number: int) -> Plan:
            dx, dy = polygon[number % FULL]
            return x + dx, y + dy

        found = self._piece(a, place(numbers[0]), near, is_inside)
        if found != CLEAR:
            return found
        pieces = self._pieces.setdefault((circle, sense), {})
        for number in numbers[:-1]:
            # Ways around the same circle share these pieces: each is tested once.
            known = pieces.get(number % FULL)
            if known is None:
                ends = place(number), place(number + sense)
                known = pieces[number % FULL] = self._piece(*ends, near, is_inside)
            if known != CLEAR:
                return known
        return self._piece(place(numbers[-1]), b, near, is_inside)

    def _piece(self, a: Plan, b: Plan, near: Sequence[int], is_inside: bool) -> int:
        if not is_inside and not self.region.holds(b):
            return EDGE
        for number in near:
            if self.obstacles[number].blocks(a, b):
                return number
        return CLEAR

    def _near(self, circle: Circle) -> tuple[list[int], bool]:
        """Return the obstacles that reach into a circle, and whether all of it is on the floor."""
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
            found = self._around[circle] = near, self.region.surrounds(circle.at, far)
        return found

    def _within(self, low_x: Mil, low_y: Mil, high_x: Mil, high_y: Mil) -> list[int]:
        """Return the obstacles whose boxes reach into a box."""
        return [
            number
            for number, (least_x, least_y, most_x, most_y) in enumerate(self._boxes)
            if high_x > least_x and low_x < most_x and high_y > least_y and low_y < most_y
        ]
