"""Before the first turn: two rosters on a board, deployment, the moves of vanguards."""

from server.rules.skirmish.setup import beginning, deploying, vanguard

__all__ = [
    "beginning",
    "deploying",
    "vanguard",
]
