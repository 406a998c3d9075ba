"""Everything before the first turn: a match of two rosters on a board, deployment, and moves of
units with Vanguard.
"""

from server.rules.skirmish.setup import beginning, deploying, mustering, placing, vanguard

__all__ = [
    "beginning",
    "deploying",
    "mustering",
    "placing",
    "vanguard",
]
