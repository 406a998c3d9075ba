"""The turns of those that no player plays: enemies, and companions as their controllers like."""

from server.rules.battle.enemy import companion_turn, enemy_move, enemy_turn

__all__ = [
    "companion_turn",
    "enemy_move",
    "enemy_turn",
]
