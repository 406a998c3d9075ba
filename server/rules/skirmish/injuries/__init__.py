"""Harm to units: wounds, injury states, falls, mishaps, and losing units (SK-87 to SK-99)."""

from server.rules.skirmish.injuries.suffering import (
    LOST,
    STUNNED,
    Harm,
    fall,
    hardness,
    harm_of_attack,
    harm_of_mishap,
    injure,
    lose,
    mishap,
    part,
    suffer,
)

__all__ = [
    "LOST",
    "STUNNED",
    "Harm",
    "fall",
    "hardness",
    "harm_of_attack",
    "harm_of_mishap",
    "injure",
    "lose",
    "mishap",
    "part",
    "suffer",
]
