"""The Engage Phase (section 4)."""

from server.rules.skirmish.engage import attempt, declaring

__all__ = [
    "attempt",
    "declaring",
]
