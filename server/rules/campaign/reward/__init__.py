"""The growth of the Reward Phase (p43): untraining and advancements."""

from server.rules.campaign.reward.growing import grow

__all__ = [
    "grow",
]
