"""Moving along a route: choosing the place, its legs, checks, falls and water (section 5.2)."""

from server.rules.skirmish.movement import going, naming, reaching, walking

__all__ = [
    "going",
    "naming",
    "reaching",
    "walking",
]
