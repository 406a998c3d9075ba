"""Harm to units: wounds, injury states, falls, mishaps, and losing units (SK-87 to SK-99)."""

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
