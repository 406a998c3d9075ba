"""The Engage Phase (section 4): declaring an attempt, its route and distance, intercepts, fear, and
contact.
"""

from server.rules.skirmish.engage import attempt, declaring

__all__ = [
    "attempt",
    "declaring",
]
