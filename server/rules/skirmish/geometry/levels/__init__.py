"""The levels of a board: `floors` to stand on, `links` between them, with the `openings` of their
sides, and the `table`: both, with the bodies on them, for one moving unit.
"""

from server.rules.skirmish.geometry.levels import floors, links, openings, table

__all__ = [
    "floors",
    "links",
    "openings",
    "table",
]
