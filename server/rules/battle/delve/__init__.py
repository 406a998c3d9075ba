"""Delves: battles whose map is revealed by exploring it (p74-80). Tiles, delve cards, doors, traps,
skyshards, and what entering a hex triggers.
"""

from server.rules.battle.delve import (
    deck,
    entering,
    exploring,
    objectives,
    removing,
    skyshards,
    traps,
)

__all__ = [
    "deck",
    "entering",
    "exploring",
    "objectives",
    "removing",
    "skyshards",
    "traps",
]
