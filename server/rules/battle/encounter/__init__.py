"""What encounters ask of the rules: standard objectives, the province a battle is fought in,
side quests, social checks.
"""

from server.rules.battle.encounter import objectives, province, side_quests, social_check

__all__ = [
    "objectives",
    "province",
    "side_quests",
    "social_check",
]
