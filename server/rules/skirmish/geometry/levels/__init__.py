"""The levels of a board: `floors` that one stands on, `links` between them, and both together with
the bodies on them as the `table` that a moving unit finds.
"""

from server.rules.skirmish.geometry.levels import floors, links, table

__all__ = [
    "floors",
    "links",
    "table",
]
