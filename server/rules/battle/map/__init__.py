"""Questions about the map: range, sight and targets, an enemy's priority, choosing a hex, and the
status dice in hexes.
"""

from server.rules.battle.map import choosing, map_statuses, priority, targeting

__all__ = [
    "choosing",
    "map_statuses",
    "priority",
    "targeting",
]
