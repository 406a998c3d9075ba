"""Town encounters and caravans (p38-p41): effect, shop and trainer, side quests, town actions."""

from server.rules.campaign.towns.visiting import visit

__all__ = [
    "visit",
]
