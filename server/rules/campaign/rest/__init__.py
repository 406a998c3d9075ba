"""The Adventurers Rest step (p45): HP, dice, items, trade, the guild's assist."""

from server.rules.campaign.rest import trading
from server.rules.campaign.rest.resting import rest

__all__ = [
    "rest",
    "trading",
]
