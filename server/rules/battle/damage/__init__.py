"""Everything that changes a unit's HP: damage, prevention, healing, bonus HP, changes of Health
and the other stats, and defeat.
"""

from server.rules.battle.damage import defeat, hit_points, prevention, stats
from server.rules.battle.damage.defeat import own_kill
from server.rules.battle.damage.hit_points import (
    deal,
    gain_bonus,
    hand_over,
    heal,
    hp_matters,
    lose_hp,
)
from server.rules.battle.damage.prevention import hurt, hurt_at_all, hurt_by_enemy, hurt_from_beside

__all__ = [
    "deal",
    "defeat",
    "gain_bonus",
    "hand_over",
    "heal",
    "hit_points",
    "hp_matters",
    "hurt",
    "hurt_at_all",
    "hurt_by_enemy",
    "hurt_from_beside",
    "lose_hp",
    "own_kill",
    "prevention",
    "stats",
]
