"""A day and its phases (p34, p36, p43, p45)."""

from server.rules.campaign.days import evening, morning, noon

__all__ = [
    "evening",
    "morning",
    "noon",
]
