"""Rules that encounters use: standard objectives, facts of the province, side quests, and social
checks.
"""

from server.rules.battle.encounter import objectives, province, side_quests, social_check

__all__ = [
    "objectives",
    "province",
    "side_quests",
    "social_check",
]
