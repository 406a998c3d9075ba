"""The adventurer's turn, the start and end of rounds, the end of the battle, and the guild's
assist.
"""

from server.rules.battle.turn import adventurer_turn, guild, rounds

__all__ = [
    "adventurer_turn",
    "guild",
    "rounds",
]
