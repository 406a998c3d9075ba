"""The plane seen from above: exact tests of lines and shapes, and the shortest way round them.

`shapes` tests, `circles` are what ways bend round, `obstacles` and `regions` are what bars a way
and what holds it, `planner` finds the shortest.
"""

from server.rules.skirmish.geometry.plane import circles, obstacles, planner, regions, shapes

__all__ = [
    "circles",
    "obstacles",
    "planner",
    "regions",
    "shapes",
]
