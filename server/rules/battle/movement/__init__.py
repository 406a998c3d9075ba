"""Moving and placing units, units that make way for them, and hexes that become impassable."""

from server.rules.battle.movement import displacing, move, obstacles, passing

__all__ = [
    "displacing",
    "move",
    "obstacles",
    "passing",
]
