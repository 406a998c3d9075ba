"""The plane seen from above: exact tests of lines and shapes, and the shortest way around them.

`shapes` has the tests, `circles` are what ways bend around, `obstacles` block a way and `regions`
contain it; `clearance` knows both of a floor. `planner` finds the shortest way, with what `leads`
says of tangents. `pockets` says where there is certainly none.
"""

from server.rules.skirmish.geometry.plane import (
    circles,
    clearance,
    leads,
    obstacles,
    planner,
    pockets,
    regions,
    shapes,
)

__all__ = [
    "circles",
    "clearance",
    "leads",
    "obstacles",
    "planner",
    "pockets",
    "regions",
    "shapes",
]
