"""The turns of chips: enemies, which act by rule, and companions, for which players choose."""

from server.rules.battle.enemy import companion_turn, enemy_move, enemy_turn

__all__ = [
    "companion_turn",
    "enemy_move",
    "enemy_turn",
]
