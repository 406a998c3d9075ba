"""Town encounters and caravans (p38-p41): effect, shop and trainer, side quests, town actions."""

from server.rules.campaign.towns.proposing import may_need
from server.rules.campaign.towns.visiting import act_of, visit

__all__ = [
    "act_of",
    "may_need",
    "visit",
]
