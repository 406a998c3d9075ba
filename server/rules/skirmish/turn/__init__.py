"""A side's turn: its beginning and end, upkeep, moves, and how the match ends."""

from server.rules.skirmish.turn import ending, moving, rounds, upkeep

__all__ = [
    "ending",
    "moving",
    "rounds",
    "upkeep",
]
