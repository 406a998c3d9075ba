"""Quests: the guild quest's steps and its epilogue, side quests, and the rewards of both."""

from server.rules.campaign.quests import epilogue, rewards, side_quests, steps

__all__ = [
    "epilogue",
    "rewards",
    "side_quests",
    "steps",
]
