"""Who stands where: range, sight and targets, whom an enemy prefers, choosing a hex, and the
status dice that lie in hexes.
"""

from server.rules.battle.map import choosing, map_statuses, priority, targeting

__all__ = [
    "choosing",
    "map_statuses",
    "priority",
    "targeting",
]
