"""Before the first turn: two rosters on a board, deployment, the moves of vanguards."""

from server.rules.skirmish.setup import beginning, deploying, mustering, vanguard

__all__ = [
    "beginning",
    "deploying",
    "mustering",
    "vanguard",
]
