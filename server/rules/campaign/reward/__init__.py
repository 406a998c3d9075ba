"""The growth of the Reward Phase (p43): untraining and advancements."""

from server.rules.campaign.reward.growing import UNTRAINS, grow

__all__ = [
    "UNTRAINS",
    "grow",
]
