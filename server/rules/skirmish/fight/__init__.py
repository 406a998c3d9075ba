"""Spells, shots and melees, and the attacks that they consist of (section 5.4)."""

from server.rules.skirmish.fight import attacks, casting, melee, shooting, targets

__all__ = [
    "attacks",
    "casting",
    "melee",
    "shooting",
    "targets",
]
