"""What units suffer: wounds, injury states, falls, and being lost (SK-87 to SK-99)."""

from server.rules.skirmish.injuries.suffering import (
    Harm,
    fall,
    injure,
    lose,
    mishap,
    part,
    suffer,
)

__all__ = [
    "Harm",
    "fall",
    "injure",
    "lose",
    "mishap",
    "part",
    "suffer",
]
