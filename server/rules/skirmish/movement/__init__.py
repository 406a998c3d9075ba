"""Going along a route: where to, its legs, the checks on them, falls, water (section 5.2)."""

from server.rules.skirmish.movement import going, naming, reaching, walking

__all__ = [
    "going",
    "naming",
    "reaching",
    "walking",
]
