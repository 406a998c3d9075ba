"""A session's set-up (p12, p13, p49, p51): adventurers, decks, the guild, the quest's start."""

from server.rules.campaign.setup.creating import create
from server.rules.campaign.setup.preparing import prepare

__all__ = [
    "create",
    "prepare",
]
