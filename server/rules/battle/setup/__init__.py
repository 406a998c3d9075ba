"""Everything before the first round: creating and equipping adventurers, laying out the map,
drawing enemies for the enemy pool, and deploying units, also those that come later.
"""

from server.rules.battle.setup import advancing, battle_setup, creation, deploying, enemy_pool

__all__ = [
    "advancing",
    "battle_setup",
    "creation",
    "deploying",
    "enemy_pool",
]
