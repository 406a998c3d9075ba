"""A session's set-up (p12, p13, p49, p51): adventurers, decks, the guild, the quest's start."""

from server.rules.campaign.setup.preparing import create, prepare

__all__ = [
    "create",
    "prepare",
]
