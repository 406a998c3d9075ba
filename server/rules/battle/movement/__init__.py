"""Units that move or are placed, whoever makes way for them, and hexes that close or open."""

from server.rules.battle.movement import displacing, move, obstacles, passing

__all__ = [
    "displacing",
    "move",
    "obstacles",
    "passing",
]
